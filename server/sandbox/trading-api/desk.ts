// What the handlers of the trading API share: who calls, and from what.
import type { Broker } from "../broker/broker.ts";
import { liveAccount } from "../broker/broker.ts";
import type { Controls } from "../deployments/controls.ts";
import { findAnyClient } from "../login/api-accounts.ts";
import type { SandboxClient } from "../login/clients.ts";
import type { SandboxDatabase } from "../store/database.ts";

export type Desk = {
  db: SandboxDatabase;
  broker: Broker;
  controls: Controls;
};

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
export function callerOf({ db }: Desk, clientId: string): Pick<Call, "client" | "account"> {
  const client = findAnyClient(db, clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return { client, account: liveAccount(clientId) };
}
