// Value of a previewed order, which limits what an assistant may trade.
import { expect, it, vi } from "vitest";
import { PREVIEW_TOOLS } from "./preview-tools.ts";
import type { ToolContext } from "./tool.ts";

const LAST_PRICE = 100;
const order = {
  exchangeSegment: "NSE_FNO",
  securityId: "1",
  transactionType: "SELL",
  productType: "INTRADAY",
  orderType: "LIMIT",
  validity: "DAY",
  quantity: 1_000,
};

function preview(changes: object) {
  const charges = vi.fn(async () => ({ total: 1 }));
  const context = {
    clientId: "1000000001",
    trading: {
      call: async () => ({ data: { NSE_FNO: { "1": { last_price: LAST_PRICE } } } }),
      margin: async () => ({}),
      charges,
    },
    instruments: { find: async () => null },
    confirmations: { keep: () => "id" },
  } as unknown as ToolContext;
  const tool = PREVIEW_TOOLS.find(({ name }) => name === "preview_order");
  return { charges, answer: tool?.run(context, { ...order, ...changes } as never) };
}

it.each([
  ["a sale with a low limit at the last price", { price: 0.05 }, 100],
  ["a sale with a high limit at its limit", { price: 120 }, 120],
  ["a purchase at its limit", { transactionType: "BUY", price: 90 }, 90],
  ["a market order at the last price", { orderType: "MARKET" }, 100],
  [
    "a stop order to buy at its trigger price",
    { transactionType: "BUY", orderType: "STOP_LOSS_MARKET", triggerPrice: 130 },
    130,
  ],
])("values %s", async (_, changes, price) => {
  const { answer, charges } = preview(changes);
  expect(await answer).toMatchObject({ valueRupees: 1_000 * price });
  expect(charges).toHaveBeenCalledWith(expect.objectContaining({ price }));
});

it("refuses a sale with a low limit whose value at the last price is too high", async () => {
  await expect(preview({ price: 0.05, quantity: 10_001 }).answer).rejects.toThrow(
    "must not exceed ₹10,00,000",
  );
});
