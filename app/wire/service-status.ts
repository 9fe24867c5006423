// The state of what the site depends on, as customers read it on /status: the same five words as prices have, and one for what nobody uses
// at the moment. Shapes and words alone.
import { type PriceState, STATE_WORDS } from "./live.ts";

export const STATUS_SERVICES = ["site", "prices", "depth", "orders", "provider"] as const;
export type StatusService = (typeof STATUS_SERVICES)[number];

export const SERVICE_NAMES: Record<StatusService, string> = {
  site: "This site",
  prices: "Live prices",
  depth: "Market depth",
  orders: "Order updates",
  provider: "Broker’s services: algos, accounts, orders",
};

/** `idle`: nobody uses it now, so that nothing is known of it. */
export type ServiceState = PriceState | "idle";
export const SERVICE_STATE_WORDS: Record<ServiceState, string> = { ...STATE_WORDS, idle: "Not in use" };

/** From what is well to what is worst; what is closed or idle is no fault. */
export const STATE_ORDER: readonly ServiceState[] = [
  "idle",
  "closed",
  "live",
  "delayed",
  "stale",
  "unavailable",
];

/** Epoch ms. */
export type ServiceNow = { service: StatusService; state: ServiceState; since: number; reason: string };
/** The worst state of a minute; null: the process did not run or had not begun to look. */
export type MinuteState = ServiceState | null;
export type Incident = {
  service: StatusService;
  /** The worst it was. */
  state: ServiceState;
  reason: string;
  /** Epoch ms; `to` null while it lasts. */
  from: number;
  to: number | null;
};

export type StatusReport = {
  at: number;
  now: ServiceNow[];
  /** Of each service the last minutes, the newest last. */
  minutes: Record<StatusService, MinuteState[]>;
  /** The newest first. */
  incidents: Incident[];
  /** Since when incidents are kept, epoch ms, and for how many days. */
  keptSince: number;
  keptDays: number;
};
