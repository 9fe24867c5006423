// Today's P&L of one mode as a line over time.
import type { DeploymentMode } from "../contract/base-api/deployment.ts";
import type { Portfolio } from "../contract/base-api/portfolio.ts";
import { istDay, istDayStart, MINUTE_MS } from "../domain/time.ts";

/**
 * Returns today's P&L by minute up to now. The series starts at zero, one minute before the mode's first value but not
 * before the start of the day.
 */
export function todaySeries(portfolio: Portfolio, mode: DeploymentMode): [number, number][] {
  const { todayPaise, tradesToday } = portfolio[mode];
  const asOf = Date.parse(portfolio.asOf);
  if (todayPaise === null || (tradesToday === 0 && todayPaise === 0)) return [];
  const minutes = portfolio.today[mode].filter(([at]) => at < asOf);
  const first = minutes[0]?.[0] ?? asOf;
  const from = Math.max(istDayStart(istDay(asOf)), first - MINUTE_MS);
  return [[from, 0], ...minutes.filter(([at]) => at > from), [asOf, todayPaise]];
}
