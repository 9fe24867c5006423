// What the handlers of the trading API share: who calls, and from what.
import type { Broker } from "../broker/broker.ts";
import type { Controls } from "../deployments/controls.ts";
import { findAnyClient } from "../login/api-accounts.ts";
import type { SandboxClient } from "../login/clients.ts";
import type { SandboxDatabase } from "../store/database.ts";

export type Desk = {
  db: SandboxDatabase;
  broker: Broker;
  controls: Controls;
  /** The name of a client's account here. */
  accountOf(clientId: string): string;
  /** Whether what waits of a client is this desk's to look at. */
  isOwn(clientId: string): boolean;
  /** The wall's clock: tokens live by it, whatever the market's says. */
  realNow(): number;
};

/** Accounts of worlds of their own begin with this. */
export const VIRTUAL = "virtual:";

export type Call = {
  client: SandboxClient;
  account: string;
  accessToken: string;
  path: Record<string, string>;
  query: Record<string, string>;
  /** As the operation's schema gives it. */
  body: unknown;
};

export type Handler = (call: Call) => unknown;

/** Who an order is sent for when its time has come and nobody calls. Throws for a client that is not there. */
export function callerOf({ db, accountOf }: Desk, clientId: string): Pick<Call, "client" | "account"> {
  const client = findAnyClient(db, clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return { client, account: accountOf(clientId) };
}
