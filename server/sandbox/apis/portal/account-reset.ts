// Resets an account: removes what it did on the common market, and gives it the money and holdings of a new account.
import { removeTradingRows } from "../../accounts/account-rows.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import type { PortalOptions } from "./portal-context.ts";

export function resetAccount({ db, broker, api }: PortalOptions, clientId: string): void {
  api.clocks.end(clientId);
  broker.run(() => removeTradingRows(db, clientId));
  broker.forget(clientId);
  api.journal.forget(clientId);
  openWithHoldings(broker, clientId);
}
