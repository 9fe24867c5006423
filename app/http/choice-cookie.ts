// A cookie that stores a display choice of the user for a year: not secret, and readable by the server only.

const YEAR_S = 31_536_000;

/** Value of a choice in the Cookie header, with the prefix that https sites use or without it. */
export function readChoice(cookies: string | null, name: string): string {
  return new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=([^;]*)`).exec(cookies ?? "")?.[1] ?? "";
}

/** Returns the Set-Cookie header; `value` null deletes the choice. `publicOrigin` determines whether the site uses https. */
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
