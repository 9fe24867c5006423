// Order alerts contain each key in two spellings. The parser accepts either spelling, and the title case and empty
// fields of real alerts.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Order } from "../../app/contract/base-api/order.ts";
import { encodeOrderAlert, readOrderAlert } from "./order-alert.ts";

const ORDER: Order = {
  id: "11261117000001",
  deploymentId: null,
  correlationId: "mine-1",
  exchangeSegment: "NSE_FNO",
  securityId: "1234",
  symbol: "NIFTY-Nov2026-26000-CE",
  side: "SELL",
  product: "MARGIN",
  type: "LIMIT",
  validity: "DAY",
  quantity: 130,
  filledQuantity: 65,
  pricePaise: 9_000,
  averagePaise: 9_105,
  chargesPaise: 4_000,
  status: "PART_TRADED",
  reason: null,
  intent: "why",
  createdAt: "2026-11-17T06:00:00.000Z",
  updatedAt: "2026-11-17T06:00:01.000Z",
};

it("readOrderAlert parses an order alert that encodeOrderAlert wrote", () => {
  expect(readOrderAlert(encodeOrderAlert("1000000001", ORDER))).toEqual({
    clientId: "1000000001",
    change: {
      id: ORDER.id,
      symbol: ORDER.symbol,
      side: "SELL",
      quantity: 130,
      filled: 65,
      averagePaise: 9_105,
      status: "PART_TRADED",
      reason: null,
    },
  });
});

it.each([
  ["MARKET", 0],
  ["STOP_LOSS_MARKET", 0],
  ["LIMIT", ORDER.pricePaise / 100],
  ["STOP_LOSS", ORDER.pricePaise / 100],
] as const)("encodes the price of a %s order as %d", (type, price) => {
  expect(JSON.parse(encodeOrderAlert("1", { ...ORDER, type })).Data.Price).toBe(price);
});

it("encodes each key in two spellings (OrderNo, orderNo) and times in Indian time", () => {
  const { Data } = JSON.parse(encodeOrderAlert("1", ORDER));
  expect(Data.OrderNo).toBe(ORDER.id);
  expect(Data.orderNo).toBe(ORDER.id);
  expect(Data.OrderDateTime).toBe("2026-11-17 11:30:00");
  expect(Data.Segment).toBe("D");
});

it.each([
  [
    { orderNo: "42", clientId: "9", status: "Cancelled", txnType: "B", quantity: 10, tradedQty: 0 },
    "CANCELLED",
    "BUY",
  ],
  [
    { OrderNo: "42", ClientId: "9", Status: "TRADED", TxnType: "S", Quantity: 10, TradedQty: 4 },
    "PART_TRADED",
    "SELL",
  ],
  [
    { OrderNo: 42, ClientId: 9, Status: "Part Traded", TxnType: "S", Quantity: "10", TradedQty: "4" },
    "PART_TRADED",
    "SELL",
  ],
  [{ OrderNo: "42", ClientId: "9", Status: "Rejected", ReasonDescription: "No funds" }, "REJECTED", "BUY"],
])("parses the order alert %j to the status %s and the side %s", (Data, status, side) => {
  const alert = readOrderAlert(JSON.stringify({ Data, Type: "order_alert" }));
  expect(alert).toMatchObject({ clientId: "9", change: { id: "42", status, side } });
});

it("never throws while parsing an order alert, for any input", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      readOrderAlert(text);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("OrderNo", "ClientId", "Status", "Quantity", "TradedQty", "AvgTradedPrice"),
        fc.jsonValue(),
      ),
      (Data) => {
        const alert = readOrderAlert(JSON.stringify({ Type: "order_alert", Data }));
        if (alert !== null) {
          expect(Number.isSafeInteger(alert.change.filled)).toBe(true);
          expect(alert.clientId).not.toBe("");
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
