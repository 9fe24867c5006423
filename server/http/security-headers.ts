// The headers that every answer carries, and the content security policy of a page. Inline scripts are allowed by hash,
// not by nonce, so that a page stays the same for everyone and may be cached. Only scripts that bear the process's
// secret mark are hashed: a script that somebody managed to inject does not, and stays forbidden.
import { createHash, randomBytes } from "node:crypto";

const YEAR_S = 31_536_000;

const COMMON: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "X-Frame-Options": "DENY",
};

const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For a script file, which a worker may be started from. */
export const SCRIPT_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** How firmly browsers are told to come by https alone: the later ones bind other hosts too, and cannot be taken back for a year. */
export type Hsts = "none" | "year" | "subdomains" | "preload";
const HSTS: Record<Hsts, string | null> = {
  none: null,
  year: `max-age=${YEAR_S}`,
  subdomains: `max-age=${2 * YEAR_S}; includeSubDomains`,
  preload: `max-age=${2 * YEAR_S}; includeSubDomains; preload`,
};

/** For an answer that is not a page. */
export function securityHeaders(hsts: Hsts): Record<string, string> {
  const strict = HSTS[hsts];
  return {
    ...COMMON,
    "Content-Security-Policy": CLOSED_POLICY,
    ...(strict === null ? {} : { "Strict-Transport-Security": strict }),
  };
}

export function createScriptMark(): string {
  return randomBytes(18).toString("base64url");
}

/** Takes the marks out of a rendered page and gives back the policy that allows exactly the marked scripts. */
export function unmarkPage(
  html: string,
  mark: string,
  isDevelopment: boolean,
  formOrigins: readonly string[] = [],
): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const hashes: string[] = [];
  let hasScripts = false;
  let from = 0;
  for (;;) {
    const at = html.indexOf(attribute, from);
    if (at === -1) break;
    hasScripts = true;
    const contentStart = html.indexOf(">", at) + 1;
    const contentEnd = html.indexOf("</script>", contentStart);
    const content = html.slice(contentStart, contentEnd);
    if (content !== "") hashes.push(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
    from = contentStart;
  }
  return {
    html: hasScripts ? html.replaceAll(attribute, "") : html,
    policy: isDevelopment
      ? developmentPolicy()
      : policy(hasScripts ? ["'self'", ...hashes] : ["'none'"], "'self'", formOrigins),
  };
}

/** `formOrigins`: where a form's answer may lead to, since browsers follow its redirects with this rule in mind. */
function policy(scripts: string[], styles: string, formOrigins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "frame-ancestors 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
  ].join("; ");
}

/** Vite's dev client injects styles and scripts; only `npm run dev` serves this. */
function developmentPolicy(): string {
  return policy(["'self'", "'unsafe-inline'"], "'self' 'unsafe-inline'");
}
