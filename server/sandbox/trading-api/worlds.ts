// Clocks and markets of one's own: for an account that asks, a market from its seed, a clock that stands still until it is advanced, and
// a broker on both. Orders and money of such a world have an account name of their own, so that neither world touches the other's.
import { setImmediate } from "node:timers/promises";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../app/wire/market-sessions.ts";
import type { SetClock } from "../../../app/wire/trading-api/clock.ts";
import { Broker } from "../broker/broker.ts";
import { DayEnd } from "../broker/day-end.ts";
import { Controls } from "../deployments/controls.ts";
import { DeploymentRows } from "../deployments/deployment-rows.ts";
import { SandboxMarket } from "../exchange/market.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { type Desk, VIRTUAL } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { istTime, readIst } from "./wire-format.ts";

const WORLDS_AT_MOST = 50;
const SECOND_MS = 1_000;
const FINE_FOR_SECONDS = 3_600;
const COARSE_STEP_SECONDS = 60;
const FROM_MS = Date.parse("2022-01-03T00:00:00+05:30");
const UNTIL_MS = Date.parse("2035-01-01T00:00:00+05:30");
const DEFAULT_SEED = 1;
const STEPS_AT_ONCE = 20;

export type Wheels = { tick: (onFault: (fault: unknown) => void) => void };
type World<Made extends Wheels> = {
  desk: Desk;
  clock: { nowMs: number };
  seed: number;
  hours: "exchange" | "always";
  dayEnd: DayEnd;
  /** Its time is passing in steps. */
  isMoving: boolean;
  made: Made;
};

/** `make` gives a world what the common one has: its handlers, and what has to be looked at as time passes. */
export class Worlds<Made extends Wheels> {
  readonly #common: Desk;
  readonly #make: (desk: Desk) => Made;
  readonly #worlds = new Map<string, World<Made>>();

  constructor(common: Desk, make: (desk: Desk) => Made) {
    this.#common = common;
    this.#make = make;
  }

  has(clientId: string): boolean {
    return this.#worlds.has(clientId);
  }

  of(clientId: string): { desk: Desk; made: Made } | null {
    return this.#worlds.get(clientId) ?? null;
  }

  state(clientId: string) {
    const world = this.#worlds.get(clientId);
    return {
      isVirtual: world !== undefined,
      at: istTime(world?.clock.nowMs ?? this.#common.broker.now()),
      seed: world?.seed ?? null,
      hours: world?.hours ?? null,
    };
  }

  begin(clientId: string, wish: SetClock): void {
    const atMs = readIst(wish.at);
    if (atMs === null || atMs < FROM_MS || atMs >= UNTIL_MS)
      throw new ApiFault("DH-905", "at: a time from January 2022 to 2034, as 2026-11-20 10:00:00.");
    this.end(clientId);
    if (this.#worlds.size >= WORLDS_AT_MOST) {
      // The one that was begun first makes room.
      const [oldest] = this.#worlds.keys();
      if (oldest !== undefined) this.end(oldest);
    }
    const { db } = this.#common;
    const account = `${VIRTUAL}${clientId}`;
    const hours = wish.hours ?? "exchange";
    const seed = wish.seed ?? DEFAULT_SEED;
    const clock = { nowMs: atMs };
    const market = new SandboxMarket(seed, hours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR);
    const broker = new Broker(db, market, () => clock.nowMs, {
      owns: (other) => other === account,
      book: this.#common.broker.book.beside(`13${clientId.slice(1)}`),
    });
    const controls = new Controls({ db, broker, rows: new DeploymentRows(db, () => clock.nowMs) });
    const desk: Desk = {
      db,
      broker,
      controls,
      accountOf: () => account,
      isOwn: (other) => other === clientId,
      realNow: this.#common.realNow,
    };
    openWithHoldings(broker, clientId, account);
    this.#worlds.set(clientId, {
      desk,
      clock,
      seed,
      hours,
      dayEnd: new DayEnd(db, broker),
      isMoving: false,
      made: this.#make(desk),
    });
  }

  /** Breathes now and then, so that others are answered meanwhile; one at a time for a client. */
  async advance(clientId: string, seconds: number, onFault: (fault: unknown) => void): Promise<void> {
    const world = this.#worlds.get(clientId);
    if (world === undefined)
      throw new ApiFault("DH-906", "The account has no clock of its own; set one with PUT /sandbox/clock.");
    if (world.isMoving) throw new ApiFault("DH-906", "Its time is passing just now; wait for the answer.");
    world.isMoving = true;
    const step = seconds > FINE_FOR_SECONDS ? COARSE_STEP_SECONDS : 1;
    const until = world.clock.nowMs + seconds * SECOND_MS;
    try {
      for (let count = 1; world.clock.nowMs < until; count += 1) {
        // One that was ended or begun anew meanwhile moves no more.
        if (this.#worlds.get(clientId) !== world) return;
        world.clock.nowMs = Math.min(until, world.clock.nowMs + step * SECOND_MS);
        world.desk.broker.tick();
        world.dayEnd.tick();
        world.made.tick(onFault);
        if (count % STEPS_AT_ONCE === 0) await setImmediate();
      }
    } finally {
      world.isMoving = false;
    }
  }

  /** Back to the common clock: what the world held is gone, and what waited in it. */
  end(clientId: string): void {
    const { db, broker } = this.#common;
    this.#worlds.delete(clientId);
    const account = `${VIRTUAL}${clientId}`;
    broker.run(() => {
      for (const table of ["trades", "orders", "ledger"])
        db.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account);
      for (const table of ["super_orders", "forever_orders", "pnl_exits", "edis_approvals", "kill_switches"])
        db.prepare(`DELETE FROM ${table} WHERE client_id = ?`).run(clientId);
    });
  }
}
