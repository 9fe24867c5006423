// A random walk with all operations that change money, from orders of all kinds to expiries and restarts. Funds,
// positions, trades and ledger always agree. WALK_OPERATIONS=10000 sets a longer walk.
import fc from "fast-check";
import { expect, it } from "vitest";
import { findAnyClient } from "../server/sandbox/accounts/api-accounts.ts";
import { Controls } from "../server/sandbox/algos/deployments/controls.ts";
import { DeploymentRows } from "../server/sandbox/algos/deployments/deployment-rows.ts";
import { Statements } from "../server/sandbox/algos/deployments/statements.ts";
import { accountHandlers } from "../server/sandbox/apis/trading-api/account-handlers.ts";
import { ControlHandlers } from "../server/sandbox/apis/trading-api/control-handlers.ts";
import { ApiFault } from "../server/sandbox/apis/trading-api/fault.ts";
import { ForeverOrders } from "../server/sandbox/apis/trading-api/forever-orders.ts";
import { fundHandlers } from "../server/sandbox/apis/trading-api/fund-handlers.ts";
import type { HandlerContext, Handlers } from "../server/sandbox/apis/trading-api/handler-context.ts";
import { orderHandlers } from "../server/sandbox/apis/trading-api/order-handlers.ts";
import type { AnyCall } from "../server/sandbox/apis/trading-api/read-call.ts";
import { SuperOrders } from "../server/sandbox/apis/trading-api/super-orders.ts";
import { SQUARE_OFF_INTENT } from "../server/sandbox/broker/exchange-rules.ts";
import type { MarketInstrument } from "../server/sandbox/exchange/instrument-master.ts";
import { runAtOnce } from "../server/sandbox/slices.ts";
import { BrokerRig } from "./support/broker-rig.ts";

const OPERATIONS = Number(process.env.WALK_OPERATIONS ?? 600);
const WALKS = OPERATIONS > 1_000 ? 10 : 4;
const TIMEOUT_MS = OPERATIONS > 1_000 ? 1_800_000 : 120_000;

type Operation = {
  kind:
    | "place"
    | "place"
    | "slice"
    | "change"
    | "cancel"
    | "convert"
    | "super"
    | "forever"
    | "pass"
    | "day"
    | "restart"
    | "exit";
  pick: number;
  quantity: number;
  price: number;
  isBuy: boolean;
};

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant("place" as const) },
    { weight: 1, arbitrary: fc.constant("slice" as const) },
    { weight: 3, arbitrary: fc.constant("change" as const) },
    { weight: 3, arbitrary: fc.constant("cancel" as const) },
    { weight: 3, arbitrary: fc.constant("convert" as const) },
    { weight: 3, arbitrary: fc.constant("super" as const) },
    { weight: 2, arbitrary: fc.constant("forever" as const) },
    { weight: 6, arbitrary: fc.constant("pass" as const) },
    { weight: 1, arbitrary: fc.constant("day" as const) },
    { weight: 2, arbitrary: fc.constant("restart" as const) },
    { weight: 1, arbitrary: fc.constant("exit" as const) },
  ),
  pick: fc.nat({ max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 400 }),
  price: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  isBuy: fc.boolean(),
});

const PRODUCTS = ["CNC", "INTRADAY", "MARGIN", "MTF"] as const;
const TYPES = ["MARKET", "LIMIT", "LIMIT", "STOP_LOSS_MARKET"] as const;

class Walk {
  readonly rig = new BrokerRig("2026-11-16T10:00:00+05:30", "exchange");
  #parts = this.#make();

  #make() {
    const { db, broker } = this.rig;
    const context: HandlerContext = {
      db,
      directory: db,
      broker,
      controls: new Controls({ db, broker, rows: new DeploymentRows(db, broker.now) }),
      accountOf: () => this.rig.account,
      pause: async () => {},
      realNow: broker.now,
    };
    const supers = new SuperOrders(context);
    const forevers = new ForeverOrders(context);
    const control = new ControlHandlers(context, supers);
    const handlers: Partial<Handlers> = this.rig.inTransactions({
      ...orderHandlers(context, (call) => supers.legsOf(call)),
      ...supers.handlers(),
      ...forevers.handlers(),
      ...accountHandlers(context, control),
      ...control.handlers(),
      ...fundHandlers(context),
    });
    return { supers, forevers, handlers };
  }

  restart(): void {
    this.rig.restart();
    this.#parts = this.#make();
  }

  /** Rejected orders are part of the walk. */
  call(name: string, parts: Partial<AnyCall>): unknown {
    const client = findAnyClient(this.rig.db, this.rig.clientId);
    const handler = this.#parts.handlers[name as keyof Handlers] as ((call: AnyCall) => unknown) | undefined;
    if (client === undefined || handler === undefined) throw new Error(name);
    try {
      return handler({
        client,
        account: this.rig.account,
        accessToken: "",
        path: {},
        query: {},
        body: {},
        ...parts,
      });
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      return null;
    }
  }

  look(): void {
    const onFault = (fault: unknown) => {
      throw fault;
    };
    this.rig.broker.tick();
    this.rig.dayEnd.tick();
    runAtOnce(this.#parts.supers.steps(onFault));
    runAtOnce(this.#parts.forevers.steps(onFault));
  }

  instrument(pick: number): MarketInstrument {
    const shares = ["1333", "11536", "2885"];
    if (pick % 16 === 10)
      return this.rig.future((pick >> 4) % 2, (pick >> 5) % 2 === 0 ? "IDX_I:13" : "NSE_EQ:1333");
    return pick % 4 === 3
      ? this.rig.option(pick % 8 === 3 ? "CE" : "PE", ((pick >> 4) % 7) - 3)
      : this.rig.share(shares[pick % shares.length]);
  }

  request({ pick, quantity, price, isBuy }: Operation) {
    const instrument = this.instrument(pick);
    const last = this.rig.last(instrument);
    const near = this.rig.tick(last * price, instrument) / 100;
    const orderType = TYPES[(pick >> 6) % TYPES.length] ?? "MARKET";
    return {
      exchangeSegment: instrument.exchangeSegment as "NSE_EQ",
      securityId: instrument.securityId,
      transactionType: isBuy ? ("BUY" as const) : ("SELL" as const),
      productType: PRODUCTS[(pick >> 3) % PRODUCTS.length] ?? "CNC",
      orderType,
      validity: pick % 5 === 0 ? ("IOC" as const) : ("DAY" as const),
      quantity: instrument.kind === "EQUITY" ? quantity : instrument.lotSize * (1 + (quantity % 3)),
      price: orderType === "LIMIT" ? near : 0,
      triggerPrice: orderType === "STOP_LOSS_MARKET" ? near : 0,
      afterMarketOrder: pick % 11 === 0,
    };
  }

  do(step: Operation): void {
    const { rig } = this;
    const open = rig.broker.orders.open({ account: rig.account });
    const chosen = open[step.pick % Math.max(1, open.length)];
    const request = this.request(step);
    switch (step.kind) {
      case "place":
        this.call("placeOrder", { body: request });
        break;
      case "slice":
        this.call("placeSlicedOrder", {
          body: { ...request, quantity: request.quantity * 20, correlationId: `s${rig.now()}` },
        });
        break;
      case "change":
        if (chosen !== undefined)
          this.call("modifyOrder", {
            path: { orderId: chosen.id },
            body: {
              orderType: "LIMIT",
              validity: "DAY",
              quantity: chosen.quantity + (step.quantity % 3),
              price: rig.tick(chosen.price_paise * step.price) / 100,
            },
          });
        break;
      case "cancel":
        if (chosen !== undefined) this.call("cancelOrder", { path: { orderId: chosen.id } });
        break;
      case "convert": {
        const held = rig.broker.positions({ account: rig.account });
        const position = held[step.pick % Math.max(1, held.length)];
        if (position === undefined) break;
        const [exchangeSegment = "", securityId = ""] = position.instrument.split(":");
        this.call("convertPosition", {
          body: {
            fromProductType: position.product,
            toProductType: PRODUCTS[step.quantity % PRODUCTS.length],
            exchangeSegment,
            securityId,
            positionType: position.quantity > 0 ? "LONG" : "SHORT",
            convertQty: 1 + (step.pick % Math.abs(position.quantity)),
          },
        });
        break;
      }
      case "super": {
        const last = rig.last(this.instrument(step.pick)) / 100;
        const direction = step.isBuy ? 1 : -1;
        const off = (share: number) =>
          rig.tick(last * 100 * (1 + direction * share), this.instrument(step.pick)) / 100;
        this.call("placeSuperOrder", {
          body: {
            ...request,
            orderType: "MARKET",
            price: 0,
            targetPrice: off(0.002),
            stopLossPrice: off(-0.002),
            trailingJump: step.pick % 2,
          },
        });
        break;
      }
      case "forever":
        this.call("placeForeverOrder", {
          body: {
            ...request,
            orderFlag: "SINGLE",
            productType: "CNC",
            orderType: "MARKET",
            triggerPrice:
              rig.tick(
                rig.last(this.instrument(step.pick)) * (1 + (step.price - 1) / 10),
                this.instrument(step.pick),
              ) / 100,
          },
        });
        break;
      case "exit":
        this.call("exitPositions", {});
        break;
      case "pass":
        rig.pass((1 + (step.pick % 300)) * 1_000);
        this.look();
        break;
      case "day":
        // Advances to the square-off, then past it, then to the next morning.
        for (const at of ["15:21:00", "15:22:30", "15:41:00"]) {
          const day = new Date(rig.now() + 330 * 60_000).toISOString().slice(0, 10);
          if (Date.parse(`${day}T${at}+05:30`) > rig.now()) rig.setNow(`${day}T${at}+05:30`);
          this.look();
        }
        rig.pass(17.75 * 3_600_000);
        this.look();
        break;
      case "restart":
        this.restart();
    }
  }

  /** Checks that figures computed from the tables agree with those that the broker computes from memory. */
  verify(): void {
    const { db, broker, account } = this.rig;
    const one = (sql: string) => (db.prepare(sql).get(account) as { sum: number | null }).sum ?? 0;
    const ledger = one("SELECT sum(amount_paise) AS sum FROM ledger WHERE account = ?");
    const opening = one("SELECT sum(amount_paise) AS sum FROM ledger WHERE account = ? AND kind = 'opening'");
    const cash = one(
      "SELECT sum(CASE side WHEN 'SELL' THEN quantity ELSE -quantity END * price_paise) AS sum FROM trades WHERE account = ?",
    );
    const charges = one("SELECT sum(charges_paise) AS sum FROM trades WHERE account = ?");
    expect(ledger).toBe(opening + cash - charges);

    const positions = broker.positions({ account }, true);
    const sum = (of: (position: (typeof positions)[number]) => number) =>
      positions.reduce((total, position) => total + of(position), 0);
    expect(sum(({ cashPaise }) => cashPaise)).toBe(cash);
    expect(sum(({ chargesPaise }) => chargesPaise)).toBe(charges);
    expect(sum(({ realisedPaise }) => realisedPaise)).toBe(cash + sum(({ costPaise }) => costPaise));
    const net = db
      .prepare(
        "SELECT instrument, sum(CASE side WHEN 'BUY' THEN quantity ELSE -quantity END) AS net FROM trades WHERE account = ? GROUP BY instrument",
      )
      .all(account) as { instrument: string; net: number }[];
    for (const { instrument, net: traded } of net)
      expect(sum((one) => (one.instrument === instrument ? one.quantity : 0))).toBe(traded);
    for (const { quantity, costPaise, product } of positions) {
      expect(Math.sign(costPaise) === Math.sign(quantity) || costPaise === 0).toBe(true);
      if (product === "CNC" || product === "MTF") expect(quantity).toBeGreaterThanOrEqual(0);
    }

    const funds = broker.funds(account);
    expect(funds.availablePaise).toBe(
      funds.openingPaise +
        funds.realisedPaise +
        funds.collateralPaise +
        funds.receivablePaise -
        funds.usedPaise,
    );
    const carried = sum(({ product, costPaise }) => (product === "CNC" ? 0 : costPaise));
    expect(funds.availablePaise).toBe(ledger + carried - funds.positionMarginPaise - funds.orderMarginPaise);

    const resting = db
      .prepare(
        "SELECT * FROM orders WHERE account = ? AND status IN ('TRANSIT', 'PENDING', 'PART_TRADED') ORDER BY id",
      )
      .all(account) as { id: string }[];
    const inMemory = broker.orders.open({ account }).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(inMemory).toEqual(resting);
    const wrong = db
      .prepare(
        `SELECT orders.id FROM orders LEFT JOIN (
           SELECT order_id, sum(quantity) AS quantity, sum(quantity * price_paise) AS value, sum(charges_paise) AS charges
           FROM trades GROUP BY order_id) AS fills ON fills.order_id = orders.id
         WHERE orders.filled <> coalesce(fills.quantity, 0) OR orders.value_paise <> coalesce(fills.value, 0)
           OR orders.charges_paise <> coalesce(fills.charges, 0) OR orders.filled > orders.quantity`,
      )
      .all();
    expect(wrong).toEqual([]);
  }

  /** Compares the lines of the API's trade history with those of the statement, each summed over all trades. */
  verifyLines(): void {
    const { db, broker, account, clientId } = this.rig;
    const history: Record<string, number>[] = [];
    for (let page = 0; history.length === page * 50; page += 1) {
      const path = { fromDate: "2026-11-01", toDate: "2027-03-31", page: String(page) };
      history.push(...(this.call("listTradeHistory", { path }) as Record<string, number>[]));
    }
    const sum = (name: string) =>
      history.reduce((total, trade) => total + Math.round((trade[name] ?? Number.NaN) * 100), 0);
    const statements = new Statements({ db, broker, rows: new DeploymentRows(db, broker.now) });
    const { otherPaise, totalPaise, ...lines } = statements.read(clientId, "2026-27").charges;
    expect([otherPaise, totalPaise]).toEqual([0, -broker.ledger.since(account, 0).charges]);
    expect(lines).toEqual({
      brokeragePaise: sum("brokerageCharges"),
      transactionTaxPaise: sum("stt"),
      regulatorPaise: sum("sebiTax"),
      stampDutyPaise: sum("stampDuty"),
      gstPaise: sum("serviceTax"),
      depositoryPaise: lines.depositoryPaise,
      exchangePaise: sum("exchangeTransactionCharges") - lines.depositoryPaise,
    });
    expect(Object.values(lines).reduce((total, paise) => total + paise, 0)).toBe(totalPaise);
  }

  snapshot() {
    const { broker, account } = this.rig;
    return { funds: broker.funds(account), positions: broker.positions({ account }, true) };
  }
}

const COVERAGE_QUERIES = {
  trades: "SELECT count(*) AS n FROM trades",
  futures: "SELECT count(*) AS n FROM trades WHERE symbol LIKE '%-FUT'",
  transfers: "SELECT count(*) AS n FROM position_transfers",
  squareOffs: `SELECT count(*) AS n FROM orders WHERE intent = '${SQUARE_OFF_INTENT}' AND status = 'TRADED'`,
  firedLegs: `SELECT count(*) AS n FROM orders WHERE api LIKE '%"parentId":"%' AND status = 'TRADED'`,
  changed: "SELECT count(*) AS n FROM orders WHERE modifications > 0",
  rejected: "SELECT count(*) AS n FROM orders WHERE status = 'REJECTED'",
};

it(
  "funds and positions match the trades and ledger after each operation and restart",
  () => {
    let done = 0;
    const seen = Object.fromEntries(Object.keys(COVERAGE_QUERIES).map((name) => [name, 0])) as Record<
      keyof typeof COVERAGE_QUERIES,
      number
    >;
    const length = Math.ceil(OPERATIONS / WALKS);
    fc.assert(
      fc.property(fc.array(operation, { minLength: length, maxLength: length }), (steps) => {
        const walk = new Walk();
        try {
          for (const step of steps) {
            const before = step.kind === "restart" ? walk.snapshot() : null;
            walk.do(step);
            walk.verify();
            if (before !== null) expect(walk.snapshot()).toEqual(before);
            done += 1;
          }
          walk.verifyLines();
          for (const name of Object.keys(COVERAGE_QUERIES) as (keyof typeof COVERAGE_QUERIES)[])
            seen[name] += (walk.rig.db.prepare(COVERAGE_QUERIES[name]).get() as { n: number }).n;
        } finally {
          walk.rig.close();
        }
      }),
      { numRuns: WALKS, endOnFailure: true, seed: 20_261_117 },
    );
    expect(done).toBeGreaterThanOrEqual(OPERATIONS);
    for (const [name, count] of Object.entries(seen)) expect(count, name).toBeGreaterThan(0);
    if (process.env.WALK_OPERATIONS !== undefined)
      process.stdout.write(`${JSON.stringify({ done, ...seen })}\n`);
  },
  TIMEOUT_MS,
);
