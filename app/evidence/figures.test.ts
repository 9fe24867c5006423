import { expect, it } from "vitest";
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { isoDayOf } from "../domain/time.ts";
import { figureGroups } from "./figures.ts";
import { computeRecordStats } from "./record-stats.ts";
import type { TradeFigures } from "./statistics.ts";

const FIRST_DAY = 20_000;
const DAYS = 500;

/** Returns a record of 500 days that gains every second day, with the given idle periods and payments. */
function recordWith(change: Partial<Pick<StrategyRecord, "idle" | "cashFlows">>): StrategyRecord {
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: isoDayOf(FIRST_DAY + index),
    netPaise: 5_000 * Math.ceil(index / 2),
    grossPaise: 5_000 * Math.ceil(index / 2),
    feePaise: 0,
    marginPaise: 0,
    trades: index,
    benchmark: 20_000 + index,
  }));
  const costs = Object.fromEntries(
    ["brokerage", "transactionTax", "exchange", "regulator", "stampDuty", "gst", "slippage"].map((name) => [
      `${name}Paise`,
      0,
    ]),
  );
  return {
    ...{ evidence: "backtest", capitalRupees: 100_000, benchmark: "Nifty 50", simulated: true, days, costs },
    ...{ idle: [], cashFlows: [] },
    ...change,
  } as unknown as StrategyRecord;
}

function notes(record: StrategyRecord): Map<string, string> {
  const stats = computeRecordStats(record, []);
  if (stats === null) throw new Error("no figures");
  return new Map(
    figureGroups(stats).flatMap(({ figures }) => figures.map(({ key, more }) => [key, more ?? ""] as const)),
  );
}

const stretch = (from: number, days: number) => ({
  from: isoDayOf(FIRST_DAY + from),
  to: isoDayOf(FIRST_DAY + from + days - 1),
  days,
  feePaise: 0,
  signalsPassed: 3,
});

it("states the number of days without trades next to growth and Sharpe ratio", () => {
  const idle = notes(recordWith({ idle: [stretch(100, 60), stretch(300, 25)] }));
  for (const key of ["growth", "sharpe"])
    expect(idle.get(key)).toContain("no trades on 85 of 500 trading days, counting gaps of ten days or more");
  const busy = notes(recordWith({}));
  for (const key of ["growth", "sharpe"]) expect(busy.get(key)).not.toContain("no trades on");
});

it("states the fresh capital paid in next to the growth figure", () => {
  const cashFlows = [{ day: isoDayOf(FIRST_DAY + 200), amountPaise: 1_500_000, note: "Fresh capital." }];
  expect(notes(recordWith({ cashFlows })).get("growth")).toContain("₹15,000.00 of fresh capital paid in");
});

it("marks an expectancy without open positions if it contradicts the net result", () => {
  const stats = computeRecordStats(recordWith({}), []);
  if (stats === null) throw new Error("no figures");
  const expectancy = (expectancyPaise: number) =>
    figureGroups({ ...stats, trades: { expectancyPaise } as TradeFigures })
      .flatMap(({ figures }) => figures)
      .find(({ key }) => key === "expectancy")?.value;
  expect(stats.endPaise).toBeGreaterThan(stats.capitalPaise);
  expect(expectancy(-60_496)).toBe("−₹604.96, without open positions");
  expect(expectancy(60_496)).toBe("₹604.96");
});
