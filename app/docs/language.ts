// The language of code samples: chosen by a link and stored in a cookie.
import { type HeadersFunction, json } from "@remix-run/node";
import { LANGUAGES, type Language } from "./blocks.ts";

export const LANGUAGE_COOKIE = "docs-language";
/** Caching rule of pages with samples: the cache stores one page per language. */
export const SHARED_BY_LANGUAGE = { byCookies: { [LANGUAGE_COOKIE]: LANGUAGES } };
const YEAR_S = 31_536_000;

export function storedLanguage(cookies: string | null, otherwise: Language = "typescript"): Language {
  const stored = /(?:^|;\s*)docs-language=([a-z]+)/.exec(cookies ?? "")?.[1];
  return LANGUAGES.find((language) => language === stored) ?? otherwise;
}

export function languageCookie(language: Language, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${LANGUAGE_COOKIE}=${language}; Path=/docs/v2; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Returns the language in the address, otherwise the stored one, otherwise the page's default. `isNamed` is true if the
 * address contains a language.
 */
export function readLanguage(
  request: Request,
  otherwise?: Language,
): { language: Language; isNamed: boolean } {
  const named = new URL(request.url).searchParams.get("lang");
  const requested = LANGUAGES.find((language) => language === named);
  return {
    language: requested ?? storedLanguage(request.headers.get("cookie"), otherwise),
    isNamed: requested !== undefined,
  };
}

/** Responds with the data and stores the language in the cookie. */
export function respondAndStoreLanguage<Data>(data: Data, language: Language, origin: string) {
  return json(data, {
    headers: { "Set-Cookie": languageCookie(language, origin), "Cache-Control": "no-store" },
  });
}

/** Headers of a page with samples: the cookie that its loader sets. */
export const languageHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const cookie = loaderHeaders.get("Set-Cookie");
  return cookie === null ? {} : { "Set-Cookie": cookie, "Cache-Control": "no-store" };
};
