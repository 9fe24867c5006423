// Response times and price ages of the services in the last hour, for the line charts of /status.
import {
  STATUS_SERVICES,
  type StatusReport,
  type StatusService,
} from "../../app/contract/site/service-status.ts";
import { createMinuteTimes, type MinuteTimes } from "../observe/minute-times.ts";
import { FEEDS } from "../relay/prices/feeds/feeds.ts";
import type { Relay } from "../relay/prices/relay.ts";

export type ServiceTimes = MinuteTimes<StatusService>;

/** Response sources that are pages of this site. Others, such as static files, are not measured. */
const PAGES: readonly string[] = ["render", "cache", "stale"];

export const createServiceTimes = (now: () => number): ServiceTimes => createMinuteTimes(now);

/** Counts the response time of a page. Other requests are ignored. */
export function addPageTime(times: ServiceTimes, line: { from: string; durationMs: number }): void {
  if (PAGES.includes(line.from)) times.add("site", line.durationMs);
}

/** Counts the age of the newest price of each connected feed. A feed whose markets are all closed is ignored. */
export function addFeedAges(
  times: ServiceTimes,
  status: Pick<ReturnType<Relay["status"]>, "feeds" | "states">,
): void {
  for (const { name, service, states } of FEEDS) {
    const isOpen = Object.keys(states).some((segment) => status.states[segment]?.[0] !== "closed");
    const ageMs = status.feeds[name]?.ageMs ?? null;
    if (isOpen && ageMs !== null) times.add(service, ageMs);
  }
}

/** Returns the medians by service; services without any measurement are missing. */
export function reportTimes(times: ServiceTimes): NonNullable<StatusReport["times"]> {
  return Object.fromEntries(
    STATUS_SERVICES.map((service) => [service, times.medians(service)] as const).filter(([, medians]) =>
      medians.some((median) => median !== null),
    ),
  );
}
