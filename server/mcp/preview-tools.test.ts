// Value of a previewed order, which limits what an assistant may trade.
import { expect, it, vi } from "vitest";
import { PREVIEW_TOOLS } from "./preview-tools.ts";
import type { ToolContext } from "./tool.ts";
import type { OrderRejection } from "./trading-caller.ts";

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

function preview(changes: object, rejection: OrderRejection | null = null) {
  const charges = vi.fn(async () => ({ total: 1 }));
  const context = {
    clientId: "1000000001",
    trading: {
      call: async () => ({ data: { NSE_FNO: { "1": { last_price: LAST_PRICE } } } }),
      margin: async () => ({}),
      rejection: async () => rejection,
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

it("refuses to preview an order that would be rejected now, and states the code", async () => {
  const rejection = { code: "DH-906", cause: "MARKET_CLOSED", message: "The market is closed." };
  await expect(preview({ price: 100 }, rejection).answer).rejects.toMatchObject({
    code: "DH-906",
    message: "The order would be rejected now with DH-906 MARKET_CLOSED: The market is closed.",
  });
});

it("names the positions that cannot be closed now, and refuses if none can be closed", async () => {
  const halted = { code: "DH-906", cause: "HALTED", message: "Trading in TCS is halted." };
  const squareOff = (ids: string[]) => {
    const context = {
      clientId: "1000000001",
      trading: {
        call: async () => ({ data: {} }),
        charges: async () => ({ total: 1 }),
        positionsToClose: async () =>
          ids.map((securityId) => ({
            securityId,
            exchangeSegment: "NSE_EQ",
            productType: "INTRADAY",
            tradingSymbol: `S${securityId}`,
            netQty: 1,
          })),
        rejection: async ({ securityId }: { securityId: string }) => (securityId === "2" ? halted : null),
      },
      confirmations: { keep: () => "id" },
    } as unknown as ToolContext;
    return PREVIEW_TOOLS.find(({ name }) => name === "preview_square_off")?.run(context, {} as never);
  };
  expect((await squareOff(["1", "2"])) as { summary: string }).toMatchObject({
    summary: expect.stringMatching(
      /S1[^(]* \(NSE_EQ 1\)[^;(]*; SELL 1 S2 .*would be rejected now with DH-906 HALTED/,
    ),
  });
  await expect(squareOff(["2"])).rejects.toThrow("DH-906 HALTED");
});

it.each([
  ["an order of an algo", { algoId: "deployment-1" }, "belongs to an algo"],
  ["a waiting leg", { legName: "STOP_LOSS_LEG", exchangeOrderId: null }, "is a waiting leg"],
])("refuses to preview the cancellation of %s", async (_, change, text) => {
  const own = { orderStatus: "PENDING", algoId: "0", exchangeOrderId: "11", legName: null, ...order };
  const cancel = (more: object) =>
    PREVIEW_TOOLS.find(({ name }) => name === "preview_cancel_order")?.run(
      {
        clientId: "1000000001",
        trading: { call: async () => ({ ...own, ...more }) },
        confirmations: { keep: () => "id" },
      } as unknown as ToolContext,
      { orderId: "123456" } as never,
    );
  expect(await cancel({})).toMatchObject({ confirmationId: "id" });
  const inTransit = { orderStatus: "TRANSIT", legName: "TARGET_LEG", exchangeOrderId: null };
  expect(await cancel(inTransit)).toMatchObject({ confirmationId: "id" });
  await expect(cancel(change)).rejects.toThrow(text);
});
