// Confirmed trades: a user who confirms late, and orders that the trading API refuses.
import { expect, it, vi } from "vitest";
import { CONFIRMATION_LIMITS, Confirmations } from "./confirmations.ts";
import type { TradeRequests } from "./preview-tools.ts";
import type { ToolContext } from "./tool.ts";
import { TRADE_TOOLS } from "./trade-tools.ts";
import { ToolRefusal } from "./trading-caller.ts";

const CLIENT = "1000000001";
const order = (productType: "CNC" | "INTRADAY") => ({
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  transactionType: "SELL",
  productType,
  quantity: 1,
});
const position = (productType: string, netQty: number) => ({
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  productType,
  netQty,
});

/**
 * Executes a preview that squares off positions of `products`. The API refuses the orders of the products in `refused`.
 */
async function squareOff(
  products: ("CNC" | "INTRADAY")[],
  { refused = [], answersAfterMs = 0 }: { refused?: string[]; answersAfterMs?: number } = {},
) {
  let now = 1_000_000;
  const confirmations = new Confirmations<TradeRequests>(() => now);
  const confirmationId = confirmations.keep(CLIENT, {
    action: "square_off",
    summary: "Close 1333",
    work: { kind: "place", orders: products.map(order) } as TradeRequests,
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
      positionsToClose: async () => products.map((product) => position(product, 1)),
      call: async (operation: string, options?: { body: { productType: string } }) => {
        const { productType = "" } = options?.body ?? {};
        if (refused.includes(productType)) throw new ToolRefusal(`DH-905: no ${productType}`);
        return operation === "placeSlicedOrder" ? [{ orderId: productType }] : null;
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

/**
 * Creates a square-off preview for each of `quantities` of one INTRADAY position, and executes them in parallel or one
 * after the other.
 */
async function squareOffAll(netQty: number, quantities: number[], isParallel: boolean) {
  const confirmations = new Confirmations<TradeRequests>();
  const work = (quantity: number) =>
    ({ kind: "place", orders: [{ ...order("INTRADAY"), quantity }] }) as TradeRequests;
  const pending = { action: "square_off", summary: "Close", orders: 1, valueRupees: 0, details: {} } as const;
  const ids = quantities.map((quantity) => confirmations.keep(CLIENT, { ...pending, work: work(quantity) }));
  let held = netQty;
  const admit = vi.fn();
  const context = {
    clientId: CLIENT,
    confirmations,
    trading: {
      assistantSettings: async () => ({ confirm: "off" }),
      admit,
      positionsToClose: async () =>
        [position("CNC", 500), position("INTRADAY", held)].filter(({ netQty }) => netQty !== 0),
      call: async (_operation: string, options?: { body: { quantity: number } }) => {
        held -= options?.body.quantity ?? 0;
        return [{ orderId: "1" }];
      },
    },
  } as unknown as ToolContext;
  const tool = TRADE_TOOLS.find(({ name }) => name === "square_off");
  const outcomes: string[] = [];
  const run = async (confirmationId: string) => {
    const sent = Promise.resolve(tool?.run(context, { confirmationId, summary: "Close" } as never));
    outcomes.push(
      await sent.then(
        () => "sent",
        (fault: Error) => fault.message,
      ),
    );
  };
  if (isParallel) await Promise.all(ids.map(run));
  else for (const id of ids) await run(id);
  return { held, admitted: admit.mock.calls.length, outcomes: outcomes.sort() };
}

it("square_off refuses a preview of a position that was closed, reversed or reduced", async () => {
  const changed = "The position changed. Preview again.";
  expect(await squareOffAll(100, [100, 100], false)).toEqual({
    held: 0,
    admitted: 1,
    outcomes: [changed, "sent"],
  });
  expect(await squareOffAll(-100, [100], false)).toMatchObject({ held: -100, admitted: 0 });
  expect(await squareOffAll(60, [100], false)).toMatchObject({ held: 60, admitted: 0 });
  expect(await squareOffAll(100, [40, 60], false)).toMatchObject({ held: 0, admitted: 2 });
});

it("parallel square-offs of one position close it only once", async () => {
  const { held, admitted } = await squareOffAll(100, [100, 100, 100], true);
  expect({ held, admitted }).toEqual({ held: 0, admitted: 1 });
});

/** Previews closing the positions `previewed`, and executes the preview when the account has the positions `now`. */
async function closeAll(previewed: object[], now: object[], confirm: "off" | "portal" = "off") {
  const confirmations = new Confirmations<TradeRequests>();
  const call = vi.fn(async (_operation: string) => ({ data: {} }));
  const requestApproval = vi.fn(async () => "approved");
  const positionsToClose = vi.fn(async () => previewed);
  const context = {
    clientId: CLIENT,
    confirmations,
    askUser: null,
    trading: {
      assistantSettings: async () => ({ confirm }),
      admit: async () => {},
      charges: async () => ({ total: 20 }),
      rejection: async () => null,
      requestApproval,
      positionsToClose,
      call,
    },
  } as unknown as ToolContext;
  const run = (name: string, input: object) =>
    TRADE_TOOLS.find((one) => one.name === name)?.run(context, input as never);
  const { confirmationId, summary } = (await run("preview_square_off", {})) as {
    confirmationId: string;
    summary: string;
  };
  positionsToClose.mockImplementation(async () => now);
  const outcome = await Promise.resolve(run("square_off", { confirmationId, summary })).then(
    () => "sent",
    (fault: Error) => fault.message,
  );
  return { outcome, requestApproval, isSent: call.mock.calls.some(([name]) => name === "exitPositions") };
}

it("square_off of all positions refuses if any was added, increased or reversed", async () => {
  const changed = { outcome: "The position changed. Preview again.", isSent: false };
  const held = position("INTRADAY", 5);
  expect(await closeAll([held], [held])).toMatchObject({ outcome: "sent", isSent: true });
  expect(await closeAll([held], [position("INTRADAY", 3)])).toMatchObject({ outcome: "sent", isSent: true });
  expect(await closeAll([held], [held, position("CNC", 1_000)])).toMatchObject(changed);
  expect(await closeAll([held], [position("INTRADAY", 6)])).toMatchObject(changed);
  expect(await closeAll([held], [position("INTRADAY", -5)])).toMatchObject(changed);
  await expect(closeAll([], [])).rejects.toThrow("No open position matches. Positions of algos");
});

it("requests portal approval of 60 square-offs with only their value and charges", async () => {
  const held = Array.from({ length: 60 }, (_, index) => ({
    ...position("INTRADAY", 5),
    securityId: String(1_000 + index),
    tradingSymbol: "NIFTY-01Dec2026-26600-CE",
    note: "x".repeat(500),
  }));
  const { outcome, requestApproval } = await closeAll(held, held, "portal");
  expect(outcome).toBe("sent");
  const [asked] = requestApproval.mock.calls[0] as unknown as [{ details: string }];
  expect(JSON.parse(asked.details)).toEqual({ valueRupees: 0, charges: { total: 1_200 } });
});
