// Finds environment variables whose names resemble settings of this site but are none, such as BASE_API_URI.
import { closest, distance } from "fastest-levenshtein";

/** Maximum number of typing errors in a misspelt name. */
const TYPING_ERRORS = 3;
/** Prefixes that no other program uses for its variables. */
const OWN_PREFIXES =
  /^(?:SANDBOX|BRAND|PARTNER|FEED|BASE_API|PERFORMANCE|DEPTH|MARKET_FEED|ORDER_UPDATE|ORDER_WINDOW)_/;
/**
 * Pattern of the names that are checked: at least two words. A name of one word, such as HOST, may belong to another
 * program.
 */
const COMPARED_NAME = /^[A-Z]+(?:_[A-Z]+)+$/;
/** Variables that Kubernetes sets for each service. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_|$)/;

export type UnknownSetting = { name: string; nearest: string };

/**
 * Returns the names that resemble settings but are none, each with the nearest setting. `known` contains all valid
 * names, including `NAME_FILE`.
 */
export function findUnknownSettings(names: readonly string[], known: readonly string[]): UnknownSetting[] {
  return names
    .filter((name) => COMPARED_NAME.test(name) && !known.includes(name) && !SERVICE_LINK.test(name))
    .map((name) => ({ name, nearest: closest(name, known) }))
    .filter(({ name, nearest }) => OWN_PREFIXES.test(name) || distance(name, nearest) <= TYPING_ERRORS);
}

/** Returns errors for misspelt addresses of services. Ignoring such a name would start the embedded sandbox instead. */
export function findMisspeltServices(
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
