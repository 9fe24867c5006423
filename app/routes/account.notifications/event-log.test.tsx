import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { groupsByDay } from "./event-groups.ts";
import { EventLog, PendingDecisions } from "./event-log.tsx";

const now = Date.now();
const event = (minutesAgo: number, kind: "order" | "limit"): AccountEvent =>
  ({
    id: String(minutesAgo),
    at: new Date(now - minutesAgo * MINUTE_MS).toISOString(),
    class: kind,
    what: kind === "limit" ? "daily_loss" : "filled",
    by: "guard",
    mode: "paper",
    reason: "Loss of the day",
    order: null,
    deploymentId: null,
    strategyName: "Pocket Tide",
  }) as never;

it("marks events after the previous visit as new and shows limit events in red", () => {
  const html = renderToStaticMarkup(
    <EventLog
      days={groupsByDay([event(1, "limit"), event(90, "order")], now - 30 * MINUTE_MS)}
      empty=""
      resumable={[]}
    />,
  );
  expect(html.match(/<li data-class="limit" data-new="">/g)).toHaveLength(1);
  expect(html).toContain('<li data-class="order">');
  expect(html.match(/event-title text-loss/g)).toHaveLength(1);
  expect(html).toContain("Pocket Tide: ");
  expect(html).toContain(
    '<span class="event-reason">paper</span></p><p class="event-reason">Loss of the day</p>',
  );
  expect(html).toMatch(/<time [^>]*>\d\d:\d\d<\/time>/);
});

it("groups events by day in IST, newest first", () => {
  const html = renderToStaticMarkup(
    <EventLog
      days={groupsByDay([event(0, "order"), event(5 * 24 * 60, "order")], 0)}
      empty=""
      resumable={[]}
    />,
  );
  const days = [...html.matchAll(/class="event-day">([^<]+)</g)].map(([, day]) => day);
  expect(days[0]).toBe("Today");
  expect(days).toHaveLength(2);
});

it("states the value of all fills of one step above the fills", () => {
  const fill = (
    id: string,
    side: "BUY" | "SELL",
    filled: number,
    averagePaise: number | null,
  ): AccountEvent =>
    ({
      ...event(0, "order"),
      id,
      deploymentId: "d1",
      what: "TRADED",
      order: { id, side, quantity: filled, filled, symbol: id, averagePaise },
    }) as never;
  const fills = [
    fill("PE", "SELL", 65, 6_210),
    fill("CE", "SELL", 65, 8_245),
    fill("INFY", "BUY", 2, 150_000),
  ];
  const html = renderToStaticMarkup(<EventLog days={groupsByDay(fills, 0)} empty="" resumable={[]} />);
  expect(html).toContain("<p>Bought for ₹3,000.00 · Sold for ₹9,395.75</p>");
  expect(html.match(/<li /g)).toHaveLength(1);
  const unknown = renderToStaticMarkup(
    <EventLog days={groupsByDay([fill("PE", "SELL", 65, null)], 0)} empty="" resumable={[]} />,
  );
  expect(unknown).not.toContain("Sold for");
});

it("lists pending decisions with a link to each; renders nothing if there are none", () => {
  const html = renderToStaticMarkup(
    <PendingDecisions
      decisions={[{ message: "5 positions have no algo.", action: "Review", to: "/positions" }]}
    />,
  );
  expect(html).toContain("Needs your decision");
  expect(html).toContain('<a href="/positions" class="link">Review</a>');
  expect(renderToStaticMarkup(<PendingDecisions decisions={[]} />)).toBe("");
});
