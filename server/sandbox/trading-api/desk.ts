// What the handlers of the trading API share: who calls, and from what.
import type { Broker } from "../broker/broker.ts";
import type { Controls } from "../deployments/controls.ts";
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
