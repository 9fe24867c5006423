// Advice about repeating each operation after a lost response.
import { expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { retryText } from "./operation-section.ts";

const operationsWith = (start: string) =>
  TRADING_OPERATION_LIST.filter((operation) => retryText(operation).startsWith(start)).map(
    ({ operationId }) => operationId,
  );

it("lists the operations that are not safe to repeat, and those that need a correlation id", () => {
  expect(operationsWith("not safe")).toEqual([
    ...["placeAlert", "renewToken", "convertPosition", "advanceClock", "addMarketEvents"],
  ]);
  expect(operationsWith("safe with a correlationId")).toEqual([
    ...["placeOrder", "placeSlicedOrder", "placeSuperOrder", "placeForeverOrder"],
  ]);
});

it("refers from forever orders to the list of forever orders", () => {
  const forever = TRADING_OPERATION_LIST.find(({ operationId }) => operationId === "placeForeverOrder");
  expect(forever && retryText(forever)).toContain("GET /forever/orders");
});
