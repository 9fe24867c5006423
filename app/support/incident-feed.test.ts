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

it("escapes a provider's reason, without the characters that XML forbids", () => {
  const reason = "closed\u0000\u000b\ud800\uffff <b>&\ta \u{1f4c9}";
  const feed = feedOf({ incidents: [{ service: "prices", state: "stale", reason, from: AT, to: null }] });
  expect(feed).toContain("&lt;p&gt;closed &amp;lt;b&amp;gt;&amp;amp;\ta \u{1f4c9}&lt;/p&gt;");
});

it("has at most fifty entries, the newest", () => {
  const incidents = Array.from({ length: 500 }, (_, nth) => ({
    ...({ service: "prices", state: "stale", reason: "" } as const),
    ...{ from: AT + nth, to: null },
  }));
  const feed = feedOf({ incidents });
  expect(feed.match(/<entry>/g)).toHaveLength(50);
  expect(feed).toContain(`<id>https://site.example/status#prices-${AT + 499}</id>`);
});
