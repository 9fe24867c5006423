// States of the services that the site depends on, for /status, /readyz and the operators' status page. The labels are
// those of the price states, plus "Not in use".
import { PRICE_STATE_LABELS, type PriceState } from "../live/live.ts";

export const STATUS_SERVICES = ["site", "prices", "depth", "orders", "provider", "sign_in"] as const;
export type StatusService = (typeof STATUS_SERVICES)[number];

export const SERVICE_NAMES: Record<StatusService, string> = {
  site: "This site",
  prices: "Live prices",
  depth: "Market depth",
  orders: "Order updates",
  provider: "Algos, accounts, orders",
  sign_in: "Sign-in",
};

/** `idle`: the service is not in use, so the site does not check it. */
export type ServiceState = PriceState | "idle";
export const SERVICE_STATE_LABELS: Record<ServiceState, string> = {
  ...PRICE_STATE_LABELS,
  idle: "Not in use",
};

/** States from best to worst. Closed and idle are not faults. */
export const STATE_ORDER: readonly ServiceState[] = [
  "idle",
  "closed",
  "live",
  "delayed",
  "stale",
  "unavailable",
];

/** Current state of a service. `since` is epoch ms. */
export type ServiceNow = { service: StatusService; state: ServiceState; since: number; reason: string };
/** Worst state of a service within one minute. Null if the site was not running or had not checked the service yet. */
export type MinuteState = ServiceState | null;
export type Incident = {
  service: StatusService;
  /** Worst state during the incident. */
  state: ServiceState;
  reason: string;
  /** Start of the incident, and its end or null while it lasts, in epoch ms. */
  from: number;
  to: number | null;
};

/** True if the state means that the service has a fault. */
export function isDegraded(state: ServiceState): boolean {
  return state === "stale" || state === "unavailable";
}

/** Operators' announcement at the top of every page. */
export type SiteNotice = { text: string; isWarning: boolean };

/** Operators' description of an incident. Updates are ordered newest first. Times are epoch ms. */
export type Announcement = {
  id: string;
  title: string;
  startedAt: number;
  endedAt: number | null;
  updates: { at: number; text: string }[];
};

/** Groups of the trading API's operations that share a rate limit. */
export const API_GROUPS = ["order", "quote", "data", "other"] as const;
export type ApiGroup = (typeof API_GROUPS)[number];
export const API_GROUP_NAMES: Record<ApiGroup, string> = {
  order: "Placing, changing and cancelling orders",
  quote: "Market quotes",
  data: "Candles and option chains",
  other: "Everything else",
};
/** Use of the trading API in the last hour. Percentiles are null for a group without calls. */
export type ApiUseReport = {
  groups: { group: ApiGroup; calls: number; p50Ms: number | null; p99Ms: number | null }[];
  orderSockets: { open: number; openedLastHour: number };
};

export type StatusReport = {
  at: number;
  now: ServiceNow[];
  /** States of each service in the last minutes, newest last. */
  minutes: Record<StatusService, MinuteState[]>;
  /**
   * Medians of the last minutes in ms, newest last, as this server measured them: response times of pages and of the
   * provider's services, and the age of the newest price while a feed is open. Null for a minute without a measurement.
   */
  times?: Partial<Record<StatusService, (number | null)[]>>;
  /** Incidents, newest first. */
  incidents: Incident[];
  /** Start of the stored incidents in epoch ms, and the number of days that they are stored. */
  recordedSince: number;
  keptDays: number;
  /** Absent if the trading API is not served through this site. */
  api?: ApiUseReport;
  /** Operators' descriptions of incidents, newest first. */
  announcements?: Announcement[];
};
