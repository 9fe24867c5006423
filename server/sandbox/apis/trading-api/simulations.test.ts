// Account clocks: the cost of an hour of simulated time, fair scheduling, and the rejection of parallel calls.
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SCENARIO_LIMITS } from "../../../../app/contract/trading-api/scenario.ts";
import { ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { Controls } from "../../algos/deployments/controls.ts";
import { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import { Broker, liveAccount } from "../../broker/broker.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openMemoryDatabase, type SandboxDatabase } from "../../store/database.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext } from "./handler-context.ts";
import { readSetting } from "./scenario.ts";
import { ADVANCE_LIMITS, type PeriodicChecks, Simulations } from "./simulations.ts";

const CLIENT = "1000000001";
/** Maximum CPU time in ms per hour of simulated time: a second, with a margin for slower machines. */
const CPU_MS_A_SIMULATED_HOUR = 3_000;

let db: SandboxDatabase;
let simulations: Simulations<PeriodicChecks & { context: HandlerContext }>;
/** Real time, epoch ms. */
let realNow: number;
/** Called at each step of an advance. */
let tick: () => void;
const raise = (fault: unknown) => {
  throw fault;
};

beforeEach(() => {
  db = openMemoryDatabase();
  realNow = Date.parse("2026-11-20T12:00:00+05:30");
  const now = () => realNow;
  const broker = new Broker(db, new SandboxMarket(1, ROUND_THE_CLOCK), now);
  const controls = new Controls({ db, broker, rows: new DeploymentRows(db, now) });
  const pause = async () => {};
  tick = () => {};
  simulations = new Simulations(
    { db, directory: db, broker, controls, accountOf: liveAccount, pause, realNow: now },
    (context) => ({
      context,
      *steps() {
        tick();
        yield;
      },
    }),
    raise,
  );
});
afterEach(() => {
  simulations.close();
  db.close();
});

/** Places orders of one share each at 90 % of the price, or at market before the open. */
function placeMany(count: number, clientId = CLIENT, { atMarket = false } = {}): Broker {
  const broker = simulations.of(clientId)?.context.broker;
  if (broker === undefined) throw new Error("no simulation");
  const shares = ["1333", "11536", "2885", "4963", "1594"];
  for (let index = 0; index < count; index += 1) {
    const instrument = broker.market.find("NSE_EQ", shares[index % shares.length] ?? "1333", broker.now());
    if (instrument === null) continue;
    const price = broker.market.quote(instrument, broker.now()).lastPaise * 0.9;
    broker.run(() =>
      broker.place({
        clientId,
        account: liveAccount(clientId),
        deploymentId: null,
        leg: null,
        instrument,
        side: "BUY",
        product: "INTRADAY",
        quantity: 1,
        limitPaise: atMarket ? null : Math.round(price / instrument.tickPaise) * instrument.tickPaise,
        validity: "DAY",
        intent: null,
        correlationId: null,
        capPaise: null,
        api: {
          type: atMarket ? "MARKET" : "LIMIT",
          triggerPaise: null,
          isAfterMarket: atMarket,
          fault: null,
          document: "{}",
        },
      }),
    );
  }
  return broker;
}

it("simulates an hour with resting orders in less than 3 s of CPU time", async () => {
  simulations.begin(CLIENT, readSetting({ seed: 5, at: "2026-11-20 10:00:00" }));
  const broker = placeMany(100);
  expect(broker.orders.resting.size).toBeGreaterThan(50);
  let others = 0;
  const counting = setInterval(() => {
    others += 1;
  }, 5);
  const before = process.cpuUsage();
  await simulations.advance(CLIENT, 3_600);
  const used = process.cpuUsage(before);
  clearInterval(counting);
  const cpuMs = (used.user + used.system) / 1_000;
  process.stdout.write(`${Math.round(cpuMs)} ms of CPU for a simulated hour\n`);
  expect(cpuMs).toBeLessThan(CPU_MS_A_SIMULATED_HOUR);
  expect(others).toBeGreaterThan(3);
  expect(simulations.state(CLIENT).at).toBe("2026-11-20 11:00:00");
});

it("rejects a parallel advance of a clock, and an advance of a removed clock", async () => {
  simulations.begin(CLIENT, readSetting({ seed: 5, at: "2026-11-20 10:00:00" }));
  placeMany(50);
  const first = simulations.advance(CLIENT, 3_600);
  const outcome = first.catch((fault: unknown) => fault);
  await expect(simulations.advance(CLIENT, 10)).rejects.toThrow(/Another call is advancing/);
  simulations.end(CLIENT);
  const fault = await outcome;
  expect(fault).toBeInstanceOf(ApiFault);
  expect(String(fault)).toMatch(/Another call has set or ended/);
  await expect(simulations.advance(CLIENT, 10)).rejects.toThrow(/no clock of its own/);
});

it("a simulation writes nothing to the shared database", async () => {
  simulations.begin(CLIENT, readSetting({ seed: 5, at: "2026-11-20 10:00:00" }));
  placeMany(3);
  for (const table of ["orders", "trades", "ledger", "order_events", "kill_switches"])
    expect((db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n, table).toBe(0);
});

it("evicts the least recently used market at the limit and notifies its account", () => {
  const setting = readSetting({ at: "2026-11-20 10:00:00" });
  const ids = Array.from({ length: SCENARIO_LIMITS.marketsAtMost }, (_, nth) => String(2_000_000_000 + nth));
  for (const id of ids) simulations.begin(id, setting);
  const begin = () => simulations.begin(CLIENT, setting);
  expect(begin).toThrow(/are in use/);
  expect(simulations.of(CLIENT)).toBeNull();
  realNow += SCENARIO_LIMITS.unusedForMs;
  const [first = "", second = ""] = ids;
  simulations.of(first);
  begin();
  expect([first, second, CLIENT].map((id) => simulations.of(id) !== null)).toEqual([true, false, true]);
  const check = () => simulations.checkNotDisplaced(second);
  expect(check).toThrow(/ended to make room/);
  expect(() => simulations.checkNotDisplaced(first)).not.toThrow();
  simulations.end(second);
  expect(check).not.toThrow();
});

const accounts = (count: number) =>
  Array.from({ length: count }, (_, nth) => String(2_000_000_000 + nth)).map((clientId) => {
    simulations.begin(clientId, readSetting({ seed: 5, at: "2026-11-20 10:00:00" }));
    return clientId;
  });

it("advances the clocks of twelve accounts one at a time, in order of arrival", async () => {
  const clients = accounts(12);
  const ended: string[] = [];
  const all = clients.map(async (clientId) => {
    await simulations.advance(clientId, 600);
    ended.push(clientId);
  });
  const isPartly = (clientId: string) => !/10:(00|10):00$/.test(simulations.state(clientId).at);
  let mostAtOnce = 0;
  tick = () => {
    mostAtOnce = Math.max(mostAtOnce, clients.filter(isPartly).length);
  };
  await Promise.all(all);
  expect(mostAtOnce).toBe(1);
  expect(ended).toEqual(clients);
});

it("serves other calls while the clocks of twelve accounts with orders advance", async () => {
  const clients = accounts(12);
  for (const clientId of clients) placeMany(20, clientId);
  // The first advance fills the market's caches, so it is not measured.
  await simulations.advance(clients[0] ?? "", 60);
  let isDone = false;
  const waits: number[] = [];
  const others = (async () => {
    while (!isDone) {
      const startedAt = performance.now();
      await setImmediate();
      waits.push(performance.now() - startedAt);
    }
  })();
  await Promise.all(clients.map((clientId) => simulations.advance(clientId, 900)));
  isDone = true;
  await others;
  waits.sort((one, other) => one - other);
  const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0;
  process.stdout.write(`p95 ${p95.toFixed(1)} ms of ${waits.length} turns between slices\n`);
  expect(waits.length).toBeGreaterThan(clients.length);
});

it("serves other calls while the orders of one clock step are filled", async () => {
  simulations.begin(CLIENT, readSetting({ seed: 5, at: "2026-11-20 08:55:00" }));
  const broker = placeMany(600, CLIENT, { atMarket: true });
  const waiting = () => broker.orders.resting.size;
  expect(waiting()).toBe(600);
  const seen = new Set<string>();
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      const isPart = waiting() > 0 && waiting() < 600;
      if (isPart) seen.add(simulations.state(CLIENT).at);
      await setImmediate();
    }
  })();
  await simulations.advance(CLIENT, 1_230);
  isDone = true;
  await others;
  expect([...seen]).toContain("2026-11-20 09:15:00");
});

it("rejects a clock advance while the queue is full, and accepts it afterwards", async () => {
  const clients = accounts(ADVANCE_LIMITS.waiting + 2);
  const [first = "", ...others] = clients;
  const late = others.pop() ?? "";
  const running = [simulations.advance(first, 3_600)];
  await setImmediate();
  running.push(...others.map((clientId) => simulations.advance(clientId, 60)));
  await expect(simulations.advance(late, 60)).rejects.toThrow(/Too many accounts advance/);
  await Promise.all(running);
  await simulations.advance(late, 60);
  expect(simulations.state(late).at).toBe("2026-11-20 10:01:00");
});

it("advances the next account's clock when the previous account's clock is removed", async () => {
  const [first = "", second = ""] = accounts(2);
  let steps = 0;
  tick = () => {
    steps += 1;
    if (steps === 5) simulations.end(first);
  };
  const dropped = simulations.advance(first, 3_600).catch((fault: unknown) => fault);
  const next = simulations.advance(second, 60);
  expect(await dropped).toBeInstanceOf(ApiFault);
  await next;
  expect(simulations.state(second).at).toBe("2026-11-20 10:01:00");
});
