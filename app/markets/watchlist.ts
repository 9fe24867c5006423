// The user's watched instruments, in a cookie of this browser: keys such as "NSE_EQ:1333", latest first.
import { EXCHANGE_SEGMENTS } from "../domain/vocabulary.ts";
import { readChoice } from "../http/choice-cookie.ts";

export const WATCHLIST_COOKIE = "watchlist";
export const WATCHED_AT_MOST = 12;
export const WATCH_PATH = "/markets/watch";

const SEPARATOR = "~";

export function isInstrumentKey(key: string): boolean {
  const [segment, id, ...rest] = key.split(":");
  return (
    rest.length === 0 && EXCHANGE_SEGMENTS.some((known) => known === segment) && /^\d{1,20}$/.test(id ?? "")
  );
}

/** Keys from the Cookie header; empty without such a cookie. */
export function readWatchlist(cookies: string | null): string[] {
  return watchlistOf(readChoice(cookies, WATCHLIST_COOKIE).split(SEPARATOR));
}

/** Removes duplicates; above the limit the first ones remain. */
export function watchlistOf(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter(isInstrumentKey).slice(0, WATCHED_AT_MOST);
}

/** Value of the cookie; null for an empty list, which removes it. */
export function writeWatchlist(keys: readonly string[]): string | null {
  const stored = watchlistOf(keys);
  return stored.length === 0 ? null : stored.join(SEPARATOR);
}

/** The list after the button of an instrument was pressed. */
export function withWatched(keys: readonly string[], key: string, isWatched: boolean): string[] {
  const others = keys.filter((known) => known !== key);
  return watchlistOf(isWatched ? [key, ...others] : others);
}
