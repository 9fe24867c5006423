// Parts of the public specification that the sandbox rejects. The error's field `documentation` links to an explanation
// on the page "Not supported".

/** Id of the documentation page that explains each rejected part. */
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
    instead: "One call per order, up to 25 a second",
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
/** Maximum depth at which a body is searched for unsupported segments. Real requests contain them near the top. */
const SEARCH_DEPTH_MAX = 4;

const PATHS: readonly (readonly [RegExp, NotServed])[] = [
  [/^\/alerts\/multi\/orders$/, "several-orders"],
  [/^\/globalstocks(?:\/|$)/, "global-stocks"],
];

/** Returns the rejected part that a path below the API's base address belongs to. Null if the path is supported. */
export const notServedPath = (path: string): NotServed | null =>
  PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/**
 * A field with an unsupported value. If a field's name is a segment, as in bodies of quote requests, the value is that
 * name.
 */
export type NotServedField = { part: NotServed; field: string; value: string };

/** Finds the first field with an unsupported value in path parameters, a query or a body. */
export function findNotServedField(sent: unknown, at: readonly string[] = []): NotServedField | null {
  if (typeof sent !== "object" || sent === null || at.length >= SEARCH_DEPTH_MAX) return null;
  for (const [name, value] of Object.entries(sent)) {
    const path = [...at, name];
    const found = (part: NotServed, of: unknown) => ({ part, field: path.join("."), value: String(of) });
    if (EMPTY_SEGMENTS.includes(name)) return found("segments", name);
    if (/^(?:exchangeSegment|UnderlyingSeg)$/.test(name) && EMPTY_SEGMENTS.includes(value))
      return found("segments", value);
    if (/productType$/i.test(name) && isFormerProduct(value)) return found("products", value);
    const inside = findNotServedField(value, path);
    if (inside !== null) return inside;
  }
  return null;
}
