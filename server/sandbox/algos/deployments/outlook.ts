// The next action of a deployment in one line: its position and the latest time at which it is closed, or the time of
// its next entry check.
import { SCHEDULE_DAYS } from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { deploymentNoteText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { isoDayOf, istDay, weekdayOf } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { type DeploymentRow, parseTerms } from "./deployment-rows.ts";

/**
 * Returns the next action as one line; null unless the deployment is active or paused. `limit` is the reason why no
 * position is opened today, or null when the account's limits allow new positions.
 */
export function describeOutlook(
  row: DeploymentRow,
  strategy: Strategy | undefined,
  broker: Broker,
  limit: string | null,
): string | null {
  if (strategy === undefined || (row.state !== "active" && row.state !== "paused")) return null;
  const legs = broker.positions({ deploymentId: row.id }).length;
  const open = text.legsOpen(legs);
  if (row.state === "paused") return legs === 0 ? text.flat : text.managed(open);
  const { startOn, days } = parseTerms(row);
  const today = istDay(broker.now());
  if (isoDayOf(today) < startOn) return text.startsOn(startOn);
  if (broker.isKilled(row.client_id)) return text.isKilled;
  if (limit !== null) return limit;
  // In a market that never closes, an algo's sessions run back to back, without relation to the time of day.
  const hasHours = broker.market.session("NSE_EQ", broker.now()).until !== null;
  if (legs > 0) {
    const isIntraday = strategy.product === "Intraday" || strategy.product === "Scalping";
    if (!isIntraday) return text.held({ legs: open, period: lowerFirst(strategy.holdingPeriod) });
    return hasHours ? text.exitBy({ legs: open, time: strategy.exitWindow.to }) : text.exitWithSession(open);
  }
  const weekday = SCHEDULE_DAYS[(weekdayOf(today) + 6) % 7];
  if (weekday !== undefined && !days.includes(weekday)) return text.notToday;
  return hasHours ? text.looksFrom(strategy.entryWindow) : text.looksAlways;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
