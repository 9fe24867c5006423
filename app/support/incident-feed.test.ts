import { expect, it } from "vitest";
import type { StatusReport } from "../contract/site/service-status.ts";
import { incidentFeed } from "./incident-feed.ts";

const AT = Date.UTC(2026, 10, 20, 4);
const report = (rest: Partial<StatusReport>): StatusReport => ({
  at: AT,
  now: [],
  minutes: {} as never,
  incidents: [],
  recordedSince: AT - 86_400_000,
  keptDays: 90,
  ...rest,
});
const feedOf = (rest: Partial<StatusReport>) =>
  incidentFeed(report(rest), {
    origin: "https://site.example",
    name: "Meridian",
    reasonText: (reason) => reason,
  });

it("lists incidents with the time of their last change, newest first", () => {
  const from = AT - 600_000;
  const feed = feedOf({
    incidents: [
      { service: "prices", state: "stale", reason: "reconnecting", from, to: null },
      { service: "orders", state: "unavailable", reason: "", from: from - 1, to: AT },
    ],
    announcements: [{ id: "a1", title: "Slow & late", startedAt: from - 9, endedAt: null, updates: [] }],
  });
  expect([...feed.matchAll(/<title>([^<]+)<\/title>/g)].slice(1).map(([, title]) => title)).toEqual([
    "Order updates: Not available",
    "Live prices: Stale",
    "Slow &amp; late",
  ]);
  expect(feed).toContain(`<id>https://site.example/status#prices-${from}</id>`);
  expect(feed).toContain("Ended: Not yet");
  expect(feed).toMatch(/<updated>2026-11-20T04:00:00.000Z<\/updated>/);
});

it("is a feed without entries if there was no incident", () => {
  const feed = feedOf({});
  expect(feed).toContain("<updated>2026-11-19T04:00:00.000Z</updated>");
  expect(feed).not.toContain("<entry>");
});
