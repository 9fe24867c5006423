import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { Order } from "../contract/base-api/order.ts";
import { OrderTable } from "./deployment-parts.tsx";
import { ordersCsv } from "./records.ts";

const order = (pricePaise: number): Order => ({
  id: "11261128000047",
  deploymentId: null,
  correlationId: null,
  validity: "DAY",
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  symbol: "HDFCBANK",
  side: "BUY",
  product: "INTRADAY",
  type: "MARKET",
  quantity: 10,
  filledQuantity: 0,
  pricePaise,
  averagePaise: null,
  chargesPaise: 0,
  status: "REJECTED",
  reason: null,
  intent: null,
  createdAt: "2026-11-27T10:00:00.000Z",
  updatedAt: "2026-11-27T10:00:00.000Z",
});

it("an order without a limit has none in the order book and its CSV", async () => {
  const page = async (pricePaise: number) => {
    const table = () => <OrderTable orders={[order(pricePaise)]} caption="Orders" empty="No orders" />;
    const { html } = await routePage("/", { default: table }, {}, "root").get("/");
    return html.querySelector("td.row-sum")?.text.trim();
  };
  expect(await page(99_940)).toBe("– limit 999.40");
  expect(await page(0)).toBe("–");
  const csv = async (pricePaise: number) => {
    const account = {
      listOrders: async () => ({ items: [order(pricePaise)], nextCursor: null }),
      listDeployments: async () => ({ items: [], nextCursor: null }),
    };
    return await (await ordersCsv(account as never, null)).text();
  };
  expect(await csv(99_940)).toContain(",10,0,999.40,,0.00,");
  expect(await csv(0)).toContain(",10,0,,,0.00,");
});
