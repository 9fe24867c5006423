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
  /** Store of this market's orders, funds and other data. A simulation has a separate store. */
  db: SandboxDatabase;
  /** Store of clients, tokens and registered addresses. Simulations use the common store too. */
  directory: SandboxDatabase;
  broker: Broker;
  controls: Controls;
  /** Returns the name of a client's account in this market. */
  accountOf(clientId: string): string;
  /** Interrupts a call that builds a long response, so that other calls can run. */
  pause(): Promise<void>;
  /** Returns the real time in epoch ms. Tokens expire by this time, not by the market's clock. */
  realNow(): number;
};

export type Caller = {
  client: SandboxClient;
  account: string;
  accessToken: string;
  /** Counts an order of the call. Returns the fault that is simulated for the order, or null. */
  orderFault?: () => OrderFault | null;
};
/** A parsed call as its handler receives it. */
export type Call<Id extends TradingOperationId> = Caller & CallOf<(typeof TRADING_OPERATIONS)[Id]>;
/** Each handler returns a JSON value or the text of a file, or throws ApiFault. */
export type Handlers = { [Id in TradingOperationId]: (call: Call<Id>) => unknown };

/** Returns the caller for orders that are sent without a request. Throws for an unknown client. */
export function createCaller(
  { directory, accountOf }: HandlerContext,
  clientId: string,
): Omit<Caller, "accessToken"> {
  const client = findAnyClient(directory, clientId);
  if (client === undefined) throw new Error(`no client ${clientId}`);
  return { client, account: accountOf(clientId) };
}
