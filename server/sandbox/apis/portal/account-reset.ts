// An account begins again: everything that it did on the common market goes, and it gets what a new one begins with.
import { liveAccount } from "../../broker/broker.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import type { PortalOptions } from "./portal-context.ts";

/** Orders of deployments are the deployments' own, and stay. */
const OF_CLIENT = [
  "DELETE FROM trades WHERE client_id = ? AND deployment_id IS NULL",
  "DELETE FROM orders WHERE client_id = ? AND deployment_id IS NULL",
  "DELETE FROM super_orders WHERE client_id = ?",
  "DELETE FROM forever_orders WHERE client_id = ?",
  "DELETE FROM alert_orders WHERE client_id = ?",
  "DELETE FROM pnl_exits WHERE client_id = ?",
  "DELETE FROM edis_approvals WHERE client_id = ?",
  "DELETE FROM static_ips WHERE client_id = ?",
  "DELETE FROM kill_switches WHERE client_id = ?",
] as const;

export function resetAccount({ db, broker, api }: PortalOptions, clientId: string): void {
  api.clocks.end(clientId);
  broker.run(() => {
    for (const sql of OF_CLIENT) db.prepare(sql).run(clientId);
    db.prepare("DELETE FROM ledger WHERE account = ?").run(liveAccount(clientId));
  });
  api.journal.forget(clientId);
  openWithHoldings(broker, clientId);
}
