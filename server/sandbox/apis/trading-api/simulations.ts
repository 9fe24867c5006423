// Account clocks: for an account that asks, a market from its seed, a clock that stands still until it is advanced, and a broker
// with a store of its own in memory. Nothing of a simulation is in the common store, so neither can touch the other's orders, money,
// kill switch, waiting orders or limits; dropping a simulation is closing its store.
import { setImmediate } from "node:timers/promises";
import {
  CLOCK_FROM_DAY,
  CLOCK_LAST_YEAR,
  type SetClock,
} from "../../../../app/contract/trading-api/clock.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { Controls } from "../../algos/deployments/controls.ts";
import { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import { Broker } from "../../broker/broker.ts";
import { DayEnd } from "../../broker/day-end.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import type { Steps } from "../../slices.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext } from "./handler-context.ts";
import { istTime, readIst } from "./wire-format.ts";

const SIMULATIONS_AT_MOST = 50;
const SECOND_MS = 1_000;
/** Up to this many seconds time passes second by second, above it by the minute. */
const FINE_FOR_SECONDS = 3_600;
const COARSE_STEP_SECONDS = 60;
const FROM_MS = Date.parse(`${CLOCK_FROM_DAY}T00:00:00+05:30`);
const UNTIL_MS = Date.parse(`${CLOCK_LAST_YEAR + 1}-01-01T00:00:00+05:30`);
const DEFAULT_SEED = 1;
export const ADVANCE_LIMITS = {
  /** Work before other requests are served, ms. The last order or position that is looked at may exceed it. */
  sliceMs: 4,
  /** Accounts whose advance waits for its turn. More are refused. */
  waiting: 24,
  retryAfterSeconds: 2,
} as const;
/** Ids of a simulation's orders begin with this and the day. */
const ORDER_ID_PREFIX = "13";

/** Parts that must be checked as time passes. */
export type Ticking = { steps(onFault: (fault: unknown) => void): Steps };
type Simulation<Made extends Ticking> = {
  context: HandlerContext;
  clock: { nowMs: number };
  seed: number;
  hours: "exchange" | "always";
  dayEnd: DayEnd;
  isAdvancing: boolean;
  made: Made;
};

/** `make` gives a simulation what the common market has: its handlers, and what is looked at as time passes. */
export class Simulations<Made extends Ticking> {
  readonly #common: HandlerContext;
  readonly #make: (context: HandlerContext) => Made;
  readonly #simulations = new Map<string, Simulation<Made>>();
  /** Resolves when the last advance in the queue has ended. */
  #lastAdvance: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(common: HandlerContext, make: (context: HandlerContext) => Made) {
    this.#common = common;
    this.#make = make;
  }

  of(clientId: string): { context: HandlerContext; made: Made } | null {
    return this.#simulations.get(clientId) ?? null;
  }

  state(clientId: string) {
    const simulation = this.#simulations.get(clientId);
    return {
      isVirtual: simulation !== undefined,
      at: istTime(simulation?.clock.nowMs ?? this.#common.broker.now()),
      seed: simulation?.seed ?? null,
      hours: simulation?.hours ?? null,
    };
  }

  begin(clientId: string, wanted: SetClock): void {
    const atMs = readIst(wanted.at);
    if (atMs === null || atMs < FROM_MS || atMs >= UNTIL_MS)
      throw new ApiFault(
        "DH-905",
        `at: a time from ${CLOCK_FROM_DAY} to the end of ${CLOCK_LAST_YEAR}, as 2026-11-20 10:00:00.`,
      );
    this.end(clientId);
    if (this.#simulations.size >= SIMULATIONS_AT_MOST) {
      // The oldest simulation ends.
      const [oldest] = this.#simulations.keys();
      if (oldest !== undefined) this.end(oldest);
    }
    const hours = wanted.hours ?? "exchange";
    const seed = wanted.seed ?? DEFAULT_SEED;
    const clock = { nowMs: atMs };
    const db = openMemoryDatabase();
    const market = new SandboxMarket(seed, hours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR);
    const broker = new Broker(db, market, () => clock.nowMs, {
      eventsLike: this.#common.broker,
      orderIdPrefix: ORDER_ID_PREFIX,
    });
    const controls = new Controls({ db, broker, rows: new DeploymentRows(db, () => clock.nowMs) });
    const { directory, accountOf, pause, realNow } = this.#common;
    const context: HandlerContext = { db, directory, broker, controls, accountOf, pause, realNow };
    openWithHoldings(broker, clientId, accountOf(clientId));
    const made = this.#make(context);
    const dayEnd = new DayEnd(db, broker);
    this.#simulations.set(clientId, { context, clock, seed, hours, dayEnd, isAdvancing: false, made });
  }

  /**
   * Advances run one at a time, in the order of their arrival. An account has at most one in the queue, so none waits for more than one
   * advance of each other account.
   */
  async advance(clientId: string, seconds: number, onFault: (fault: unknown) => void): Promise<void> {
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined)
      throw new ApiFault("DH-906", "The account has no clock of its own; set one with PUT /sandbox/clock.");
    if (simulation.isAdvancing)
      throw new ApiFault("DH-906", "The clock is being advanced by another call; wait for its answer.");
    if (this.#waiting >= ADVANCE_LIMITS.waiting)
      throw new ApiFault("DH-904", "Too many accounts advance their clocks. Try again in two seconds.", {
        headers: { "Retry-After": String(ADVANCE_LIMITS.retryAfterSeconds) },
      });
    const before = this.#lastAdvance;
    let endTurn = () => {};
    this.#lastAdvance = new Promise((resolve) => {
      endTurn = resolve;
    });
    this.#waiting += 1;
    simulation.isAdvancing = true;
    try {
      await before;
      this.#waiting -= 1;
      await this.#pass(clientId, simulation, seconds, onFault);
    } finally {
      simulation.isAdvancing = false;
      endTurn();
    }
  }

  /** Lets time pass in slices; requests that have arrived are served between two slices. */
  async #pass(
    clientId: string,
    simulation: Simulation<Made>,
    seconds: number,
    onFault: (fault: unknown) => void,
  ): Promise<void> {
    const steps = passTime(simulation, seconds, onFault);
    let pausedAt = performance.now();
    while (true) {
      if (this.#simulations.get(clientId) !== simulation)
        throw new ApiFault("DH-906", "The clock was set or dropped by another call meanwhile.");
      if (steps.next().done === true) return;
      if (performance.now() - pausedAt < ADVANCE_LIMITS.sliceMs) continue;
      await setImmediate();
      pausedAt = performance.now();
    }
  }

  /** Returns to the common market and discards the simulation. */
  end(clientId: string): void {
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined) return;
    this.#simulations.delete(clientId);
    simulation.context.db.close();
  }

  close(): void {
    for (const clientId of [...this.#simulations.keys()]) this.end(clientId);
  }
}

function* passTime(
  { clock, context, dayEnd, made }: Simulation<Ticking>,
  seconds: number,
  onFault: (fault: unknown) => void,
): Steps {
  const step = seconds > FINE_FOR_SECONDS ? COARSE_STEP_SECONDS : 1;
  const until = clock.nowMs + seconds * SECOND_MS;
  while (clock.nowMs < until) {
    clock.nowMs = Math.min(until, clock.nowMs + step * SECOND_MS);
    yield* context.broker.steps();
    yield* dayEnd.steps();
    yield* made.steps(onFault);
    yield;
  }
}
