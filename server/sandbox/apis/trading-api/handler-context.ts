// Context of the trading API's handlers: the caller, market, broker and store.

import type { CallOf } from "../../../../app/contract/operation.ts";
import type { OrderFault } from "../../../../app/contract/trading-api/faults.ts";
import type {
  TRADING_OPERATIONS,
  TradingOperationId,
} from "../../../../app/contract/trading-api/operations.ts";
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

export type Caller = {
  client: SandboxClient;
  account: string;
  accessToken: string;
  /** Counts an order that the call places, and returns the fault that strikes it. */
  orderFault?: () => OrderFault | null;
};
/** A call as its handler gets it, read by its operation's schemas. */
export type Call<Id extends TradingOperationId> = Caller & CallOf<(typeof TRADING_OPERATIONS)[Id]>;
/** Each returns what is sent as JSON, the text of a file, or throws ApiFault. */
export type Handlers = { [Id in TradingOperationId]: (call: Call<Id>) => unknown };

/** Who an order is sent for when nobody calls. Throws for a client that is not there. */
export function callerOf(
  { directory, accountOf }: HandlerContext,
  clientId: string,
): Omit<Caller, "accessToken"> {
  const client = findAnyClient(directory, clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return { client, account: accountOf(clientId) };
}
