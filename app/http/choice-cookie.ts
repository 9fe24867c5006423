// Cookies that store a choice of the user, by default for a year. They are not secret, but scripts cannot read them.

const YEAR_S = 31_536_000;

/**
 * Returns the stored setting from a Cookie header, with or without the `__Host-` prefix of https sites. Empty if not
 * set.
 */
export function readChoice(cookies: string | null, name: string): string {
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=([^;]*)`).exec(cookies ?? "")?.[1] ?? "";
}

/**
 * Returns the Set-Cookie header. A null `value` deletes the setting. `publicOrigin` determines whether the site uses
 * https.
 */
export function choiceCookie(
  name: string,
  value: string | null,
  publicOrigin: string | undefined,
  seconds = YEAR_S,
): string {
  const isHttps = publicOrigin?.startsWith("https:") ?? false;
  return [
    `${isHttps ? "__Host-" : ""}${name}=${value ?? ""}`,
    "Path=/",
    `Max-Age=${value === null ? 0 : seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isHttps ? ["Secure"] : []),
  ].join("; ");
}
