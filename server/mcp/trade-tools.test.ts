// Confirmed trades: a user who confirms late, and orders that the trading API refuses.
import { expect, it } from "vitest";
import { CONFIRMATION_LIMITS, Confirmations } from "./confirmations.ts";
import type { TradeWork } from "./preview-tools.ts";
import type { ToolContext } from "./tool.ts";
import { TRADE_TOOLS } from "./trade-tools.ts";
import { ToolRefusal } from "./trading-caller.ts";

const CLIENT = "1000000001";
const order = (productType: "CNC" | "INTRADAY") => ({ securityId: "1333", productType, quantity: 1 });

/**
 * Executes a preview that squares off positions of `products`. The API refuses the orders of the products in `refused`.
 */
async function squareOff(
  products: ("CNC" | "INTRADAY")[],
  { refused = [], answersAfterMs = 0 }: { refused?: string[]; answersAfterMs?: number } = {},
) {
  let now = 1_000_000;
  const confirmations = new Confirmations<TradeWork>(() => now);
  const confirmationId = confirmations.keep(CLIENT, {
    action: "square_off",
    summary: "Close 1333",
    work: { kind: "place", orders: products.map(order) } as TradeWork,
    orders: products.length,
    valueRupees: 100,
    details: {},
  });
  now += CONFIRMATION_LIMITS.forMs / 2;
  const context = {
    clientId: CLIENT,
    confirmations,
    trading: {
      assistantSettings: async () => ({ confirm: "ask" }),
      admit: async () => {},
      call: async (_: string, { body }: { body: { productType: string } }) => {
        if (refused.includes(body.productType)) throw new ToolRefusal(`DH-905: no ${body.productType}`);
        return { orderId: body.productType };
      },
    },
    askUser: async () => {
      now += answersAfterMs;
      return "accepted";
    },
  } as unknown as ToolContext;
  const tool = TRADE_TOOLS.find(({ name }) => name === "square_off");
  const result = await tool?.run(context, { confirmationId, summary: "Close 1333" } as never);
  return { confirmationId, result };
}

it("square_off sends the order even if the user accepts after the preview expires", async () => {
  const answersAfterMs = CONFIRMATION_LIMITS.forMs - 1;
  const { result } = await squareOff(["CNC"], { answersAfterMs });
  expect(result).toMatchObject({ status: "sent", results: [{ orderId: "CNC" }] });
});

it("square_off returns the ids of sent orders, and the error of a refused order", async () => {
  const { confirmationId, result } = await squareOff(["CNC", "INTRADAY"], { refused: ["INTRADAY"] });
  expect(result).toEqual({
    status: "sent",
    results: [
      { orderId: "CNC", correlationId: `${confirmationId}-0` },
      { error: "DH-905: no INTRADAY", correlationId: `${confirmationId}-1` },
    ],
  });
});

it("square_off fails if the trading API refuses every order", async () => {
  await expect(squareOff(["CNC", "INTRADAY"], { refused: ["CNC", "INTRADAY"] })).rejects.toThrow(
    "DH-905: no CNC",
  );
});
