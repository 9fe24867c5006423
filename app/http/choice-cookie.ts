// A cookie that keeps a choice of how pages look to this reader: no secret, readable by the server alone, for a year.

const YEAR_S = 31_536_000;

/** The Set-Cookie header; `value` null forgets the choice. `publicOrigin` says whether the site is served over https. */
export function choiceCookie(name: string, value: string | null, publicOrigin: string | undefined): string {
  const isHttps = publicOrigin?.startsWith("https:") ?? false;
  return [
    `${isHttps ? "__Host-" : ""}${name}=${value ?? ""}`,
    "Path=/",
    `Max-Age=${value === null ? 0 : YEAR_S}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isHttps ? ["Secure"] : []),
  ].join("; ");
}
