// Today's P&L of one mode as a line over time.
import type { DeploymentMode } from "../contract/base-api/deployment.ts";
import type { Portfolio } from "../contract/base-api/portfolio.ts";
import { istDay, istDayStart } from "../domain/time.ts";

/**
 * Returns today's P&L by minute up to now. The series starts at zero, at the start of the day or of the day's first
 * algo.
 */
export function todaySeries(portfolio: Portfolio, mode: DeploymentMode): [number, number][] {
  const { todayPaise, tradesToday } = portfolio[mode];
  const asOf = Date.parse(portfolio.asOf);
  if (todayPaise === null || (tradesToday === 0 && todayPaise === 0)) return [];
  const minutes = portfolio.today[mode].filter(([at]) => at < asOf);
  const starts = portfolio.curves.flatMap(({ points }) => points.slice(0, 1).map(([at]) => at));
  const from = Math.max(istDayStart(istDay(asOf)), Math.min(asOf - 1, ...starts));
  return [[from, 0], ...minutes.filter(([at]) => at > from), [asOf, todayPaise]];
}
