// States of the services that the site depends on, for /status, /readyz and the operators' status. The labels are those
// of price states, plus one for a service that is not in use.
import { type PriceState, STATE_WORDS } from "../live/live.ts";

export const STATUS_SERVICES = ["site", "prices", "depth", "orders", "provider", "sign_in"] as const;
export type StatusService = (typeof STATUS_SERVICES)[number];

export const SERVICE_NAMES: Record<StatusService, string> = {
  site: "This site",
  prices: "Live prices",
  depth: "Market depth",
  orders: "Order updates",
  provider: "Broker’s services: algos, accounts, orders",
  sign_in: "Sign-in",
};

/** `idle`: the service is not in use, so its state is unknown. */
export type ServiceState = PriceState | "idle";
export const SERVICE_STATE_WORDS: Record<ServiceState, string> = { ...STATE_WORDS, idle: "Not in use" };

/** States from best to worst. Closed and idle are not faults. */
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
/** Worst state of a minute; null if the process was not running or not yet checking. */
export type MinuteState = ServiceState | null;
export type Incident = {
  service: StatusService;
  /** Worst state during the incident. */
  state: ServiceState;
  reason: string;
  /** Epoch ms; `to` is null while it lasts. */
  from: number;
  to: number | null;
};

/** True if the state means that a service does not work normally. */
export function isDegraded(state: ServiceState): boolean {
  return state === "stale" || state === "unavailable";
}

/** Announcement by operators at the top of every page. */
export type SiteNotice = { text: string; isWarning: boolean };

/** An incident described by operators, with its updates, newest first. Times are epoch ms. */
export type Announcement = {
  id: string;
  title: string;
  startedAt: number;
  endedAt: number | null;
  updates: { at: number; text: string }[];
};

/** Groups of the trading API's operations; the keys of its rate limits. */
export const API_GROUPS = ["order", "quote", "data", "other"] as const;
export type ApiGroup = (typeof API_GROUPS)[number];
export const API_GROUP_NAMES: Record<ApiGroup, string> = {
  order: "Placing, changing and cancelling orders",
  quote: "Market quotes",
  data: "Candles and option chains",
  other: "Everything else",
};
/** The trading API in the last hour. Percentiles are null without calls. */
export type ApiUseReport = {
  groups: { group: ApiGroup; calls: number; p50Ms: number | null; p99Ms: number | null }[];
  orderSockets: { open: number; openedLastHour: number };
};

export type StatusReport = {
  at: number;
  now: ServiceNow[];
  /** The last minutes of each service, newest last. */
  minutes: Record<StatusService, MinuteState[]>;
  /** Newest first. */
  incidents: Incident[];
  /** Start and length of the stored history of incidents. */
  cachedSince: number;
  keptDays: number;
  /** Omitted if the API is not behind this site. */
  api?: ApiUseReport;
  /** Incidents described by operators, newest first. */
  announcements?: Announcement[];
};
