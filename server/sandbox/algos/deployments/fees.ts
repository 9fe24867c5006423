// The manager's monthly fee of a deployment, with GST. As in records, it is booked on the first trading day of each
// month of the deployment.
import { isoDayOf, istDay } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { haltedReason, readStrategy } from "../catalogue/strategy-rows.ts";
import { type DeploymentRow, type DeploymentRows, parseTerms } from "./deployment-rows.ts";
import type { AlgoMemory } from "./positions.ts";

const GST = 0.18;

export function feeWithGstPaise(monthlyRupees: number): number {
  return Math.round(monthlyRupees * 100 * (1 + GST));
}

/** Books this month's fee once, from the month's first trading day on. Call it within a step's transaction. */
export function bookFee(
  { db, broker, rows }: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows },
  row: DeploymentRow,
  account: string,
  monthlyRupees: number,
  memory: AlgoMemory,
): void {
  const now = broker.now();
  const day = istDay(now);
  const iso = isoDayOf(day);
  const month = iso.slice(0, 7);
  if (memory.feeMonth === month || row.state === "exiting") return;
  // No fee while someone other than the client halts the algo and it has no position. The fee is booked if the client
  // resumes the algo within the month.
  if (memory.groups.length === 0 && row.state === "paused" && isHalted(db, row)) return;
  if (iso < parseTerms(row).startOn || !broker.market.paths.isTradingDay(day)) return;
  memory.feeMonth = month;
  const amount = feeWithGstPaise(monthlyRupees);
  if (amount === 0) return;
  broker.ledger.post({
    account,
    deploymentId: row.id,
    at: now,
    kind: "fee",
    amountPaise: -amount,
    tradeNumber: null,
  });
  rows.record(
    row,
    "fee_booked",
    "provider",
    `The manager's fee for ${month}, GST included: ₹${(amount / 100).toFixed(2)}.`,
  );
}

/**
 * True if someone other than the client halts a paused deployment. The stored actor does not show it if the client had
 * paused the deployment before, because it is then not paused again.
 */
function isHalted(db: SandboxDatabase, row: DeploymentRow): boolean {
  if (row.actor !== "trader" && row.actor !== "guard") return true;
  return row.new_version !== null || haltedReason(readStrategy(db, row.strategy_id)) !== null;
}
