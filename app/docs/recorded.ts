// Recorded responses of the sandbox to each operation's example, with the requests, for the documentation. `npm run
// generate:answers` records them with a fixed clock and seed, so that they are reproducible.

import answers from "../contract/generated/answers.generated.json";
import { type ExampleValues, fillExample } from "../contract/trading-api/examples.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";

export type RecordedCall = { request: TradingOperation["example"]; answer?: unknown };

/** Example values for placeholders of examples without a recorded request. */
export const EXAMPLE_VALUES: ExampleValues = {
  orderId: "11261120000001",
  pendingOrderId: "11261120000002",
  superOrderId: "11261120000003",
  foreverOrderId: "52261120482913",
  alertId: "71261120000001",
  lowPrice: 950,
  lowestPrice: 900,
  highPrice: 1100,
  today: "2026-11-20",
  weekAgo: "2026-11-13",
  monthAgo: "2026-10-20",
  nextExpiry: "2026-12-01",
};

export function findRecordedCall({
  operationId,
}: Pick<TradingOperation, "operationId">): RecordedCall | null {
  return (answers as Record<string, RecordedCall>)[operationId] ?? null;
}

/** Returns the recorded request as the example, because it matches the recorded response. */
export function displayedExample(operation: TradingOperation): TradingOperation["example"] {
  return findRecordedCall(operation)?.request ?? fillExample(operation.example, EXAMPLE_VALUES);
}
