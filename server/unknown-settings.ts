// Finds environment variables with names that resemble settings of this site, such as BASE_API_URI.
import { closest, distance } from "fastest-levenshtein";

/** Maximum number of typing errors in a name. */
const TYPING_ERRORS = 3;
/** Prefixes that only this site's settings have. */
const OWN_PREFIXES =
  /^(?:SANDBOX|BRAND|PARTNER|FEED|BASE_API|PERFORMANCE|DEPTH|MARKET_FEED|ORDER_UPDATE|ORDER_WINDOW)_/;
/**
 * Names with at least two words. Names of one word, such as HOST, are too short to distinguish a typing error from
 * another program's variable.
 */
const COMPARED_NAME = /^[A-Z]+(?:_[A-Z]+)+$/;
/** Variables that Kubernetes sets for each service. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/;

export type UnknownSetting = { name: string; nearest: string };

/** Returns the unknown names with the nearest setting. `known` are all valid names, including `NAME_FILE`. */
export function unknownSettings(names: readonly string[], known: readonly string[]): UnknownSetting[] {
  return names
    .filter((name) => COMPARED_NAME.test(name) && !known.includes(name) && !SERVICE_LINK.test(name))
    .map((name) => ({ name, nearest: closest(name, known) }))
    .filter(({ name, nearest }) => OWN_PREFIXES.test(name) || distance(name, nearest) <= TYPING_ERRORS);
}

/** Returns errors for misspelt names of service addresses, because ignoring them would start the embedded sandbox. */
export function misspeltServices(
  unknown: readonly UnknownSetting[],
  isSet: (name: string) => boolean,
): string[] {
  return unknown
    .filter(
      ({ name, nearest }) =>
        nearest.endsWith("_URL") && !isSet(nearest) && distance(name, nearest) <= TYPING_ERRORS,
    )
    .map(({ name, nearest }) => `${name}: unknown setting; did you mean ${nearest}?`);
}
