// Simulations. On request an account gets a market that is generated from a seed, a clock that can be stopped, advanced
// or run, and a broker with an in-memory store. This store is separate from the common store, so neither affects the
// orders, funds, kill switch or limits of the other. The end of a simulation closes its store.
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { CLOCK_LAST_YEAR } from "../../../../app/contract/trading-api/clock.ts";
import { SCENARIO_LIMITS } from "../../../../app/contract/trading-api/scenario.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { MINUTE_MS, SECOND_MS } from "../../../../app/domain/time.ts";
import { Controls } from "../../algos/deployments/controls.ts";
import { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import { Broker } from "../../broker/broker.ts";
import { DayEnd } from "../../broker/day-end.ts";
import type { FeedSource } from "../../exchange/feeds/feed-connection.ts";
import { SandboxMarket, TAPE_BYTES } from "../../exchange/market.ts";
import { runAtOnce, type WorkSteps } from "../../slices.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext } from "./handler-context.ts";
import { RunningClocks } from "./running-clocks.ts";
import { Scenario, type ScenarioSetting } from "./scenario.ts";
import { istTime } from "./wire-format.ts";

/** Maximum number of stored ids of accounts with a displaced market. Above it, the oldest id is removed. */
const DISPLACED_MAX = 2_000;
/** Advances of up to this many seconds run in steps of a second, longer ones in steps of a minute. */
const FINE_ADVANCE_MAX_SECONDS = 3_600;
const COARSE_STEP_SECONDS = 60;
/** Latest time of any clock, epoch ms. */
const CLOCK_MAX_MS = Date.parse(`${CLOCK_LAST_YEAR + 1}-01-01T00:00:00+05:30`);
export const ADVANCE_LIMITS = {
  /** Time in ms after which other requests are served. Processing one order or position may take longer. */
  sliceMs: 4,
  /** Maximum number of accounts with a waiting advance. Further ones are rejected. */
  waiting: 24,
  retryAfterSeconds: 2,
} as const;
/** Prefix of a simulation's order ids, followed by the day. */
const ORDER_ID_PREFIX = "13";

type OnFault = (fault: unknown) => void;
/** Modules with work that depends on the time. */
export type PeriodicChecks = { steps(onFault: OnFault): WorkSteps };
export type AccountClock = {
  nowMs: number;
  /** Simulated seconds per real second; 0 while the clock is stopped. */
  speed: number;
  /** Time at which the clock stops, epoch ms. */
  untilMs: number;
};
type Simulation<Modules extends PeriodicChecks> = {
  context: HandlerContext;
  clock: AccountClock;
  scenario: Scenario;
  dayEnd: DayEnd;
  isAdvancing: boolean;
  modules: Modules;
  /**
   * Market and clock for the price feeds. Each simulation has a separate object, so that a feed detects a new
   * simulation.
   */
  feedSource: FeedSource;
  /** Unfinished work of a step of the running clock. */
  step: WorkSteps | null;
  /** Last call or socket message, real time in epoch ms. */
  usedAt: number;
};

export class Simulations<Modules extends PeriodicChecks> {
  readonly #common: HandlerContext;
  readonly #make: (context: HandlerContext) => Modules;
  readonly #onFault: OnFault;
  readonly #simulations = new Map<string, Simulation<Modules>>();
  readonly #clocks: RunningClocks;
  /** Accounts whose market was ended for a newer one, until they start a market or return to the common market. */
  readonly #displaced = new LRUCache<string, true>({ max: DISPLACED_MAX });
  #stepListener: (clientId: string) => WorkSteps = function* () {};
  /** Resolves when the last advance in the queue has ended. */
  #lastAdvance: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** `make` creates a simulated market's handlers and periodic checks, which equal those of the common market. */
  constructor(common: HandlerContext, make: (context: HandlerContext) => Modules, onFault: OnFault) {
    this.#common = common;
    this.#make = make;
    this.#onFault = onFault;
    this.#clocks = new RunningClocks((clientId, stepMs) => this.#runStep(clientId, stepMs), onFault);
  }

  of(clientId: string): Pick<Simulation<Modules>, "context" | "modules" | "scenario" | "feedSource"> | null {
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined) return null;
    simulation.usedAt = this.#common.realNow();
    return simulation;
  }

  /** Throws ApiFault if the account's market was displaced. Otherwise its orders would reach the common market. */
  checkNotDisplaced(clientId: string): void {
    if (!this.#displaced.has(clientId)) return;
    throw new ApiFault(
      "DH-906",
      `The account's own market was not used for ${SCENARIO_LIMITS.unusedForMs / MINUTE_MS} minutes and was ended to make room for another. Restart it with PUT /scenario, or return to the common market with DELETE /scenario.`,
    );
  }

  /** Registers a callback that runs for an account after each step of its clock. */
  onStep(listener: (clientId: string) => WorkSteps): void {
    this.#stepListener = listener;
  }

  state(clientId: string) {
    const simulation = this.#simulations.get(clientId);
    return {
      isVirtual: simulation !== undefined,
      at: istTime(simulation?.clock.nowMs ?? this.#common.broker.now()),
      seed: simulation?.scenario.setting.seed ?? null,
      hours: simulation?.scenario.setting.hours ?? null,
      speed: simulation?.clock.speed ?? null,
    };
  }

  /** Starts a simulation. Throws ApiFault; the account's earlier simulation then remains. */
  begin(clientId: string, setting: ScenarioSetting): void {
    const displaced = this.#simulations.has(clientId) ? null : this.#accountToDisplace();
    const simulation = this.#open(clientId, setting);
    this.end(clientId);
    if (displaced !== null) {
      this.end(displaced);
      this.#displaced.set(displaced, true);
    }
    this.#simulations.set(clientId, simulation);
    this.#clocks.set(clientId, simulation.clock);
  }

  /** Returns the account whose market ends for a new one; null below the limit. Throws ApiFault if all are in use. */
  #accountToDisplace(): string | null {
    if (this.#simulations.size < SCENARIO_LIMITS.marketsAtMost) return null;
    const [first] = [...this.#simulations].sort(([, one], [, two]) => one.usedAt - two.usedAt);
    if (first === undefined) return null;
    const [clientId, { usedAt }] = first;
    const waitMs = usedAt + SCENARIO_LIMITS.unusedForMs - this.#common.realNow();
    if (waitMs <= 0) return clientId;
    throw new ApiFault(
      "DH-904",
      `All ${SCENARIO_LIMITS.marketsAtMost} markets of single accounts are in use. End one of yours with DELETE /scenario, or try again later.`,
      { headers: { "Retry-After": String(Math.ceil(waitMs / SECOND_MS)) } },
    );
  }

  #open(clientId: string, setting: ScenarioSetting): Simulation<Modules> {
    const clock = {
      nowMs: setting.atMs,
      speed: setting.speed,
      untilMs: Math.min(setting.untilMs, CLOCK_MAX_MS),
    };
    const market = new SandboxMarket(
      setting.seed,
      setting.hours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR,
      TAPE_BYTES.ofAccount,
    );
    const scenario = new Scenario(setting, market);
    const db = openMemoryDatabase();
    try {
      const broker = new Broker(db, market, () => clock.nowMs, {
        eventsLike: this.#common.broker,
        orderIdPrefix: ORDER_ID_PREFIX,
      });
      const controls = new Controls({ db, broker, rows: new DeploymentRows(db, () => clock.nowMs) });
      const { directory, accountOf, pause, realNow } = this.#common;
      const context: HandlerContext = { db, directory, broker, controls, accountOf, pause, realNow };
      scenario.openAccount(broker, clientId, accountOf(clientId));
      const dayEnd = new DayEnd(db, broker);
      const feedSource = { market, now: () => clock.nowMs };
      const modules = this.#make(context);
      return {
        context,
        clock,
        scenario,
        dayEnd,
        isAdvancing: false,
        modules,
        feedSource,
        step: null,
        usedAt: realNow(),
      };
    } catch (fault) {
      db.close();
      throw fault;
    }
  }

  /** Returns the account's simulation. Throws ApiFault for an account on the common market. */
  #ownOf(clientId: string): Simulation<Modules> {
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined)
      throw new ApiFault(
        "DH-906",
        "The account has no clock of its own. Set a clock with PUT /sandbox/clock.",
      );
    return simulation;
  }

  /** Changes the speed of the account's clock. Throws ApiFault for an account on the common market. */
  setSpeed(clientId: string, speed: number): void {
    const { clock } = this.#ownOf(clientId);
    clock.speed = speed;
    if (clock.nowMs >= clock.untilMs) clock.untilMs = CLOCK_MAX_MS;
    this.#clocks.set(clientId, clock);
  }

  /** Adds events to the account's market. Throws ApiFault. */
  addEvents(clientId: string, requests: Parameters<Scenario["addEvents"]>[0]): void {
    const { scenario, clock } = this.#ownOf(clientId);
    scenario.addEvents(requests, clock.nowMs);
  }

  /**
   * Advances the account's clock. Advances run one at a time, in order of arrival. An account has at most one advance
   * in the queue, so it waits for at most one advance of each other account.
   */
  async advance(clientId: string, seconds: number): Promise<void> {
    const simulation = this.#ownOf(clientId);
    if (simulation.isAdvancing)
      throw new ApiFault("DH-906", "Another call is advancing the clock. Wait for its response.");
    if (simulation.clock.nowMs + seconds * SECOND_MS > CLOCK_MAX_MS)
      throw new ApiFault("DH-905", `seconds must not move the clock beyond the year ${CLOCK_LAST_YEAR}.`);
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
      await this.#advanceInSlices(clientId, simulation, seconds);
    } finally {
      simulation.isAdvancing = false;
      endTurn();
    }
  }

  /** Advances time in slices; pending requests are served between two slices. */
  async #advanceInSlices(clientId: string, simulation: Simulation<Modules>, seconds: number): Promise<void> {
    if (simulation.step !== null) runAtOnce(simulation.step);
    simulation.step = null;
    const steps = this.#passTime(clientId, simulation, seconds);
    let pausedAt = performance.now();
    while (true) {
      if (this.#simulations.get(clientId) !== simulation)
        throw new ApiFault("DH-906", "Another call has set or ended the clock in the meantime.");
      if (steps.next().done === true) return;
      if (performance.now() - pausedAt < ADVANCE_LIMITS.sliceMs) continue;
      await setImmediate();
      pausedAt = performance.now();
    }
  }

  *#passTime(clientId: string, simulation: Simulation<Modules>, seconds: number): WorkSteps {
    const { clock } = simulation;
    const stepMs = (seconds > FINE_ADVANCE_MAX_SECONDS ? COARSE_STEP_SECONDS : 1) * SECOND_MS;
    const until = clock.nowMs + seconds * SECOND_MS;
    while (clock.nowMs < until) {
      clock.nowMs = Math.min(until, clock.nowMs + stepMs);
      yield* this.#stepOf(clientId, simulation);
      yield;
    }
  }

  /** Runs the periodic work for a new time of the account's clock. */
  *#stepOf(clientId: string, { context, dayEnd, modules }: Simulation<Modules>): WorkSteps {
    yield* context.broker.steps();
    yield* dayEnd.steps();
    yield* modules.steps(this.#onFault);
    yield* this.#stepListener(clientId);
  }

  /** Works on a step of a running clock. Returns true when it is complete. */
  #runStep(clientId: string, stepMs: number): boolean {
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined || simulation.isAdvancing) return true;
    const { clock } = simulation;
    if (simulation.step === null) {
      // Steps are aligned to multiples of their length, so the result does not depend on the start time.
      clock.nowMs = Math.min(clock.untilMs, (Math.floor(clock.nowMs / stepMs) + 1) * stepMs);
      simulation.step = this.#stepOf(clientId, simulation);
    }
    if (simulation.step.next().done !== true) return false;
    simulation.step = null;
    return true;
  }

  /** Returns to the common market and discards the simulation. */
  end(clientId: string): void {
    this.#displaced.delete(clientId);
    const simulation = this.#simulations.get(clientId);
    if (simulation === undefined) return;
    this.#simulations.delete(clientId);
    this.#clocks.drop(clientId);
    simulation.context.db.close();
  }

  close(): void {
    for (const clientId of [...this.#simulations.keys()]) this.end(clientId);
    this.#clocks.close();
  }
}
