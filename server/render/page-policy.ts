// The content security policy of a page. Scripts and styles are files of this site and never inline, so an injected
// script does not run.

/**
 * Creates a function for the policy of a page. `formOrigins` are origins of other sites that a form may redirect to:
 * browsers also apply `form-action` to redirects.
 */
export function createPagePolicy(options: {
  isDevelopment: boolean;
  formOrigins: readonly string[];
}): (hasScripts: boolean) => string {
  const { isDevelopment, formOrigins } = options;
  // Vite's development client injects styles and scripts. Only `npm run dev` uses this policy.
  if (isDevelopment) {
    const policy = policyOf("'self' 'unsafe-inline'", "'self' 'unsafe-inline'", []);
    return () => policy;
  }
  const withScripts = policyOf("'self'", "'self'", formOrigins);
  const withoutScripts = policyOf("'none'", "'self'", formOrigins);
  return (hasScripts) => (hasScripts ? withScripts : withoutScripts);
}

function policyOf(scripts: string, styles: string, formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
  ].join("; ");
}
