// The current state of each service that users depend on, and its history, which survives a restart. /status, /readyz,
// the metrics and the operators' status page show these states.
import type { StateTable } from "../../app/contract/live/live.ts";
import type { ReadableShare } from "../provider/read-response.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import { FEEDS } from "../relay/prices/feeds/feeds.ts";
import {
  openStatusHistory,
  type StatusHistory,
  type StatusPoll,
  type StatusPolls,
} from "../state/status-history.ts";
import type { ProviderServices } from "./provider-services.ts";
import { addFeedAges } from "./service-times.ts";
import type { SiteParts } from "./site.ts";

/** States from worst to best. A feed has the state of its worst segment, so it is closed only if all segments are. */
const STATES_WORST_FIRST = ["unavailable", "stale", "delayed", "live", "closed"] as const;
const POLL_STATES_BY_READABILITY: Record<ReadableShare, StatusPoll> = {
  all: { state: "live", reason: "" },
  some: { state: "stale", reason: "some of its responses are invalid" },
  none: { state: "unavailable", reason: "its responses are invalid" },
};

type Services = Pick<SiteParts, "relay" | "orders" | "sandbox" | "services">;

export function openStatus(
  options: Pick<SiteParts, "settings" | "observability" | "store"> & Services,
): StatusHistory {
  const { settings, observability, store, relay, services } = options;
  return openStatusHistory({
    store,
    read() {
      if (relay !== null) addFeedAges(services.times, relay.status());
      return serviceStates(options);
    },
    keptDays: settings.keepIncidentsDays,
    limits: settings.limits,
    now: () => Date.now(),
    onFault(fault) {
      observability.metrics.storeFault();
      observability.log.warn({ err: fault }, "the status history could not be saved");
    },
  });
}

function serviceStates({ relay, orders, sandbox, services }: Services): StatusPolls {
  const result: StatusPolls = { provider: providerState(services, sandbox) };
  if (services.authStatus !== null) result.sign_in = signInState(services.authStatus(), sandbox);
  if (relay !== null) {
    const { states } = relay.status();
    for (const service of new Set(FEEDS.map((feed) => feed.service))) {
      const names = FEEDS.filter((feed) => feed.service === service).flatMap((feed) =>
        Object.keys(feed.states),
      );
      result[service] = feedState(names.map((name) => states[name]).filter((state) => state !== undefined));
    }
  }
  if (orders !== null) result.orders = ordersState(orders.status());
  return result;
}

function feedState(states: StateTable[string][]): StatusPoll {
  for (const worst of STATES_WORST_FIRST) {
    const found = states.find(([state]) => state === worst);
    if (found !== undefined) return { state: worst, reason: found[2] };
  }
  return { state: "delayed", reason: "waiting for the first prices" };
}

/** Returns the state of the order updates. A connection for them exists only while a client watches orders. */
function ordersState({ tabs, up }: { tabs: number; up: number }): StatusPoll {
  if (tabs === 0) return { state: "idle", reason: "no page with orders is open" };
  return up > 0 ? { state: "live", reason: "" } : { state: "stale", reason: "reconnecting" };
}

function signInState(
  { circuit, isPartnerRefused }: { circuit: string; isPartnerRefused: boolean },
  sandbox: SandboxSupervisor | null,
): StatusPoll {
  if (isStarting(sandbox)) return { state: "unavailable", reason: "it is restarting" };
  if (isPartnerRefused) return { state: "unavailable", reason: "the broker refuses sign-ins of this site" };
  return circuit === "closed"
    ? { state: "live", reason: "" }
    : { state: "unavailable", reason: "it is not responding" };
}

const isStarting = (sandbox: SandboxSupervisor | null) => sandbox !== null && sandbox.baseUrl() === null;

function providerState(services: ProviderServices, sandbox: SandboxSupervisor | null): StatusPoll {
  if (isStarting(sandbox)) return { state: "unavailable", reason: "it is restarting" };
  const { circuit, readable, isRefusingUs } = services.baseApi.status();
  if (circuit !== "closed") return { state: "unavailable", reason: "it is not responding" };
  if (isRefusingUs)
    return {
      state: "unavailable",
      reason: "it refuses this site's requests",
    };
  return POLL_STATES_BY_READABILITY[readable];
}
