// A broker with market and store for tests: an account with the opening balance, and a clock that the test advances.
// The broker can be restarted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { istDay } from "../../app/domain/time.ts";
import { Controls } from "../../server/sandbox/algos/deployments/controls.ts";
import { DeploymentRows } from "../../server/sandbox/algos/deployments/deployment-rows.ts";
import type { HandlerContext } from "../../server/sandbox/apis/trading-api/handler-context.ts";
import { Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../server/sandbox/broker/broker.ts";
import { DayEnd } from "../../server/sandbox/broker/day-end.ts";
import type { PlaceRequest } from "../../server/sandbox/broker/order-request.ts";
import { type OrderRow, PLAIN_ORDER } from "../../server/sandbox/broker/order-rows.ts";
import type { MarketInstrument } from "../../server/sandbox/exchange/instrument-master.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { buildContract } from "../../server/sandbox/exchange/option-chain.ts";
import { openDatabase, type SandboxDatabase } from "../../server/sandbox/store/database.ts";

type RigOptions = Partial<PlaceRequest> & Pick<PlaceRequest, "side" | "quantity">;

export class BrokerRig {
  readonly clientId = "1000000001";
  readonly account = "live:1000000001";
  readonly market: SandboxMarket;
  db: SandboxDatabase;
  broker: Broker;
  dayEnd: DayEnd;
  readonly #folder = mkdtempSync(join(tmpdir(), "broker-"));
  #now: number;

  constructor(at: string, hours: "exchange" | "always" = "always", seed = 1) {
    this.#now = Date.parse(at);
    this.market = new SandboxMarket(seed, hours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR);
    this.db = openDatabase(this.#folder);
    this.broker = new Broker(this.db, this.market, () => this.#now);
    this.dayEnd = new DayEnd(this.db, this.broker);
    this.broker.openAccount(this.account, OPENING_BALANCE_PAISE);
  }

  /** Closes and reopens the store, as after a process was killed between two transactions. */
  restart(): void {
    this.db.close();
    this.db = openDatabase(this.#folder);
    this.broker = new Broker(this.db, this.market, () => this.#now);
    this.dayEnd = new DayEnd(this.db, this.broker);
  }

  close(): void {
    this.db.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  now(): number {
    return this.#now;
  }
  /** Returns the context of the trading API's handlers. */
  handlerContext(): HandlerContext {
    const { db, broker } = this;
    const now = () => this.#now;
    return {
      db,
      directory: db,
      broker,
      controls: new Controls({ db, broker, rows: new DeploymentRows(db, now) }),
      accountOf: liveAccount,
      pause: async () => {},
      realNow: now,
    };
  }

  /** Runs each handler in a transaction, as the API does. */
  inTransactions<Handlers extends Record<string, (call: never) => unknown>>(handlers: Handlers): Handlers {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [
      name,
      (call: never) => this.broker.run(() => handler(call)),
    ]);
    return Object.fromEntries(wrapped) as Handlers;
  }
  setNow(at: string): void {
    this.#now = Date.parse(at);
  }
  pass(ms: number): void {
    this.#now += ms;
  }

  share(id = "1333"): MarketInstrument {
    const found = this.market.find("NSE_EQ", id, this.#now);
    if (found === null) throw new Error(`no share ${id}`);
    return found;
  }

  /** Returns an option of the nearest expiry on the Nifty, `strikes` strikes away from the money. */
  option(side: "CE" | "PE", strikes = 0): MarketInstrument {
    const [expiry] = this.market.expiries(0, this.#now);
    const spot = this.market.spot("IDX_I:13", this.#now);
    const strike = (Math.round(spot / 50) + strikes) * 50;
    const contract =
      expiry === undefined ? null : buildContract("IDX_I:13", expiry, strike, side, spot, istDay(this.#now));
    if (contract === null) throw new Error("no contract");
    return contract;
  }

  /** Returns a future on the underlying that expires `place` months after the nearest one. */
  future(place = 0, underlyingKey = "IDX_I:13"): MarketInstrument {
    const expiryDay = this.market.tapes.futureMonths.expiries(underlyingKey, istDay(this.#now))[place];
    const contract = expiryDay === undefined ? null : this.market.future(underlyingKey, expiryDay, this.#now);
    if (contract === null) throw new Error("no future");
    return contract;
  }

  /** Returns the last price in paise. */
  last(instrument = this.share()): number {
    return this.market.quote(instrument, this.#now).lastPaise;
  }

  /** Rounds a price in paise to the tick. */
  tick(paise: number, instrument = this.share()): number {
    return Math.max(1, Math.round(paise / instrument.tickPaise)) * instrument.tickPaise;
  }

  /** Places a market order for HDFC Bank with delivery, changed by `orderOptions`. */
  place(orderOptions: RigOptions): OrderRow {
    const instrument = orderOptions.instrument ?? this.share();
    return this.broker.run(() =>
      this.broker.place({
        clientId: this.clientId,
        account: this.account,
        deploymentId: null,
        leg: null,
        instrument,
        product: instrument.kind === "EQUITY" ? "CNC" : "MARGIN",
        limitPaise: null,
        validity: "DAY",
        intent: null,
        correlationId: null,
        capPaise: null,
        ...orderOptions,
      }),
    );
  }

  /** Returns the row of a resting order without placing an order. */
  row(): OrderRow {
    return {
      id: "1",
      client_id: this.clientId,
      account: this.account,
      deployment_id: null,
      leg: null,
      instrument: this.share().key,
      symbol: this.share().symbol,
      side: "BUY",
      product: "CNC",
      type: "LIMIT",
      validity: "DAY",
      quantity: 1,
      filled: 0,
      value_paise: 0,
      price_paise: this.tick(this.last() * 0.9),
      charges_paise: 0,
      status: "PENDING",
      reason: null,
      intent: null,
      correlation_id: null,
      ...PLAIN_ORDER,
      created_at: this.#now,
      updated_at: this.#now,
    };
  }
}
