// What the handlers of the trading API share: who calls, and on which market, broker and store.

import { findAnyClient } from "../../accounts/api-accounts.ts";
import type { SandboxClient } from "../../accounts/clients.ts";
import type { Controls } from "../../algos/deployments/controls.ts";
import type { Broker } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";

export type HandlerContext = {
  /** Orders, money and other data of this market; a simulation has its own. */
  db: SandboxDatabase;
  /** Clients, tokens and registered addresses: always the sandbox's common store. */
  directory: SandboxDatabase;
  broker: Broker;
  controls: Controls;
  /** The name of a client's account here. */
  accountOf(clientId: string): string;
  /** Within a long answer: others have their turn first. */
  pause(): Promise<void>;
  /** The wall clock, epoch ms: tokens follow it, independent of the market's clock. */
  realNow(): number;
};

export type Call = {
  client: SandboxClient;
  account: string;
  accessToken: string;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Parsed by the operation's schema. */
  body: unknown;
};

export type Handler = (call: Call) => unknown;

/** Who an order is sent for when nobody calls. Throws for a client that is not there. */
export function callerOf(
  { directory, accountOf }: HandlerContext,
  clientId: string,
): Pick<Call, "client" | "account"> {
  const client = findAnyClient(directory, clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return { client, account: accountOf(clientId) };
}
