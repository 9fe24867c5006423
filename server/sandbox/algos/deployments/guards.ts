// Limits that end a trade, a day or a deployment. The trader's risk limits are checked on the server at every step. The
// algo's limits are part of its rules and are checked when those rules run. All are computed from the trades, so they
// survive a restart.
import { deploymentNoteText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { istDay } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { rupeesText } from "../../rupees.ts";
import type { RuleContext } from "../rules/rule.ts";
import { enforceDayLimit, enforceTradeLimit } from "./algo-step.ts";
import { type DeploymentRow, type DeploymentRows, parseTerms } from "./deployment-rows.ts";
import type { AlgoMemory } from "./positions.ts";
import { computeResult } from "./results.ts";

/**
 * Changes the state of a deployment when a limit of the trader is reached, and marks for closing the positions that
 * exceed the algo's limits. `context` is null when the rule is not due. The daily limits are not checked for a paused
 * deployment without positions.
 */
export function enforceGuards(
  { broker, rows }: { broker: Broker; rows: DeploymentRows },
  row: DeploymentRow,
  memory: AlgoMemory,
  context: RuleContext | null,
): DeploymentRow {
  const { guards } = parseTerms(row);
  const result = computeResult(row, rows, broker);
  if (context !== null) enforceTradeLimit(memory, context);
  if (result === null || result.totalPaise === null || result.dayPaise === null || row.state === "exiting")
    return row;
  const { lossInAllRupees, lossPerDayRupees } = guards;
  if (lossInAllRupees !== null && result.totalPaise <= -lossInAllRupees * 100)
    return rows.move(row, "stop", "guard", text.maxLossReached(rupeesText(lossInAllRupees))) ?? row;
  if (
    lossPerDayRupees !== null &&
    result.dayPaise <= -lossPerDayRupees * 100 &&
    (row.state === "active" || memory.groups.length > 0)
  )
    return rows.move(row, "exit", "guard", text.dayLossReached(rupeesText(lossPerDayRupees))) ?? row;
  if (context === null) return row;
  const reason = enforceDayLimit(memory, context, istDay(broker.now()), result.dayPaise);
  if (reason !== null) rows.record(row, "day_over", "guard", reason);
  return row;
}
