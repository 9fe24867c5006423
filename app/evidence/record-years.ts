// The length of a record in years, and the figures of sums that are divided by it. Pure.
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { DAY_MS } from "../domain/time.ts";
import { TRADING_DAYS_PER_YEAR } from "./statistics.ts";

/**
 * Returns the length of a record in years. For a year or more it is calendar days / 365, as in CAGR. For less it is
 * trading days / 252, because a few days may contain no weekend.
 */
export function countYears(days: readonly { day: string }[]): number {
  const span = (Date.parse(days.at(-1)?.day ?? "") - Date.parse(days[0]?.day ?? "")) / DAY_MS + 1;
  return span >= 365 ? span / 365 : days.length / TRADING_DAYS_PER_YEAR;
}

type Costs = Pick<StrategyRecord, "days" | "costs" | "capitalRupees">;

/** Returns the costs and fees of a year as a share of the capital. */
export function yearlyCostShare({ days, costs, capitalRupees }: Costs): number {
  const costPaise = Object.values(costs).reduce((sum, line) => sum + line, 0);
  return (costPaise + (days.at(-1)?.feePaise ?? 0)) / (capitalRupees * 100) / countYears(days);
}
