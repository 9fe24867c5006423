// The calls in a sample of an operation, in order: first the calls whose responses contain the required ids and prices,
// then the operation itself. Each sample therefore runs on a new account.
import { EXAMPLE_ORDER, fillExample } from "../contract/trading-api/examples.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATIONS, type TradingOperationId } from "../contract/trading-api/operations.ts";
import { EXAMPLE_VALUES } from "./recorded.ts";

type Example = TradingOperation["example"];
/**
 * Source of a value: a call, and the location of the value in its response. `percent` computes a percentage of a price,
 * in whole rupees.
 */
type Source = {
  call: TradingOperationId;
  body: unknown;
  pointer: readonly (string | number)[];
  percent?: number;
};
export type PlannedCall = {
  operation: TradingOperation;
  example: Example;
  /** Name of the variable that stores the response in the program. */
  answer: string;
  /** Values to extract from the response. */
  values: { name: string; pointer: readonly (string | number)[]; percent: number | null }[];
};

const exampleOrder = (orderType: "MARKET" | "LIMIT", price: object = {}) => ({
  ...EXAMPLE_ORDER,
  orderType,
  ...price,
});
const lastPrice = (percent: number): Source => ({
  call: "quoteLtp",
  body: { NSE_EQ: [1333] },
  pointer: ["data", "NSE_EQ", "1333", "last_price"],
  percent,
});
/** Returns the body of an operation's example without its unique id. */
function omitCorrelationId(call: TradingOperationId): unknown {
  const operation: TradingOperation = TRADING_OPERATIONS[call];
  const { correlationId: _, ...body } = operation.example.body as Record<string, unknown>;
  return body;
}
const placed = (
  call: TradingOperationId,
  body: unknown = omitCorrelationId(call),
  id = "orderId",
): Source => ({
  call,
  body,
  pointer: [id],
});

const SOURCES: Readonly<Record<string, Source>> = {
  lowPrice: lastPrice(92),
  lowestPrice: lastPrice(88),
  highPrice: lastPrice(108),
  orderId: placed("placeOrder", exampleOrder("MARKET")),
  pendingOrderId: placed("placeOrder", exampleOrder("LIMIT", { price: "{lowPrice}" })),
  superOrderId: placed("placeSuperOrder"),
  foreverOrderId: placed("placeForeverOrder"),
  alertId: placed("placeAlert", omitCorrelationId("placeAlert"), "alertId"),
  nextExpiry: {
    call: "listExpiries",
    body: TRADING_OPERATIONS.listExpiries.example.body,
    pointer: ["data", 0],
  },
};
const ANSWERS: Partial<Record<TradingOperationId, string>> = {
  quoteLtp: "quote",
  listExpiries: "expiries",
};
/**
 * Values that a sample must create before an operation runs, although the operation's example does not contain them.
 * `convertPosition` needs an open position, so its sample places an order first.
 */
const EXTRA_VALUES: Partial<Record<TradingOperationId, string>> = { convertPosition: "orderId" };

/** Names of the values that other calls supply. */
export const VALUE_NAMES = Object.keys(SOURCES);
/** True for a computed price, which is a number in JSON; other values are text. */
export const isPrice = (name: string): boolean => SOURCES[name]?.percent !== undefined;

const findPlaceholders = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"\{(\w+)\}"/g)].flatMap(([, name = ""]) =>
    Object.hasOwn(SOURCES, name) ? [name] : [],
  );

/**
 * Returns the calls of an operation's sample, with placeholders such as `{orderId}`. The last call is the operation's
 * own.
 */
export function planSampleCalls(operation: TradingOperation): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const days = Object.fromEntries(Object.entries(EXAMPLE_VALUES).filter(([name]) => !(name in SOURCES)));
  function provide(name: string): void {
    const source = SOURCES[name];
    if (source === undefined) return;
    for (const needed of findPlaceholders(source.body)) provide(needed);
    const same = ({ operation: { operationId }, example }: PlannedCall) =>
      operationId === source.call && JSON.stringify(example.body) === JSON.stringify(source.body);
    let call = calls.find(same);
    if (call === undefined) {
      call = {
        operation: TRADING_OPERATIONS[source.call],
        example: { body: source.body },
        answer: ANSWERS[source.call] ?? "placed",
        values: [],
      };
      calls.push(call);
    }
    if (!call.values.some((value) => value.name === name))
      call.values.push({ name, pointer: source.pointer, percent: source.percent ?? null });
  }
  const needed = EXTRA_VALUES[operation.operationId as TradingOperationId];
  for (const name of [...findPlaceholders(operation.example), ...(needed === undefined ? [] : [needed])])
    provide(name);
  const example = fillExample(operation.example, days);
  return [...calls, { operation, example, answer: "answer", values: [] }];
}
