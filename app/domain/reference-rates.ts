// Interest rates and dividend yields by effective date, with their sources. Pages compare results with them. Rates are
// yearly fractions (0.065 is 6.5 %).
import { DAY_MS } from "./time.ts";

export type DatedRate = { from: string; rate: number };
export type RateTable = { name: string; source: string; rates: readonly DatedRate[] };

/** Risk-free rate: the Reserve Bank's policy repo rate, which is close to the yield of three-month bills. */
export const RISK_FREE: RateTable = {
  name: "RBI policy repo rate",
  source: "Reserve Bank of India, resolutions of the Monetary Policy Committee",
  rates: [
    { from: "2020-05-22", rate: 0.04 },
    { from: "2022-05-04", rate: 0.044 },
    { from: "2022-06-08", rate: 0.049 },
    { from: "2022-08-05", rate: 0.054 },
    { from: "2022-09-30", rate: 0.059 },
    { from: "2022-12-07", rate: 0.0625 },
    { from: "2023-02-08", rate: 0.065 },
    { from: "2025-02-07", rate: 0.0625 },
    { from: "2025-04-09", rate: 0.06 },
    { from: "2025-06-06", rate: 0.055 },
    { from: "2025-12-05", rate: 0.0525 },
  ],
};

/**
 * Interest rate of a deposit of one to two years at the largest bank. Growth at this rate assumes that the deposit is
 * renewed at each day's rate.
 */
export const FIXED_DEPOSIT: RateTable = {
  name: "Fixed deposit",
  source: "State Bank of India, card rates for deposits of one year to less than two",
  rates: [
    { from: "2021-01-08", rate: 0.05 },
    { from: "2022-06-14", rate: 0.053 },
    { from: "2022-12-13", rate: 0.0675 },
    { from: "2023-02-15", rate: 0.068 },
    { from: "2025-04-15", rate: 0.067 },
    { from: "2025-05-16", rate: 0.065 },
    { from: "2025-06-15", rate: 0.0625 },
  ],
};

/** Dividend yield of a broad index. A price index plus this yield gives the total return. */
export const DIVIDEND_YIELD: RateTable = {
  name: "Dividend yield",
  source: "NSE Indices, yearly figures of the Nifty 50, rounded to a tenth of a per cent",
  rates: [
    { from: "2021-01-01", rate: 0.012 },
    { from: "2022-01-01", rate: 0.013 },
    { from: "2023-01-01", rate: 0.013 },
    { from: "2024-01-01", rate: 0.012 },
    { from: "2025-01-01", rate: 0.013 },
  ],
};

/** Returns the rate that applies on an ISO day. Days before the table use its first rate. */
export function findRate(table: RateTable, day: string): number {
  return (table.rates.findLast(({ from }) => from <= day) ?? table.rates[0])?.rate ?? 0;
}

/** Returns the mean rate over the days. Zero for an empty list. */
export function meanRate(table: RateTable, days: readonly string[]): number {
  return days.length === 0 ? 0 : days.reduce((sum, day) => sum + findRate(table, day), 0) / days.length;
}

/** Returns the value on each day of one rupee invested on the first day, compounded by calendar days (365). */
export function computeGrowth(table: RateTable, days: readonly string[]): number[] {
  let value = 1;
  let before: string | null = null;
  return days.map((day) => {
    if (before !== null) {
      const calendarDays = Math.round((Date.parse(day) - Date.parse(before)) / DAY_MS);
      value *= (1 + findRate(table, before)) ** (calendarDays / 365);
    }
    before = day;
    return value;
  });
}
