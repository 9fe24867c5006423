// The user's watchlist: keys such as "NSE_EQ:1333" in a cookie of this browser, latest first.
import { EXCHANGE_SEGMENTS } from "../domain/vocabulary.ts";
import { readChoice } from "../http/choice-cookie.ts";

export const WATCHLIST_COOKIE = "watchlist";
export const WATCHED_INSTRUMENTS_MAX = 12;
export const WATCH_PATH = "/markets/watch";

const SEPARATOR = "~";

export function isInstrumentKey(key: string): boolean {
  const [segment, id, ...rest] = key.split(":");
  return (
    rest.length === 0 && EXCHANGE_SEGMENTS.some((known) => known === segment) && /^\d{1,20}$/.test(id ?? "")
  );
}

/** Returns the keys in the cookie. Empty without a cookie. */
export function readWatchlist(cookies: string | null): string[] {
  return normalizeWatchlist(readChoice(cookies, WATCHLIST_COOKIE).split(SEPARATOR));
}

/** Removes invalid and duplicate keys. Above the limit, the first keys remain. */
export function normalizeWatchlist(keys: readonly string[]): string[] {
  return [...new Set(keys)].filter(isInstrumentKey).slice(0, WATCHED_INSTRUMENTS_MAX);
}

/** Returns the cookie's value. Null for an empty list, which deletes the cookie. */
export function writeWatchlist(keys: readonly string[]): string | null {
  const stored = normalizeWatchlist(keys);
  return stored.length === 0 ? null : stored.join(SEPARATOR);
}

/** Returns the list after an instrument is added or removed. */
export function toggleWatched(keys: readonly string[], key: string, isWatched: boolean): string[] {
  const others = keys.filter((known) => known !== key);
  return normalizeWatchlist(isWatched ? [key, ...others] : others);
}
