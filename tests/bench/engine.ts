// Measures how many bars per second the engine that computes records evaluates. Compares the engine with a bare loop
// over the same prices and with grademark, a backtester from the npm registry. All three trade one share by one rule:
// buy above the high of the first half hour, sell at a stop or at 15:00. All run on one thread in one process. Only the
// engine also computes position sizes, charges and daily values, and stores records. `npm run bench:engine`, or with a
// number of days `npm run bench:engine -- 250`
import { DataFrame } from "data-forge";
import { backtest } from "grademark";
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart } from "../../app/domain/time.ts";
import { runBacktests } from "../../server/sandbox/algos/backtest/backtest.ts";
import { ASSUMED_FILLS } from "../../server/sandbox/algos/backtest/execution.ts";
import { HistoryTape, LAST_MINUTE } from "../../server/sandbox/algos/backtest/history-day.ts";
import { type RecordPlan, recordPlans } from "../../server/sandbox/algos/backtest/record-plans.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";

const FROM_DAY = dayOfIso("2025-01-02");
const DAYS = Number(process.argv[2] ?? 250);
const SHARE = "NSE_EQ:1333";
const BARS_PER_DAY = LAST_MINUTE + 1;
const RANGE_MINUTES = 30;
const EXIT_MINUTE = 345;
const STOP = 0.01;
const ROUNDS = 5;
const MINUTE_MS = 60_000;

const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const plans = recordPlans(buildCatalogue(), FROM_DAY + 2_000, { key: "IDX_I:13", name: "Nifty 50" });
const backtestPlans = plans.filter(({ evidence, start }) => evidence === "backtest" && start === "own");
const toDay = market.tapes.days.dayAt((market.tapes.days.ordinal(FROM_DAY) ?? 0) + DAYS - 1);
const prices = new HistoryTape(market);
const days: { openMs: number; prices: Float64Array }[] = [];
for (let day = FROM_DAY; day <= toDay; day += 1)
  if (market.paths.isFullDay(day))
    days.push({ openMs: prices.day(day).openMs, prices: prices.day(day).prices(SHARE) });

/**
 * Runs the rule on plain arrays, without objects and costs. Returns the sum of all trades' results, so that the loop is
 * not optimised away.
 */
function bareLoop(): number {
  let sum = 0;
  for (const day of days) {
    let high = 0;
    let entry = 0;
    let isDone = false;
    for (let minute = 0; minute < BARS_PER_DAY; minute += 1) {
      const price = day.prices[minute] ?? 0;
      if (minute <= RANGE_MINUTES) high = Math.max(high, price);
      else if (entry > 0) {
        if (price > entry * (1 - STOP) && minute < EXIT_MINUTE) continue;
        sum += price / entry - 1;
        entry = 0;
        isDone = true;
      } else if (!isDone && minute < EXIT_MINUTE && price > high) entry = price;
    }
  }
  return sum;
}

type Bar = {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  minute: number;
  rangeHigh: number;
};
const bars: Bar[] = days.flatMap(({ openMs, prices: ofDay }) => {
  const rangeHigh = Math.max(...ofDay.subarray(0, RANGE_MINUTES + 1));
  return Array.from(ofDay, (price, minute) => ({
    time: new Date(openMs + minute * MINUTE_MS),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
    minute,
    rangeHigh,
  }));
});
const series = new DataFrame<number, Bar>({ values: bars });

function withGrademark(): number {
  backtest<Bar, Bar, object, number>(
    {
      entryRule(enter, { bar }) {
        if (bar.minute > RANGE_MINUTES && bar.minute < EXIT_MINUTE && bar.close > bar.rangeHigh) enter();
      },
      exitRule(exit, { bar, position }) {
        if (bar.minute >= EXIT_MINUTE || bar.close <= position.entryPrice * (1 - STOP)) exit();
      },
    },
    series,
  );
  return bars.length;
}

/** Returns an algo that trades the opening range breakout of a share, evaluated every minute. */
function openingRangeAlgo(): RecordPlan {
  const plan = backtestPlans.find(({ plan: { playbook } }) => playbook === "equityOpeningRange");
  if (plan === undefined) throw new Error("no opening range of shares in the catalogue");
  return {
    ...plan,
    plan: { ...plan.plan, watched: [SHARE] },
    fromDay: FROM_DAY,
    toDay,
    barSeconds: 60,
  };
}

/**
 * Runs the engine with a new price history, so that the prices of each minute are generated again from the cached
 * closes.
 */
const engine = (all: readonly RecordPlan[]) => {
  const backtests = runBacktests(
    new HistoryTape(market),
    all.map((plan) => ({ plan: { ...plan, fromDay: FROM_DAY, toDay }, execution: ASSUMED_FILLS })),
  );
  return backtests.reduce((sum, { days: own }, index) => sum + own.length * barsPerDay(all[index]), 0);
};
const barsPerDay = (plan: RecordPlan | undefined) => LAST_MINUTE / ((plan?.barSeconds ?? 60) / 60) + 1;

/** Returns the result of the fastest round by CPU time, which other programs on the machine affect least. */
function barsPerSecond(rounds: number, run: () => number): number {
  let fastest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    const count = run();
    const { user, system } = process.cpuUsage(before);
    fastest = Math.max(fastest, (count * 1e6) / (user + system));
  }
  return fastest;
}

const count = days.length * BARS_PER_DAY;
const LOOPS = 200;
const bare = barsPerSecond(ROUNDS, () => {
  for (let loop = 0; loop < LOOPS; loop += 1) bareLoop();
  return LOOPS * count;
});
const rows: [name: string, speed: number][] = [
  ["bare loop over the same prices", bare],
  ["grademark, prices at hand", barsPerSecond(2, withGrademark)],
  ["engine, one algo, prices made", barsPerSecond(ROUNDS, () => engine([openingRangeAlgo()]))],
  [
    `engine, ${backtestPlans.length} algos of the catalogue, prices made`,
    barsPerSecond(2, () => engine(backtestPlans)),
  ],
];
const grademark = rows[1]?.[1] ?? Number.NaN;
process.stdout.write(
  `${days.length} days from ${new Date(istDayStart(FROM_DAY)).toDateString()}, node ${process.version}; bars of one algo a second of processor time\n\n`,
);
for (const [name, speed] of rows)
  process.stdout.write(
    `${name.padEnd(52)} ${Math.round(speed).toLocaleString("en-IN").padStart(14)}   ${(speed / bare).toFixed(4).padStart(8)} × bare loop ${(speed / grademark).toFixed(2).padStart(9)} × grademark\n`,
  );
