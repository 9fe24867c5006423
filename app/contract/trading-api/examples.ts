// The example order, and the placeholders in an operation's example: ids of existing orders, prices near the last price,
// days near today.
import { pathSegment } from "../operation.ts";

export type ExampleValues = Record<string, string | number>;

/** Market order that the examples of several operations contain. */
export const EXAMPLE_ORDER = {
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
  quantity: 5,
} as const;

/** Replaces each string that is exactly `{name}` by its value. Unknown names remain unchanged. */
export function fillExample<T>(example: T, values: ExampleValues): T {
  if (typeof example === "string") {
    const name = /^\{(\w+)\}$/.exec(example)?.[1];
    return (name !== undefined && Object.hasOwn(values, name) ? values[name] : example) as T;
  }
  if (Array.isArray(example)) return example.map((one) => fillExample(one, values)) as T;
  if (typeof example === "object" && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, fillExample(value, values)]),
    ) as T;
  return example;
}

/** Returns the path below `/v2` with its parameters and query filled in. */
export function buildPath(
  template: string,
  path: Record<string, string | number> = {},
  query: Record<string, string | number> = {},
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(String(path[name] ?? `{${name}}`)),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}
