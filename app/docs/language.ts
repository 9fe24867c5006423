// The language of samples, chosen by a link and stored in a separate cookie.
import { type HeadersFunction, json } from "@remix-run/node";
import { LANGUAGES, type Language } from "./blocks.ts";

export const LANGUAGE_COOKIE = "docs-language";
/** Cache declaration of pages with samples: one cached page for each language. */
export const SHARED_BY_LANGUAGE = { byCookies: { [LANGUAGE_COOKIE]: LANGUAGES } };
const YEAR_S = 31_536_000;

export function storedLanguage(cookies: string | null): Language {
  const stored = /(?:^|;\s*)docs-language=([a-z]+)/.exec(cookies ?? "")?.[1];
  return LANGUAGES.find((language) => language === stored) ?? "typescript";
}

export function languageCookie(language: Language, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${LANGUAGE_COOKIE}=${language}; Path=/docs/v2; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** The language in the address, otherwise the stored one. `isNamed` is true for a language in the address. */
export function languageOf(request: Request): { language: Language; isNamed: boolean } {
  const named = new URL(request.url).searchParams.get("lang");
  const requested = LANGUAGES.find((language) => language === named);
  return {
    language: requested ?? storedLanguage(request.headers.get("cookie")),
    isNamed: requested !== undefined,
  };
}

/** Response to a request with a language in its address: it stores the language in the cookie. */
export function storingLanguage<Data>(data: Data, language: Language, origin: string) {
  return json(data, {
    headers: { "Set-Cookie": languageCookie(language, origin), "Cache-Control": "no-store" },
  });
}

/** Headers of a page with samples: the cookie that its loader set. */
export const languageHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const cookie = loaderHeaders.get("Set-Cookie");
  return cookie === null ? {} : { "Set-Cookie": cookie, "Cache-Control": "no-store" };
};
