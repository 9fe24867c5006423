// Backtests: the same again from the same seed, nothing of the future in them, and money that adds up to the paisa, for every strategy
// of the catalogue.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, istDay } from "../../../app/wire/market-sessions.ts";
import { dayLine } from "../../../app/wire/record.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { SandboxMarket } from "../market/market.ts";
import { openDatabase } from "../store/database.ts";
import { seedCatalogue } from "../store/seed-catalogue.ts";
import { type Backtest, runBacktest } from "./backtest.ts";
import { HistoryTape } from "./history-view.ts";
import { totalOf } from "./position-book.ts";
import { genesisOf, Records, sealed } from "./records.ts";

const catalogue = buildCatalogue();
const FROM = istDay(Date.parse("2026-03-02T12:00:00+05:30"));
const CUT = istDay(Date.parse("2026-04-21T12:00:00+05:30"));
const TO = istDay(Date.parse("2026-05-29T12:00:00+05:30"));
const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const tapes = { quick: new HistoryTape(market, 5), slow: new HistoryTape(market, 15) };

function run(id: string, toDay: number): Backtest {
  const plan = catalogue.plans.get(id);
  const strategy = catalogue.strategies.find((one) => one.id === id);
  if (plan === undefined || strategy === undefined) throw new Error(id);
  return runBacktest({
    plan,
    tape: ["Intraday", "Scalping"].includes(plan.product) ? tapes.quick : tapes.slow,
    fromDay: FROM,
    toDay,
    feeMonthlyRupees: strategy.fee.monthlyRupees,
    benchmarkKey: "IDX_I:13",
  });
}

describe("every strategy", () => {
  const whole = new Map(catalogue.strategies.map(({ id }) => [id, run(id, TO)]));

  it("with the future cut off, the past is the same", { timeout: 60_000 }, () => {
    for (const [id, { days, trades }] of whole) {
      const cut = run(id, CUT);
      expect(days.slice(0, cut.days.length), id).toEqual(cut.days);
      const closed = cut.trades.filter(({ closedAt }) => closedAt !== null);
      for (const trade of closed)
        expect(trades[trade.number - 1], `${id} trade ${trade.number}`).toEqual(trade);
    }
  });

  it("the curve is the sum of its trades after costs and fees, to the paisa", () => {
    for (const [id, { days, trades }] of whole) {
      const last = days.at(-1);
      const net = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
      expect(last?.netPaise, id).toBe(net - (last?.feePaise ?? 0));
      for (const trade of trades) {
        expect(trade.netPaise, id).toBe(trade.grossPaise - totalOf(trade.costs));
        expect(trade.favourablePaise).toBeGreaterThanOrEqual(Math.min(0, trade.grossPaise));
        expect(trade.adversePaise).toBeLessThanOrEqual(Math.max(0, trade.grossPaise));
        expect(Number.isInteger(trade.netPaise)).toBe(true);
        expect(trade.entryReason).not.toBe("");
        expect(trade.closedAt === null || trade.exitReason !== "").toBe(true);
      }
    }
  });

  it("entries lie within the algo's own hours and days, and intraday positions do not outlive the day", () => {
    for (const [id, { trades }] of whole) {
      const strategy = catalogue.strategies.find((one) => one.id === id);
      const isIntraday = strategy?.product === "Intraday" || strategy?.product === "Scalping";
      for (const { openedAt, closedAt, number } of trades) {
        const local = new Date(Date.parse(openedAt) + 330 * 60_000).toISOString();
        const time = local.slice(11, 16);
        // A side that is moved nearer follows its stop, not the clock.
        if (!id.includes("strangle")) {
          expect(time >= (strategy?.entryWindow.from ?? ""), `${id} ${number} ${time}`).toBe(true);
          expect(time <= (strategy?.entryWindow.to ?? ""), `${id} ${number} ${time}`).toBe(true);
        }
        if (isIntraday && closedAt !== null)
          expect(
            new Date(Date.parse(closedAt) + 330 * 60_000).toISOString().slice(0, 10),
            `${id} ${number}`,
          ).toBe(local.slice(0, 10));
      }
    }
  });

  it("runs the same twice", () => {
    expect(run("ridgeline-condor", TO)).toEqual(whole.get("ridgeline-condor"));
  });
});

describe("records", () => {
  it("are sealed day by day, and refuse to change what is there", () => {
    const folder = mkdtempSync(join(tmpdir(), "records-"));
    const db = openDatabase(folder);
    seedCatalogue(db, catalogue);
    const records = new Records(db, 1);
    const [strategy] = catalogue.strategies;
    if (strategy === undefined) throw new Error("no strategy");
    expect(records.read(strategy).state).toBe("being_made");
    const short = run(strategy.id, CUT);
    records.write(strategy.id, strategy.version, CUT, short, 0);
    records.write(strategy.id, strategy.version, TO, run(strategy.id, TO), 0);
    const record = records.read(strategy);
    let before = genesisOf(strategy.id, strategy.version);
    for (const day of record.days) {
      before = createHash("sha256")
        .update(`${before}\n${dayLine(day)}`)
        .digest("hex");
      expect(day.hash).toBe(before);
    }
    const [first, ...rest] = short.days;
    if (first === undefined) throw new Error("no day");
    const forged = { ...short, days: [{ ...first, netPaise: first.netPaise + 1 }, ...rest] };
    expect(() => records.write(strategy.id, strategy.version, TO, forged, 0)).toThrow(/would change/);
    expect(sealed(forged.days, record.genesis).at(-1)?.hash).not.toBe(
      record.days[short.days.length - 1]?.hash,
    );
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
