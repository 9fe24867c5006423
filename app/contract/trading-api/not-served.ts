// Parts of the public specification that the sandbox does not have. Calls to these parts are rejected. The field
// `documentation` of the error links to the part on the page "What is not served".

/** Documentation page with an anchor for each part. */
export const NOT_SERVED_PAGE = "not-served";
export const NOT_SERVED = {
  segments: {
    what: "Currency and commodity contracts: NSE_CURRENCY, BSE_CURRENCY and MCX_COMM",
    instead: "No alternative",
    code: "DH-903; DH-907 for candles, 813 for quotes and option chains",
  },
  products: {
    what: "Cover and bracket orders: products CO and BO",
    instead: "POST /super/orders: an entry with target and stop-loss",
    code: "DH-906",
  },
  "several-orders": {
    what: "Several orders in one call: POST /alerts/multi/orders",
    instead: "One call for each order; 25 a second are accepted",
    code: "DH-905 with 404",
  },
  "global-stocks": {
    what: "Global stocks: /globalstocks/… and their feed",
    instead: "No alternative",
    code: "DH-905 with 404",
  },
} as const satisfies Record<string, { what: string; instead: string; code: string }>;
export type NotServed = keyof typeof NOT_SERVED;

/** Segments without instruments in the sandbox. */
const EMPTY_SEGMENTS: readonly unknown[] = ["NSE_CURRENCY", "BSE_CURRENCY", "MCX_COMM"];
export const isFormerProduct = (product: unknown): product is "CO" | "BO" =>
  product === "CO" || product === "BO";
/** Search depth in a body. Segments occur only in the first levels. */
const LEVELS = 4;

const PATHS: readonly (readonly [RegExp, NotServed])[] = [
  [/^\/alerts\/multi\/orders$/, "several-orders"],
  [/^\/globalstocks(?:\/|$)/, "global-stocks"],
];

/** Returns the part that a path belongs to; null for other paths. `path` is below the API's base address. */
export const notServedPath = (path: string): NotServed | null =>
  PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/** A field with an unsupported value. A segment can also be a key, as in the bodies of quotes. */
export type NotServedField = { part: NotServed; field: string; value: string };

/** Finds the first field with an unsupported value in path parameters, a query or a body. */
export function notServedField(sent: unknown, at: readonly string[] = []): NotServedField | null {
  if (typeof sent !== "object" || sent === null || at.length >= LEVELS) return null;
  for (const [name, value] of Object.entries(sent)) {
    const path = [...at, name];
    const found = (part: NotServed, of: unknown) => ({ part, field: path.join("."), value: String(of) });
    if (EMPTY_SEGMENTS.includes(name)) return found("segments", name);
    if (/^(?:exchangeSegment|UnderlyingSeg)$/.test(name) && EMPTY_SEGMENTS.includes(value))
      return found("segments", value);
    if (/productType$/i.test(name) && isFormerProduct(value)) return found("products", value);
    const inside = notServedField(value, path);
    if (inside !== null) return inside;
  }
  return null;
}
