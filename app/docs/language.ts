// The language of samples: chosen by a link and stored in a cookie that contains nothing else.
import { LANGUAGES, type Language } from "./blocks.ts";

export const LANGUAGE_COOKIE = "docs-language";
/** Cache declaration of pages with samples: one cached page for each language. */
export const SHARED_BY_LANGUAGE = { byCookies: { [LANGUAGE_COOKIE]: LANGUAGES } };
const YEAR_S = 31_536_000;

export function storedLanguage(cookies: string | null): Language {
  const kept = /(?:^|;\s*)docs-language=([a-z]+)/.exec(cookies ?? "")?.[1];
  return LANGUAGES.find((language) => language === kept) ?? "curl";
}

export function languageCookie(language: Language, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${LANGUAGE_COOKIE}=${language}; Path=/docs/v2; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${secure}`;
}
