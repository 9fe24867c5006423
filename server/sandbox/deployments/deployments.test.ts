// Deployments in the sandbox: terms and consent, the order window, trading by the rules, guards, every way to stop, the kill
// switch, new versions, and the same after a restart.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NewDeployment } from "../../../app/wire/deployment.ts";
import type { Verb } from "../../../app/wire/deployment-states.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../app/wire/market-sessions.ts";
import { Broker } from "../broker/broker.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { SandboxMarket } from "../market/market.ts";
import { openDatabase, type SandboxDatabase } from "../store/database.ts";
import { seedCatalogue } from "../store/seed-catalogue.ts";
import { Controls } from "./controls.ts";
import { DeploymentConflict, DeploymentRows } from "./deployment-rows.ts";
import { Deployments } from "./deployments.ts";
import { Runner } from "./runner.ts";
import { noticeCatalogue } from "./version-difference.ts";

const CLIENT = "1000000001";
const OTHER = "1000000002";
const catalogue = buildCatalogue();
const STRADDLE = "arclight-straddle";
const SEEDLING = "monthly-seedling";

let folder = "";
let now = 0;
let db: SandboxDatabase;
let broker: Broker;
let rows: DeploymentRows;
let runner: Runner;
let controls: Controls;
let deployments: Deployments;
let faults: unknown[] = [];

function build(hours: "always" | "exchange" = "always"): void {
  const isRoundTheClock = hours === "always";
  const market = new SandboxMarket(1, isRoundTheClock ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR);
  broker = new Broker(db, market, () => now);
  rows = new DeploymentRows(db, () => now);
  runner = new Runner({ db, broker, rows, isRoundTheClock, onFault: (fault) => faults.push(fault) });
  controls = new Controls({ db, broker, rows });
  deployments = new Deployments({ db, broker, rows, runner, controls });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deployments-"));
  now = Date.parse("2026-11-17T20:00:00+05:30");
  db = openDatabase(folder);
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

type Terms = NewDeployment["terms"];
type Wish = Partial<Omit<Terms, "guards">> & { strategyId?: string; guards?: Partial<Terms["guards"]> };

function wanted({ strategyId = STRADDLE, guards, ...terms }: Wish = {}): NewDeployment {
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
const key = () => {
  keys += 1;
  return `key-${String(keys).padStart(6, "0")}`;
};

function begin(wish: Wish = {}, client = CLIENT): string {
  const made = deployments.create(client, key(), wanted(wish));
  expect(made.state).toBe("awaiting_order_window");
  expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")?.row.state).toBe("active");
  return made.id;
}

function run(seconds: number, every = 1): void {
  for (let second = 0; second < seconds; second += every) {
    now += every * 1_000;
    runner.tick();
  }
}

const read = (id: string, client = CLIENT) => {
  const detail = deployments.detail(client, id);
  if (detail === null) throw new Error("no such deployment");
  return detail;
};
const act = (id: string, verb: Verb, client = CLIENT) =>
  deployments.act(client, id, key(), { verb, note: null });
const events = (id: string) => read(id).events.map(({ what, by }) => `${what} by ${by}`);

describe("asking for one", () => {
  it("keeps the text with its hash, waits at the order window, and is one for one key", () => {
    const wish = wanted();
    const one = deployments.create(CLIENT, "the-same-key", wish);
    const again = deployments.create(CLIENT, "the-same-key", wish);
    expect(again.id).toBe(one.id);
    expect(one.consent.sha256).toBe(createHash("sha256").update("I consent.").digest("hex"));
    expect(one.capitalRupees).toBe(230_000);
    expect(deployments.list(CLIENT)).toHaveLength(1);
    expect(events(one.id)).toEqual(["requested by trader", "prepared by provider"]);
    run(3);
    expect(broker.book.list(CLIENT, { limit: 10 })).toEqual([]);
  });

  it.each([
    [
      "twice the same algo in one mode",
      () => [wanted(), wanted()],
      /deployed Arclight Straddle on paper already/,
    ],
    ["an algo that is closed", () => [wanted({ strategyId: "loom-quick-strangle" })], /takes nobody new/],
    ["a version that is not the algo's", () => [{ ...wanted(), version: "0.9" }], /is at version/],
    ["a start in the past", () => [wanted({ startOn: "2026-11-16" })], /past/],
    [
      "derivatives without the disclosure",
      () => [{ ...wanted(), consent: { ...wanted().consent, riskDisclosureVersion: null } }],
      /risk disclosure/,
    ],
  ])("refuses %s", (_, wishes, words) => {
    expect(() => {
      for (const wish of wishes()) deployments.create(CLIENT, key(), wish);
    }).toThrow(words);
  });

  it("allows the same algo live and on paper, and to another client", () => {
    begin();
    begin({ mode: "live" });
    begin({}, OTHER);
    expect(deployments.list(CLIENT)).toHaveLength(2);
  });
});

describe("the order window", () => {
  it("shows what would be sent, and answers once", () => {
    const made = deployments.create(CLIENT, key(), wanted());
    const ref = made.basket?.ref ?? "";
    const known = deployments.basket(ref);
    expect(known?.basket.legs.map(({ side }) => side)).toEqual(["SELL", "SELL"]);
    expect(known?.basket.marginPaise).toBeGreaterThan(100_000_00);
    expect(known?.basket.chargesPaise).toBeGreaterThan(4_000);
    expect(deployments.answerBasket(ref, "declined")?.row.state).toBe("failed");
    expect(deployments.answerBasket(ref, "confirmed")?.row.state).toBe("failed");
    expect(deployments.basket(ref)).toBeNull();
    expect(deployments.answerBasket("unknown-reference-00", "confirmed")).toBeNull();
  });

  it("expires by itself", () => {
    const made = deployments.create(CLIENT, key(), wanted());
    run(16 * 60, 60);
    expect(read(made.id)).toMatchObject({ state: "failed", by: "provider" });
    expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")).toBeNull();
  });

  it("refuses to begin live what the funds do not carry", () => {
    const made = deployments.create(CLIENT, key(), wanted({ mode: "live", multiplier: 20 }));
    expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")?.refused).toMatch(
      /not enough free funds/,
    );
    expect(read(made.id).state).toBe("awaiting_order_window");
  });
});

describe("trading", () => {
  it("opens by its rules, and positions, charges and result are those of its trades", () => {
    const id = begin();
    run(5);
    const detail = read(id);
    expect(detail.positions.map(({ quantity }) => quantity)).toEqual([-65, -65]);
    const trades = broker.book.trades(CLIENT, { deploymentId: id, limit: 50 });
    const cash = trades.reduce(
      (sum, { side, quantity, price_paise }) => sum + (side === "BUY" ? -1 : 1) * quantity * price_paise,
      0,
    );
    const charges = trades.reduce((sum, { charges_paise }) => sum + charges_paise, 0);
    const open = detail.positions.reduce(
      (sum, { quantity, lastPaise }) => sum + quantity * (lastPaise ?? 0),
      0,
    );
    expect(detail.result).toMatchObject({
      totalPaise: cash + open - charges,
      chargesPaise: charges,
      tradesToday: 1,
    });
    expect(
      broker.book.list(CLIENT, { limit: 9 }).every(({ intent }) => intent?.startsWith("Sold at 09:20")),
    ).toBe(true);
  });

  it("ends its day by its own rules, and begins anew in the next session", () => {
    const id = begin();
    run(6 * 3_600, 15);
    expect(read(id).positions).toEqual([]);
    run(1_800, 15);
    expect(broker.book.list(CLIENT, { deploymentId: id, limit: 50 }).length).toBeGreaterThan(4);
    expect(read(id).state).toBe("active");
  });

  it("keeps to the exchanges' hours where the market does", () => {
    build("exchange");
    const id = begin();
    run(600, 60);
    expect(broker.book.list(CLIENT, { limit: 5 })).toEqual([]);
    now = Date.parse("2026-11-18T09:19:00+05:30");
    run(120, 5);
    const [first] = broker.book.list(CLIENT, { deploymentId: id, limit: 5 }).reverse();
    expect(new Date((first?.created_at ?? 0) + 19_800_000).toISOString()).toMatch(/T09:20/);
    now = Date.parse("2026-11-18T15:04:00+05:30");
    run(180, 5);
    expect(read(id).positions).toEqual([]);
  });

  it("does not open before its day, nor on days that were not chosen", () => {
    const later = begin({ startOn: "2026-11-19" });
    const never = begin({ strategyId: SEEDLING, days: ["Mon"] });
    run(30);
    expect(read(later).result).toBeNull();
    expect(read(never).result).toBeNull();
    expect(read(later).outlook).toBe("Begins on 2026-11-19.");
  });

  it("every algo that takes new traders can be deployed at its minimum, and no order of its first session is refused", {
    timeout: 120_000,
  }, () => {
    const open = catalogue.strategies.filter(({ status }) => status.state === "open");
    db.exec("PRAGMA synchronous = OFF");
    const ids = open.map((strategy, index) => {
      const client = `client-${Math.floor(index / 20)}`;
      controls.acknowledgeRisk(client, "v1");
      return { client, id: begin({ strategyId: strategy.id }, client), strategy };
    });
    run(375 * 60, 60);
    const traded = new Set<string>();
    for (const { client, id, strategy } of ids) {
      const orders = broker.book.list(client, { deploymentId: id, limit: 500 });
      expect(
        orders.filter(({ status }) => status === "REJECTED").map(({ reason }) => `${strategy.id}: ${reason}`),
      ).toEqual([]);
      expect(["active", "paused"]).toContain(read(id, client).state);
      if (orders.length > 0) traded.add(strategy.id);
    }
    // Breakouts and expiry days do not come every session.
    expect(traded.size).toBeGreaterThan(open.length * 0.7);
  });
});

describe("control", () => {
  it("pausing opens nothing more, and goes on to manage what is open", () => {
    const id = begin();
    run(3);
    expect(act(id, "pause")).toMatchObject({ state: "paused", by: "trader" });
    run(6 * 3_600, 15);
    expect(read(id).positions).toEqual([]);
    const { length } = broker.book.list(CLIENT, { limit: 50 });
    run(3_600, 15);
    expect(broker.book.list(CLIENT, { limit: 50 })).toHaveLength(length);
    expect(act(id, "resume")?.state).toBe("active");
  });

  it("exiting sends what the preview said, and ends paused", () => {
    const id = begin();
    run(3);
    const preview = deployments.preview(CLIENT, id, "exit");
    expect(preview?.sends.map(({ side, quantity }) => `${side} ${quantity}`)).toEqual(["BUY 65", "BUY 65"]);
    expect(act(id, "exit")).toMatchObject({ state: "exiting", exitTo: "paused" });
    run(3);
    expect(read(id)).toMatchObject({ state: "paused", positions: [] });
    expect(events(id)).toEqual([
      "requested by trader",
      "prepared by provider",
      "confirmed by trader",
      "exit by trader",
      "flat by provider",
    ]);
  });

  it("stopping without anything open is over at once", () => {
    const id = begin({ startOn: "2026-11-19" });
    expect(act(id, "stop")?.state).toBe("stopped");
    expect(() => act(id, "resume")).toThrow(DeploymentConflict);
  });

  it("handing over leaves the positions and sends nothing more", () => {
    const id = begin();
    run(3);
    expect(act(id, "hand_over")?.state).toBe("stopped");
    const { length } = broker.book.list(CLIENT, { limit: 50 });
    run(3 * 3_600, 60);
    expect(broker.book.list(CLIENT, { limit: 50 })).toHaveLength(length);
    expect(read(id).positions).toHaveLength(2);
  });

  it("the same key acts once", () => {
    const id = begin();
    run(3);
    deployments.act(CLIENT, id, "one-act-key", { verb: "pause", note: "n" });
    act(id, "resume");
    expect(deployments.act(CLIENT, id, "one-act-key", { verb: "pause", note: "n" })?.state).toBe("active");
  });

  it("another client's deployment is not there, for any call", () => {
    const id = begin();
    expect(deployments.detail(OTHER, id)).toBeNull();
    expect(deployments.act(OTHER, id, key(), { verb: "stop", note: null })).toBeNull();
    expect(deployments.preview(OTHER, id, "stop")).toBeNull();
    expect(
      deployments.consentToVersion(OTHER, id, { version: "9.0", text: "x", textVersion: "1" }),
    ).toBeNull();
    expect(deployments.list(OTHER)).toEqual([]);
    expect(read(id).state).toBe("active");
  });

  it("an exchange's or a manager's halt pauses, and only the trader resumes", () => {
    const id = begin();
    runner.halt(STRADDLE, "exchange", "Algo id blocked.");
    expect(read(id)).toMatchObject({ state: "paused", by: "exchange", reason: "Algo id blocked." });
    run(60);
    expect(read(id).state).toBe("paused");
  });
});

describe("guards", () => {
  /** The first moment at which the straddle is behind by so many rupees, found on a deployment without guards. */
  function untilBehind(rupees: number): void {
    const id = begin({ mode: "live" });
    for (let minute = 0; minute < 300; minute += 1) {
      run(60, 10);
      if ((read(id).result?.totalPaise ?? 0) <= -rupees * 100) return;
    }
    throw new Error("it never was");
  }

  it("the loss of a day closes positions and pauses; resuming it while the loss stands ends the same way", () => {
    const id = begin({ guards: { lossPerDayRupees: 100 } });
    untilBehind(250);
    const detail = read(id);
    expect(detail).toMatchObject({ state: "paused", positions: [] });
    expect(events(id)).toContain("exit by guard");
    expect(detail.events.find(({ by }) => by === "guard")?.reason).toMatch(
      /Today's loss reached the guard of ₹100/,
    );
    act(id, "resume");
    run(3);
    expect(read(id).state).toBe("paused");
  });

  it("the loss in all stops it for good", () => {
    const id = begin({ guards: { lossInAllRupees: 100 } });
    untilBehind(250);
    expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
  });

  it("the trades of a day are counted, and no more are opened", () => {
    const id = begin({ strategyId: "tidewater-tick-pull", guards: { tradesPerDay: 2 } });
    run(3 * 3_600, 5);
    expect(read(id).result?.tradesToday).toBe(2);
    expect(events(id)).toContain("trades_reached by guard");
    expect(read(id).state).toBe("active");
  });

  it("are known after a restart", () => {
    const id = begin({ guards: { lossInAllRupees: 100 } });
    run(3);
    build();
    untilBehind(250);
    expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
  });
});

it("a restart goes on with the position, and opens nothing twice", () => {
  const id = begin();
  run(3);
  const before = broker.book.list(CLIENT, { limit: 50 }).length;
  build();
  run(30);
  expect(broker.book.list(CLIENT, { limit: 50 })).toHaveLength(before);
  act(id, "stop");
  run(3);
  expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
});

describe("the kill switch", () => {
  it("stops everything, closes positions, lets nothing begin, and holds for the day", () => {
    const one = begin();
    const two = begin({ strategyId: SEEDLING });
    const waiting = deployments.create(CLIENT, key(), wanted({ strategyId: "five-strong" }));
    const others = begin({}, OTHER);
    run(3);
    expect(controls.setKillSwitch(CLIENT, true).isActive).toBe(true);
    run(5);
    expect(read(one)).toMatchObject({ state: "stopped", positions: [] });
    expect(read(two)).toMatchObject({ state: "stopped", positions: [] });
    expect(read(waiting.id).state).toBe("failed");
    expect(read(others, OTHER).state).toBe("active");
    expect(() => deployments.create(CLIENT, key(), wanted())).toThrow(/kill switch/);
    expect(() => controls.setKillSwitch(CLIENT, false)).toThrow(/rest of the day/);
    now += 24 * 3_600_000;
    expect(controls.setKillSwitch(CLIENT, false).isActive).toBe(false);
    run(5);
    expect(read(one).state).toBe("stopped");
  });
});

describe("a new version", () => {
  it("opens nothing before it is consented to, shows what is different, and stays paused until it is resumed", () => {
    const id = begin({ startOn: "2026-11-18" });
    const strategies = catalogue.strategies.map((strategy) =>
      strategy.id === STRADDLE
        ? { ...strategy, version: "9.0", howItWorks: [...strategy.howItWorks, "It does one thing more."] }
        : strategy,
    );
    seedCatalogue(db, { ...catalogue, version: "next", strategies });
    noticeCatalogue(db, broker, rows);
    expect(read(id)).toMatchObject({ state: "paused", by: "manager", newVersion: "9.0" });
    expect(() => act(id, "resume")).toThrow(/waits for your consent/);
    expect(deployments.difference(CLIENT, id)?.changes).toMatchObject([{ what: "How it works" }]);
    deployments.consentToVersion(CLIENT, id, { version: "9.0", text: "I consent to 9.0.", textVersion: "2" });
    expect(read(id)).toMatchObject({ state: "paused", version: "9.0", newVersion: null });
    expect(read(id).consent).toMatchObject({ version: "9.0", textVersion: "2" });
    expect(act(id, "resume")?.state).toBe("active");
  });
});
