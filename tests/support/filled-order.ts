// Sample order of the provider for tests of order updates: five shares, bought and filled.
import type { Order } from "../../app/contract/base-api/order.ts";

export const FILLED_ORDER: Order = {
  id: "11261117000001",
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
  filledQuantity: 5,
  pricePaise: 98_000,
  averagePaise: 97_950,
  chargesPaise: 10,
  status: "TRADED",
  reason: null,
  intent: null,
  createdAt: "2026-11-17T06:00:00.000Z",
  updatedAt: "2026-11-17T06:00:00.000Z",
};
