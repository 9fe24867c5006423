// A random walk through the public API: a program places, changes, cancels, converts and exits, and advances the
// account's clock. After every call the test computes funds, positions, trades and ledger from the responses and
// checks that they agree to the paisa. WALK_CALLS=2000 sets a longer walk, WALK_SEED another one.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

const CALLS = Number(process.env.WALK_CALLS ?? 150);
const SEED = Number(process.env.WALK_SEED ?? 20261120);
const MS_PER_CALL = 2_000;
const DAY = "2026-11-20";
const SHARES = ["1333", "11536", "2885"] as const;
const PRODUCTS = ["INTRADAY", "CNC", "INTRADAY", "MTF"] as const;

type Row = Record<string, number | string>;

/** Returns a generator of reproducible random numbers from 0 to below 1 (Park and Miller, 1988). */
function randomNumbers(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const paise = (value: unknown) => Math.round(Number(value) * 100);
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

class Walk {
  readonly #client: TradingClient;
  readonly #draw: () => number;
  readonly done = new Map<string, number>();

  constructor(client: TradingClient, seed: number) {
    this.#client = client;
    this.#draw = randomNumbers(seed);
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#draw() * values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }

  async rows(path: string): Promise<Row[]> {
    const { status, body } = await this.#client.send("get", path);
    expect(status, path).toBe(200);
    return body as Row[];
  }

  async #last(securityId: string): Promise<number> {
    const { body } = await this.#client.send("post", "/marketfeed/ltp", { NSE_EQ: [Number(securityId)] });
    return body.data.NSE_EQ[securityId].last_price;
  }

  async #order() {
    const securityId = this.#pick(SHARES);
    const last = await this.#last(securityId);
    const isBuy = this.#draw() < 0.55;
    return {
      exchangeSegment: "NSE_EQ",
      securityId,
      validity: "DAY",
      transactionType: isBuy ? "BUY" : "SELL",
      productType: this.#pick(PRODUCTS),
      quantity: 1 + Math.floor(this.#draw() * 60),
      near: (share: number) => Math.round(last * share),
      isBuy,
    };
  }

  /** Makes one random call and returns its status. Refused calls are part of the walk. */
  async step(): Promise<void> {
    const kind = this.#pick(KINDS);
    const status = await this[kind]();
    if (status === null) return;
    expect([200, 202, 400], kind).toContain(status);
    const name = status === 400 ? `${kind}, refused` : kind;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
  }

  async place(): Promise<number> {
    const { near, isBuy: _, ...order } = await this.#order();
    const orderType = this.#pick(["MARKET", "LIMIT", "LIMIT", "STOP_LOSS_MARKET"] as const);
    const price = near(0.985 + this.#draw() * 0.03);
    const terms = orderType === "LIMIT" ? { price } : orderType === "MARKET" ? {} : { triggerPrice: price };
    return (await this.#client.send("post", "/orders", { ...order, orderType, ...terms })).status;
  }

  async superOrder(): Promise<number> {
    const { near, isBuy, ...order } = await this.#order();
    const way = isBuy ? 1 : -1;
    const { status } = await this.#client.send("post", "/super/orders", {
      ...order,
      productType: "INTRADAY",
      orderType: "MARKET",
      targetPrice: near(1 + way * 0.004),
      stopLossPrice: near(1 - way * 0.004),
      trailingJump: 0,
    });
    return status;
  }

  async foreverOrder(): Promise<number> {
    const { near, isBuy: _, ...order } = await this.#order();
    const { status } = await this.#client.send("post", "/forever/orders", {
      ...order,
      productType: "CNC",
      orderFlag: "SINGLE",
      orderType: "MARKET",
      triggerPrice: near(0.995 + this.#draw() * 0.01),
    });
    return status;
  }

  async change(): Promise<number | null> {
    const waiting = await this.#waiting();
    if (waiting === null) return null;
    const { status } = await this.#client.send("put", `/orders/${waiting.orderId}`, {
      orderId: waiting.orderId,
      orderType: "LIMIT",
      validity: "DAY",
      price: Math.round((await this.#last(String(waiting.securityId))) * (0.98 + this.#draw() * 0.04)),
      quantity: Math.max(1, Number(waiting.quantity) + Math.floor(this.#draw() * 20) - 10),
    });
    return status;
  }

  async cancel(): Promise<number | null> {
    const waiting = await this.#waiting();
    return waiting === null ? null : (await this.#client.send("delete", `/orders/${waiting.orderId}`)).status;
  }

  async #waiting(): Promise<Row | null> {
    const waiting = (await this.rows("/orders")).filter(
      ({ orderStatus, orderType, legName }) =>
        orderStatus === "PENDING" && orderType === "LIMIT" && legName !== "TARGET_LEG",
    );
    return waiting.length === 0 ? null : this.#pick(waiting);
  }

  async convert(): Promise<number | null> {
    const open = (await this.rows("/positions")).filter(({ netQty }) => netQty !== 0);
    if (open.length === 0) return null;
    const position = this.#pick(open);
    const { status } = await this.#client.send("post", "/positions/convert", {
      fromProductType: position.productType,
      toProductType: this.#pick(PRODUCTS.filter((product) => product !== position.productType)),
      positionType: Number(position.netQty) > 0 ? "LONG" : "SHORT",
      exchangeSegment: "NSE_EQ",
      securityId: position.securityId,
      convertQty: 1 + Math.floor(this.#draw() * Math.abs(Number(position.netQty))),
    });
    return status;
  }

  async wait(): Promise<number> {
    const seconds = 1 + Math.floor(this.#draw() * 120);
    return (await this.#client.send("post", "/sandbox/clock/advance", { seconds })).status;
  }

  async exit(): Promise<number> {
    return (await this.#client.send("delete", "/positions")).status;
  }

  /** Compares figures that a client can compute from different responses. */
  async agree(): Promise<void> {
    const { body: funds } = await this.#client.send("get", "/fundlimit");
    expect(paise(funds.availabelBalance)).toBe(
      paise(funds.sodLimit) +
        paise(funds.realizedProfit) +
        paise(funds.collateralAmount) +
        paise(funds.receiveableAmount) -
        paise(funds.utilizedAmount),
    );
    const [positions, trades, ledger] = await Promise.all([
      this.rows("/positions"),
      this.rows("/trades"),
      this.rows(`/ledger?from-date=${DAY}&to-date=${DAY}`),
    ]);
    for (const id of SHARES) {
      const own = (rows: Row[]) => rows.filter(({ securityId }) => securityId === id);
      const traded = sumOf(
        own(trades),
        ({ transactionType, tradedQuantity }) =>
          (transactionType === "BUY" ? 1 : -1) * Number(tradedQuantity),
      );
      const net = sumOf(
        own(positions),
        ({ dayBuyQty, daySellQty }) => Number(dayBuyQty) - Number(daySellQty),
      );
      expect(net, `traded of ${id}`).toBe(traded);
    }
    const entries = (what: string) => ledger.filter(({ voucherdesc }) => voucherdesc === what);
    const booked = (rows: Row[]) => sumOf(rows, ({ credit, debit }) => paise(credit) - paise(debit));
    const cash = sumOf(
      trades,
      ({ transactionType, tradedQuantity, tradedPrice }) =>
        (transactionType === "BUY" ? -1 : 1) * Number(tradedQuantity) * paise(tradedPrice),
    );
    expect(booked(entries("TRADE"))).toBe(cash);
    // Each line's balance is the previous balance plus the line's amount.
    for (const [index, line] of ledger.entries())
      if (index > 0) expect(paise(line.runbal)).toBe(paise(ledger[index - 1]?.runbal) + booked([line]));
    expect(paise(funds.realizedProfit)).toBe(
      sumOf(positions, ({ realizedProfit }) => paise(realizedProfit)) + booked(entries("CHARGES")),
    );
  }
}

const KINDS = [
  ...Array.from({ length: 12 }, () => "place" as const),
  ...Array.from({ length: 3 }, () => "change" as const),
  ...Array.from({ length: 3 }, () => "cancel" as const),
  ...Array.from({ length: 3 }, () => "convert" as const),
  ...Array.from({ length: 3 }, () => "superOrder" as const),
  ...Array.from({ length: 2 }, () => "foreverOrder" as const),
  ...Array.from({ length: 6 }, () => "wait" as const),
  "exit" as const,
];

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 1_000 });
  });
  afterAll(() => api.close());

  it(
    `funds, trades and ledger are consistent after ${CALLS} random calls (seed ${SEED})`,
    async () => {
      const client = await TradingClient.open(api.url);
      const { status } = await client.send("put", "/sandbox/clock", { seed: SEED, at: `${DAY} 09:30:00` });
      expect(status).toBe(200);
      const walk = new Walk(client, SEED);
      await walk.agree();
      for (let call = 0; call < CALLS; call += 1) {
        await walk.step();
        await walk.agree();
      }
      // The walk is only meaningful if some calls of each kind are accepted.
      for (const kind of ["place", "superOrder", "wait", "cancel"])
        expect(walk.done.get(kind), kind).toBeGreaterThan(0);
      expect((await walk.rows("/trades")).length).toBeGreaterThan(CALLS / 20);
    },
    30_000 + CALLS * MS_PER_CALL,
  );
});
