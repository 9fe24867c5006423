// The sandbox's deployments without a process: market, broker, rules and store with a clock that tests advance.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { NewDeployment } from "../../app/contract/base-api/deployment.ts";
import type { TraderAction } from "../../app/domain/deployment-states.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { seedCatalogue } from "../../server/sandbox/algos/catalogue/seed-catalogue.ts";
import { Controls } from "../../server/sandbox/algos/deployments/controls.ts";
import { DeploymentRows } from "../../server/sandbox/algos/deployments/deployment-rows.ts";
import { Deployments } from "../../server/sandbox/algos/deployments/deployments.ts";
import { Runner } from "../../server/sandbox/algos/deployments/runner.ts";
import { Broker } from "../../server/sandbox/broker/broker.ts";
import type { PlaceRequest } from "../../server/sandbox/broker/order-request.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { openDatabase, type SandboxDatabase } from "../../server/sandbox/store/database.ts";

export const CLIENT = "1000000001";
export const OTHER = "1000000002";
export const catalogue = buildCatalogue();
/** An algo with relaxed rules, so that it trades all day. Every trade has costs, so it has a loss sooner or later. */
export const BUSY = "tidewater-tick-pull";
const busy = catalogue.plans.get(BUSY);
if (busy !== undefined)
  catalogue.plans.set(BUSY, {
    ...busy,
    leverage: 4,
    rules: {
      ...busy.rules,
      movePercent: -100,
      volumeMultiple: 0,
      leanMultiple: 0,
      trendDays: 0,
      stopPercent: 0.1,
      patienceMinutes: 4,
      maxTrades: 100,
      exposureTimes: 3,
    },
    perTradePercent: null,
    perDayPercent: null,
  });
export const STRADDLE = "arclight-straddle";
export const SEEDLING = "monthly-seedling";

let folder = "";
let now = 0;
export let db: SandboxDatabase;
export let broker: Broker;
export let rows: DeploymentRows;
export let runner: Runner;
export let controls: Controls;
export let deployments: Deployments;
let faults: unknown[] = [];

export function build(hours: "always" | "exchange" = "always"): void {
  const isRoundTheClock = hours === "always";
  const market = new SandboxMarket(1, isRoundTheClock ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR);
  broker = new Broker(db, market, () => now);
  rows = new DeploymentRows(db, () => now);
  runner = new Runner({ db, broker, rows, isRoundTheClock, onFault: (fault) => faults.push(fault) });
  controls = new Controls({ db, broker, rows });
  deployments = new Deployments({ db, broker, rows, runner, controls });
}

export function setNow(iso: string): void {
  now = Date.parse(iso);
}

export function pass(ms: number): void {
  now += ms;
}

/** Must be called once in a test file. Each test then gets a new instance, in the evening of 17 November 2026. */
export function openDeployments(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "deployments-"));
    setNow("2026-11-17T20:00:00+05:30");
    db = openDatabase(folder);
    // Simulated days write much data, and tests need no protection against power failure.
    db.exec("PRAGMA synchronous = OFF");
    seedCatalogue(db, catalogue);
    faults = [];
    build();
    controls.acknowledgeRisk(CLIENT, "v1");
    controls.acknowledgeRisk(OTHER, "v1");
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
    expect(faults).toEqual([]);
  });
}

type Terms = NewDeployment["terms"];
type Request = Partial<Omit<Terms, "guards">> & { strategyId?: string; guards?: Partial<Terms["guards"]> };

export function request({ strategyId = STRADDLE, guards, ...terms }: Request = {}): NewDeployment {
  const strategy = catalogue.strategies.find(({ id }) => id === strategyId);
  return {
    strategyId,
    version: strategy?.version ?? "0.0",
    terms: {
      mode: "paper",
      multiplier: 1,
      startOn: "2026-11-17",
      days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
      guards: { lossPerDayRupees: null, lossInAllRupees: null, tradesPerDay: null, ...guards },
      ...terms,
    },
    consent: { text: "I consent.", textVersion: "1", riskDisclosureVersion: "v1" },
  };
}

let keys = 0;
export const key = () => {
  keys += 1;
  return `key-${String(keys).padStart(6, "0")}`;
};

export function begin(wish: Request = {}, client = CLIENT): string {
  const made = deployments.create(client, key(), request(wish));
  expect(made.state).toBe("awaiting_order_window");
  expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")?.row.state).toBe("active");
  return made.id;
}

export function run(seconds: number, every = 1): void {
  for (let second = 0; second < seconds; second += every) {
    now += every * 1_000;
    runner.tick();
  }
}

export const read = (id: string, client = CLIENT) => {
  const detail = deployments.detail(client, id);
  if (detail === null) throw new Error("no such deployment");
  return detail;
};
export const act = (id: string, verb: TraderAction, client = CLIENT) =>
  deployments.act(client, id, key(), { verb, note: null });
export const events = (id: string) => read(id).events.map(({ what, by }) => `${what} by ${by}`);

type Order = Pick<PlaceRequest, "deploymentId" | "side" | "product" | "quantity"> &
  Partial<Pick<PlaceRequest, "leg" | "limitPaise">> & { instrument: string };

/** Places an order on the live account of `CLIENT`, at market unless it has a limit. */
export function placeOrder({ instrument, ...order }: Order): void {
  const listed = broker.instrument(instrument);
  if (listed === null) throw new Error(`${instrument} is not listed`);
  broker.run(() =>
    broker.place({
      clientId: CLIENT,
      account: `live:${CLIENT}`,
      leg: null,
      limitPaise: null,
      ...order,
      instrument: listed,
      validity: "DAY",
      intent: null,
      correlationId: null,
      capPaise: null,
    }),
  );
}
