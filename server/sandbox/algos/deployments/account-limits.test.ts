// Limits over all algos of one mode: when they trigger, their effect and duration, and which algos they do not affect.
import { describe, expect, it } from "vitest";
import {
  act,
  BUSY,
  begin,
  broker,
  build,
  CLIENT,
  db,
  events,
  OTHER,
  openDeployments,
  pass,
  read,
  rows,
  run,
  STRADDLE,
} from "../../../../tests/support/deployment-rig.ts";
import { runAtOnce } from "../../slices.ts";
import { AccountLimits } from "./account-limits.ts";
import { PnlHistory } from "./pnl-history.ts";

openDeployments();

const NO_LIMITS = { lossPerDayRupees: null, profitLock: null };
const limits = () => new AccountLimits({ db, broker, rows });
const of = (mode: "live" | "paper", client = CLIENT) => limits().read(client)[mode];

/** Runs until today's P&L of all algos of the mode satisfies the condition. Stores the closes of the days meanwhile. */
function runUntil(mode: "live" | "paper", isReached: (paise: number) => boolean): void {
  const history = new PnlHistory({ db, broker, rows });
  for (let step = 0; step < 1_000; step += 1) {
    run(60, 30);
    runAtOnce(history.steps());
    if (isReached(of(mode).todayPaise ?? 0)) return;
  }
  throw new Error("the P&L never reached the value");
}

describe("account limits", { timeout: 60_000 }, () => {
  it("are empty by default, and set() changes only the given client and mode", () => {
    expect(of("live")).toEqual({
      ...NO_LIMITS,
      todayPaise: 0,
      peakPaise: null,
      floorPaise: null,
      reached: null,
    });
    const profitLock = { fromRupees: 5_000, giveBackRupees: 2_000 };
    limits().set(CLIENT, { mode: "live", lossPerDayRupees: 4_000, profitLock });
    expect(of("live")).toMatchObject({ lossPerDayRupees: 4_000, profitLock, floorPaise: null });
    expect(of("paper")).toMatchObject(NO_LIMITS);
    expect(of("live", OTHER)).toMatchObject(NO_LIMITS);
  });

  it("square off and pause all paper algos when their joint loss reaches the limit", () => {
    const [one, two] = [begin({ strategyId: BUSY }), begin({ strategyId: STRADDLE })];
    const others = [begin({ strategyId: BUSY, mode: "live" }), begin({ strategyId: BUSY }, OTHER)] as const;
    limits().set(CLIENT, { mode: "paper", lossPerDayRupees: 200, profitLock: null });
    runUntil("paper", (paise) => paise <= -200 * 100);
    run(10);
    for (const id of [one, two]) {
      expect(read(id)).toMatchObject({ state: "paused", positions: [] });
      expect(events(id)).toContain("exit by guard");
      expect(read(id).reason).toMatch(
        /All paper algos together lost ₹\d+ today: .* daily loss limit is ₹200/,
      );
    }
    expect(of("paper").reached?.kind).toBe("loss_per_day");
    expect(read(others[0]).state).toBe("active");
    expect(read(others[1], OTHER).state).toBe("active");
  });

  it("once reached, apply for the rest of the day despite a change or a restart", () => {
    const id = begin({ strategyId: BUSY });
    limits().set(CLIENT, { mode: "paper", lossPerDayRupees: 100, profitLock: null });
    runUntil("paper", (paise) => paise <= -100 * 100);
    run(10);
    build();
    limits().set(CLIENT, { mode: "paper", ...NO_LIMITS });
    expect(() => act(id, "resume")).toThrow(/daily loss limit was reached today/);
    const late = begin({ strategyId: STRADDLE });
    run(120);
    expect(read(late)).toMatchObject({ state: "active", positions: [] });
    expect(read(late).outlook).toMatch(/no positions are opened before tomorrow/);
    pass(24 * 3_600_000);
    expect(of("paper").reached).toBeNull();
    act(id, "resume");
    run(5);
    expect(read(id).state).toBe("active");
  });

  it("raise the profit lock's floor with the day's peak, and never lower it", () => {
    const id = begin({ strategyId: STRADDLE, mode: "live" });
    runUntil("live", (paise) => paise > 50 * 100);
    limits().set(CLIENT, {
      mode: "live",
      lossPerDayRupees: null,
      profitLock: { fromRupees: 50, giveBackRupees: 40 },
    });
    let floor = Number.NEGATIVE_INFINITY;
    for (let step = 0; step < 1_000 && of("live").reached === null; step += 1) {
      run(60, 30);
      const now = of("live");
      expect(now.floorPaise).toBe((now.peakPaise ?? 0) - 40 * 100);
      expect(now.floorPaise ?? 0).toBeGreaterThanOrEqual(floor);
      floor = now.floorPaise ?? floor;
    }
    run(10);
    expect(of("live").reached?.kind).toBe("profit_lock");
    expect(read(id)).toMatchObject({ state: "paused", positions: [] });
    expect(read(id).reason).toMatch(/Profit lock of the account: the P&L of all live algos together fell to/);
  });

  it("measure a new profit lock from the P&L at the time it is set", () => {
    begin({ strategyId: STRADDLE, mode: "live" });
    run(60);
    limits().set(CLIENT, { mode: "live", lossPerDayRupees: 1_000_000, profitLock: null });
    run(10);
    limits().set(CLIENT, {
      mode: "live",
      lossPerDayRupees: null,
      profitLock: { fromRupees: 1_000_000, giveBackRupees: 1 },
    });
    const { todayPaise, peakPaise, floorPaise } = of("live");
    expect(peakPaise).toBe(todayPaise);
    expect(floorPaise).toBeNull();
  });
});
