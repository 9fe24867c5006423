// Backtest over the days of a deployment, scaled to its capital. The deployment's chart shows it as a second line.
import type { SiteContext } from "../../context.ts";
import type { DeploymentDetail } from "../../contract/base-api/deployment.ts";
import { dayOfIso, isoDayOf, istDay, istDayStart } from "../../domain/time.ts";
import { restateRecord } from "../../evidence/at-amount.ts";

/**
 * Reason why the chart has no backtest: no provider, not permitted, still being computed, no complete day yet, or no
 * record.
 */
export type MissingBacktestReason = "unreadable" | "withheld" | "making" | "firstDay" | "missing";
export type BacktestLine =
  | { kind: "shown"; points: [number, number][] }
  | { kind: "none"; why: MissingBacktestReason };

/**
 * Loads the line, or the reason why there is none. Each point is the end of a day (epoch ms) and the result in paise
 * since the deployment's start.
 */
export async function backtestLine(
  context: Partial<SiteContext>,
  deployment: DeploymentDetail,
  startedAt: number,
): Promise<BacktestLine> {
  const none = (why: MissingBacktestReason): BacktestLine => ({ kind: "none", why });
  if (!context.provider || !context.evidence) return none("unreadable");
  try {
    const strategy = await context.provider.getStrategy(deployment.strategyId);
    const choice = { evidence: "backtest", version: deployment.version } as const;
    const [record, trades] = await Promise.all([
      context.evidence.record(strategy, choice),
      context.evidence.trades(strategy, choice),
    ]);
    if (record.kind === "withheld" || trades.kind === "withheld") return none("withheld");
    if (record.value.state !== "ready") return none("making");
    const from = isoDayOf(istDay(startedAt));
    const scale = deployment.capitalRupees / record.value.capitalRupees;
    const { days } = restateRecord(record.value, trades.value, scale).record;
    const beforePaise = days.findLast(({ day }) => day < from)?.netPaise ?? 0;
    const points: [number, number][] = [[startedAt, 0]];
    for (const { day, netPaise } of days)
      if (day >= from) points.push([istDayStart(dayOfIso(day) + 1), Math.round(netPaise - beforePaise)]);
    return points.length > 1 ? { kind: "shown", points } : none("firstDay");
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    return none("missing");
  }
}
