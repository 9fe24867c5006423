// Security headers of every response. Pages replace the strict default policy (server/render/finished-page.ts).

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

/** Content security policy of script files. It also applies to workers that are started from such a file. */
export const SCRIPT_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Scope of the HSTS header. `subdomains` and `preload` also affect other hosts and cannot be withdrawn for a year or
 * more.
 */
export type Hsts = "none" | "year" | "subdomains" | "preload";
const HSTS: Record<Hsts, string | null> = {
  none: null,
  year: `max-age=${YEAR_S}`,
  subdomains: `max-age=${2 * YEAR_S}; includeSubDomains`,
  preload: `max-age=${2 * YEAR_S}; includeSubDomains; preload`,
};

/** Returns the headers of a response that is not a page. */
export function securityHeaders(hsts: Hsts): Record<string, string> {
  const strict = HSTS[hsts];
  return {
    ...COMMON,
    "Content-Security-Policy": CLOSED_POLICY,
    ...(strict === null ? {} : { "Strict-Transport-Security": strict }),
  };
}
