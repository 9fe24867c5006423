// Backtests of every strategy in the catalogue: reproducible from the seed, without look-ahead, and with money that
// adds up to the paisa.
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso, isoDayOf, istDay } from "../../../../app/domain/time.ts";
import { buildMinuteBar, dailyBar } from "../../exchange/candles.ts";
import { type MarketInstrument, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { buildContract } from "../../exchange/option-chain.ts";
import { minuteOfSession } from "../../exchange/trading-days.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { type Backtest, runBacktest, runBacktests } from "./backtest.ts";
import { ASSUMED_FILLS, type Execution, paperOrLiveExecution } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { findIdleSegments } from "./idle-segments.ts";
import { sumCosts } from "./position-book.ts";
import { listRecordPlans, type RecordPlan, recordPlans } from "./record-plans.ts";

const catalogue = buildCatalogue();
const FROM = istDay(Date.parse("2026-03-02T12:00:00+05:30"));
const CUT = istDay(Date.parse("2026-04-21T12:00:00+05:30"));
const TO = istDay(Date.parse("2026-05-29T12:00:00+05:30"));
const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
const tape = new HistoryTape(market);

function planOf(id: string, toDay: number): RecordPlan {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const [plan] = strategy === undefined ? [] : listRecordPlans(catalogue, strategy, toDay, BENCHMARK);
  if (plan === undefined) throw new Error(id);
  return { ...plan, fromDay: FROM, toDay, end: null };
}

function run(id: string, toDay: number, execution = ASSUMED_FILLS): Backtest {
  const plan = planOf(id, toDay);
  return runBacktest({ plan, tape, execution });
}

/** Runs all strategies together, because they share the prices of a day. */
function runAll(toDay: number, executionOf: (id: string) => Execution = () => ASSUMED_FILLS) {
  const ids = catalogue.strategies.map(({ id }) => id);
  const runs = ids.map((id) => ({ plan: planOf(id, toDay), execution: executionOf(id) }));
  return new Map(runBacktests(tape, runs).map((backtest, index) => [ids[index] ?? "", backtest]));
}

const fullResults = runAll(TO);

describe("every strategy", () => {
  it("gives the same results for past days when later days are removed", { timeout: 60_000 }, () => {
    for (const [id, cut] of runAll(CUT)) {
      const { days, trades } = fullResults.get(id) as Backtest;
      expect(days.slice(0, cut.days.length), id).toEqual(cut.days);
      const closed = cut.trades.filter(({ closedAt }) => closedAt !== null);
      for (const trade of closed)
        expect(trades[trade.number - 1], `${id} trade ${trade.number}`).toEqual(trade);
    }
  });

  it("has an equity curve that equals its trades after costs and fees, to the paisa", () => {
    for (const [id, { days, trades }] of fullResults) {
      const last = days.at(-1);
      const net = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
      expect(last?.netPaise, id).toBe(net - (last?.feePaise ?? 0));
      for (const trade of trades) {
        expect(trade.netPaise, id).toBe(trade.grossPaise - sumCosts(trade.costs));
        expect(trade.favourablePaise).toBeGreaterThanOrEqual(Math.min(0, trade.grossPaise));
        expect(trade.adversePaise).toBeLessThanOrEqual(Math.max(0, trade.grossPaise));
        expect(Number.isInteger(trade.netPaise)).toBe(true);
        expect(trade.entryReason).not.toBe("");
        expect(trade.closedAt === null || trade.exitReason !== "").toBe(true);
      }
    }
  });

  it("opens only in its entry hours, and closes intraday positions the same day", () => {
    for (const [id, { trades }] of fullResults) {
      const strategy = catalogue.strategies.find((one) => one.id === id);
      const isIntraday = strategy?.product === "Intraday" || strategy?.product === "Scalping";
      for (const { openedAt, closedAt, number } of trades) {
        const local = new Date(Date.parse(openedAt) + 330 * 60_000).toISOString();
        const time = local.slice(11, 16);
        expect(time >= (strategy?.entryWindow.from ?? ""), `${id} ${number} ${time}`).toBe(true);
        // A straddle may be sold up to half an hour after its entry time.
        if (!id.includes("straddle"))
          expect(time <= (strategy?.entryWindow.to ?? ""), `${id} ${number} ${time}`).toBe(true);
        if (isIntraday && closedAt !== null)
          expect(
            new Date(Date.parse(closedAt) + 330 * 60_000).toISOString().slice(0, 10),
            `${id} ${number}`,
          ).toBe(local.slice(0, 10));
      }
    }
  });

  it("gives the same result alone and together with the others", () => {
    expect(run("ridgeline-condor", TO)).toEqual(fullResults.get("ridgeline-condor"));
  });
});

describe("agreement of track records with public prices", () => {
  const always = new SandboxMarket(1, ROUND_THE_CLOCK);

  it("every entry price lies within its minute candle, in exchange and 24-hour markets", {
    timeout: 120_000,
  }, () => {
    // In the order of time, because the market keeps the prices of recent days only.
    const entries = [...fullResults]
      .flatMap(([id, { trades }]) => trades.map((trade) => ({ id, trade })))
      .filter(({ trade }) => trade.number % 5 === 1)
      .sort((a, b) => a.trade.openedAt.localeCompare(b.trade.openedAt));
    let fills = 0;
    for (const { id, trade } of entries) {
      const plan = catalogue.plans.get(id);
      for (const leg of trade.legs) {
        const atMs = Date.parse(trade.openedAt);
        const instrument = instrumentNamed(leg.symbol, plan?.watched ?? [], atMs);
        if (instrument === null) continue;
        for (const one of [market, always]) {
          const session = one.tapes.sessions.regular(instrument.exchangeSegment, istDay(atMs));
          if (session === null) throw new Error(`${id}: no session`);
          const own = one.tapes.tape(instrument, session);
          const bar = buildMinuteBar(own, minuteOfSession(session, atMs), Number.POSITIVE_INFINITY);
          const name = `${id} ${trade.number} ${leg.symbol}`;
          expect(leg.entryPaise, name).toBeGreaterThanOrEqual(bar?.lowPaise ?? 0);
          expect(leg.entryPaise, name).toBeLessThanOrEqual(bar?.highPaise ?? 0);
        }
        fills += 1;
      }
    }
    expect(fills).toBeGreaterThan(300);
  });

  it("daily index values equal the public closes, in exchange and 24-hour markets", () => {
    const { days } = fullResults.get("ridgeline-condor") as Backtest;
    for (const one of [market, always]) {
      const nifty = one.find("IDX_I", "13", 0);
      for (const { day, benchmark } of days)
        expect(
          nifty === null
            ? 0
            : dailyBar(one.tapes, nifty, dayOfIso(day), Number.POSITIVE_INFINITY)?.closePaise,
        ).toBe(Math.round(benchmark * 100));
    }
  });
});

/** Finds a share by its symbol, or an option by the expiry, strike and side in its symbol. */
function instrumentNamed(symbol: string, watched: readonly string[], atMs: number): MarketInstrument | null {
  const share = bySymbol.get(symbol);
  if (share !== undefined) return share;
  const [name = "", , strike = "", side = ""] = symbol.split("-");
  const index = UNDERLYINGS.findIndex((one) => one.symbol === name);
  const base = UNDERLYINGS[index];
  if (base === undefined || !watched.includes(base.key)) return null;
  const day = istDay(atMs);
  for (const expiry of market.expiries(index, atMs)) {
    const contract = buildContract(
      base.key,
      expiry,
      Number(strike),
      side as "CE" | "PE",
      Number(strike),
      day,
    );
    if (contract?.symbol === symbol) return contract;
  }
  return null;
}
const bySymbol = new Map(
  market
    .listed()
    .filter(({ exchangeSegment }) => exchangeSegment === "NSE_EQ")
    .map((instrument) => [instrument.symbol, instrument]),
);

describe("paper and live records", () => {
  it("miss 0.5 to 5 % of their signals, each with a reason, and are reproducible", {
    timeout: 60_000,
  }, () => {
    let missed = 0;
    let trades = 0;
    const executionOf = (evidence: "paper" | "live") => (id: string) =>
      paperOrLiveExecution(market, 1, id, evidence);
    const lives = runAll(TO, executionOf("live"));
    const papers = runAll(CUT, executionOf("paper"));
    for (const [id, cut] of runAll(CUT, executionOf("live"))) {
      const live = lives.get(id) as Backtest;
      expect(live.days.slice(0, cut.days.length), id).toEqual(cut.days);
      const dated = live.missed.filter(({ kind }) => kind === "capital");
      expect(dated.length, id).toBe(live.signalsPassed);
      missed += live.missed.length - dated.length;
      trades += live.trades.length;
      for (const missedEntry of live.missed) expect(missedEntry.reason).not.toBe("");
      const last = live.days.at(-1);
      const net = live.trades.reduce((sum, trade) => sum + trade.netPaise, 0);
      expect(last?.netPaise, id).toBe(net - (last?.feePaise ?? 0));
      expect(papers.get(id)?.missed.filter(({ kind }) => kind === "refused")).toEqual([]);
    }
    expect(missed / (missed + trades)).toBeGreaterThan(0.005);
    expect(missed / (missed + trades)).toBeLessThan(0.05);
    const id = "ridgeline-day-condor";
    const [backtest, live] = [fullResults.get(id)?.trades[0], lives.get(id)?.trades[0]];
    expect(live?.grossPaise).toBe(backtest?.grossPaise);
    expect(live?.costs.slippagePaise).not.toBe(backtest?.costs.slippagePaise);
  });

  it("begin and end with the paper or live phase of an algo version", () => {
    const spans = (id: string) =>
      recordPlans(catalogue, TO, BENCHMARK)
        .filter(({ strategyId }) => strategyId === id)
        .map(({ version, evidence, start, part, fromDay, toDay, end }) => [
          version,
          [evidence, ...(start === "live" ? ["from live"] : []), ...(part ? [part] : [])].join(" "),
          isoDayOf(fromDay),
          isoDayOf(toDay),
          end?.kind ?? null,
        ]);
    const present = ["2025-10-01", "2026-05-29", null];
    const former = ["2025-01-02", "2025-09-30", "replaced"];
    expect(spans("ridgeline-condor")).toEqual([
      ["3.0", "backtest", "2023-01-02", "2026-05-29", null],
      ["3.0", "live", ...present],
      ["3.0", "backtest from live", ...present],
      ["3.0", "paper", "2025-07-01", "2025-09-30", "went_live"],
      ["2.4", "backtest", "2023-01-02", "2025-09-30", "replaced"],
      ["2.4", "live", ...former],
      ["2.4", "backtest from live", ...former],
      ["2.4", "paper", "2024-10-02", "2025-01-01", "went_live"],
    ]);
    const live = ["live", "2025-01-02"];
    expect(spans("two-month-calendar").map((span) => span.slice(1))).toEqual([
      ["backtest", "2023-01-02", "2026-05-29", null],
      [...live, "2026-05-29", null],
      ["live verified", "2025-01-02", "2026-05-29", null],
      ["backtest from live", "2025-01-02", "2026-05-29", null],
      ["paper", "2024-10-02", "2025-01-01", "went_live"],
    ]);
    expect(spans("kestrel-gap-fader").find(([, evidence]) => evidence === "live")).toEqual([
      "1.2",
      "live",
      "2025-01-02",
      "2025-02-27",
      "withdrawn",
    ]);
  });
});

describe("exhausted capital", () => {
  const id = "ridgeline-day-condor";
  // The fee takes a quarter of the capital each month, so the second fee ends the record.
  const short = (() => {
    const plan = planOf(id, TO);
    return { ...plan, feeMonthlyPaise: plan.plan.minAmountRupees * 25 };
  })();
  const made = runBacktest({ plan: short, tape, execution: ASSUMED_FILLS });

  it("ends the record with a reason; later signals are counted but not traded", () => {
    expect(made.trades.length).toBeGreaterThan(0);
    expect(made.exhausted).toMatchObject({ kind: "capital", on: made.days.at(-1)?.day });
    expect(made.exhausted?.reason).toMatch(/₹/);
    expect(made.days.length).toBeLessThan(run(id, TO).days.length);
    expect(made.signalsAfterEnd).toBeGreaterThan(0);
    const months = new Set(made.days.map(({ day }) => day.slice(0, 7)));
    expect(made.days.at(-1)?.feePaise).toBe(months.size * short.feeMonthlyPaise);
  });

  it("yields the same days for every end date, so that no published day changes", () => {
    const on = dayOfIso(made.exhausted?.on ?? "");
    for (const toDay of [on - 1, on, on + 5]) {
      const cut = { ...short, toDay };
      const { days } = runBacktest({ plan: cut, tape, execution: ASSUMED_FILLS });
      expect(days).toEqual(made.days.slice(0, days.length));
    }
  });
});

describe("idle periods of a record", () => {
  const day = (index: number, isIdle: boolean) => ({
    day: isoDayOf(FROM + index),
    feePaise: 100 * (1 + Math.floor(index / 10)),
    signalsPassed: index % 2,
    isIdle,
  });

  it("are reported with fees and missed signals if they last ten trading days or more", () => {
    const pattern = [2, 9, 1, 12, 3].flatMap((count, part) =>
      Array.from({ length: count }, () => part % 2 === 1),
    );
    const days = pattern.map((isIdle, index) => day(index, isIdle));
    expect(findIdleSegments(days)).toEqual([
      { from: isoDayOf(FROM + 12), to: isoDayOf(FROM + 23), days: 12, feePaise: 100, signalsPassed: 6 },
    ]);
    expect(findIdleSegments(days.map((one) => ({ ...one, isIdle: true })))).toHaveLength(1);
    expect(findIdleSegments([])).toEqual([]);
  });
});
