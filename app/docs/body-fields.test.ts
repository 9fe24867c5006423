import { expect, it } from "vitest";
import { fillExample } from "../contract/trading-api/examples.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST, TRADING_OPERATIONS } from "../contract/trading-api/operations.ts";
import { bodyFields, formatFieldValues, parseBody } from "./body-fields.ts";
import { EXAMPLE_VALUES } from "./recorded.ts";

const flat = TRADING_OPERATION_LIST.flatMap((operation) => {
  const fields = bodyFields(operation);
  return fields === null ? [] : [{ operation, fields }];
});

it("returns form fields for flat request bodies and null for nested or missing ones", () => {
  expect(flat.length).toBeGreaterThan(20);
  expect(bodyFields(TRADING_OPERATIONS.calculateMultiMargin as TradingOperation)).toBeNull();
  expect(bodyFields(TRADING_OPERATIONS.listOrders as TradingOperation)).toBeNull();
});

it.each(flat.map(({ operation, fields }) => [operation.operationId, operation, fields] as const))(
  "%s: converting the example to form fields and back yields the same body",
  (_, operation, fields) => {
    const example = fillExample(operation.example.body, EXAMPLE_VALUES);
    const body = parseBody(fields, formatFieldValues(fields, example));
    // Converts ids in lists to text; the API accepts numbers and text.
    const asText = (value: unknown) =>
      JSON.stringify(value, (__, one) => (Array.isArray(one) ? one.map(String) : one));
    expect(JSON.parse(asText(body))).toEqual(JSON.parse(asText(example)));
    expect(operation.body?.safeParse(body).success).toBe(true);
  },
);

it("omits empty fields from the request body, and sends unparsable values as text", () => {
  const fields = bodyFields(TRADING_OPERATIONS.placeOrder as TradingOperation) ?? [];
  expect(
    parseBody(fields, { quantity: " 5 ", price: "", transactionType: "BUY", afterMarketOrder: "true" }),
  ).toEqual({
    quantity: 5,
    transactionType: "BUY",
    afterMarketOrder: true,
  });
  expect(parseBody(fields, { quantity: "five", afterMarketOrder: "perhaps" })).toEqual({
    quantity: "five",
    afterMarketOrder: "perhaps",
  });
});
