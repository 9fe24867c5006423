// The next action of a deployment in one line: its position and the latest time at which it is closed, or the time of
// its next entry check.
import { SCHEDULE_DAYS } from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { isoDayOf, istDay, weekdayOf } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { type DeploymentRow, termsOf } from "./deployment-rows.ts";

/**
 * Returns the next action as one line; null unless the deployment is active or paused. `limit` is the reason why no
 * position is opened today, or null when the account's limits allow new positions.
 */
export function outlookOf(
  row: DeploymentRow,
  strategy: Strategy | undefined,
  broker: Broker,
  limit: string | null,
): string | null {
  if (strategy === undefined || (row.state !== "active" && row.state !== "paused")) return null;
  const legs = broker.positions({ deploymentId: row.id }).length;
  const open = `${legs} ${legs === 1 ? "leg" : "legs"} open`;
  if (row.state === "paused") return legs === 0 ? "Flat." : `${open}, managed by the rules until closed.`;
  const { startOn, days } = termsOf(row);
  const today = istDay(broker.now());
  if (isoDayOf(today) < startOn) return `Starts on ${startOn}.`;
  if (broker.isKilled(row.client_id)) return "The kill switch is on: no positions are opened.";
  if (limit !== null) return limit;
  // In a market that never closes, an algo's sessions run back to back, without relation to the time of day.
  const hasHours = broker.market.session("NSE_EQ", broker.now()).until !== null;
  if (legs > 0)
    return strategy.product === "Intraday" || strategy.product === "Scalping"
      ? `${open}, exit by ${hasHours ? strategy.exitWindow.to : "the end of its session"}.`
      : `${open}, held ${lowerFirst(strategy.holdingPeriod)}.`;
  const weekday = SCHEDULE_DAYS[(weekdayOf(today) + 6) % 7];
  if (weekday !== undefined && !days.includes(weekday)) return "It does not trade today.";
  return hasHours
    ? `No position. Looks for an entry from ${strategy.entryWindow.from} to ${strategy.entryWindow.to}.`
    : "No position. Looks for an entry at any time of day: this market never closes.";
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
