// Compares the fields of a sent order update with the contract. Each field is sent in two spellings.
import { expect, it } from "vitest";
import { orderAlertDataSchema } from "../../app/contract/trading-api/sockets.ts";
import { encodeOrderAlert } from "./order-alert.ts";

it("sends order updates with exactly the fields of the API contract", () => {
  const at = "2026-11-20T04:45:00.000Z";
  const { Data } = JSON.parse(
    encodeOrderAlert("1000000001", {
      id: "11261120000001",
      deploymentId: null,
      correlationId: null,
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      symbol: "HDFCBANK",
      side: "BUY",
      product: "CNC",
      type: "LIMIT",
      validity: "DAY",
      quantity: 5,
      filledQuantity: 0,
      pricePaise: 95_000,
      averagePaise: null,
      chargesPaise: 0,
      status: "PENDING",
      reason: null,
      intent: null,
      createdAt: at,
      updatedAt: at,
    }),
  );
  const described = Object.keys(orderAlertDataSchema.shape);
  const lower = described.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  expect(Object.keys(Data).sort()).toEqual([...described, ...lower].sort());
  expect(orderAlertDataSchema.safeParse(Data).error).toBeUndefined();
});
