import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { groupsByDay } from "./event-groups.ts";
import { EventLog } from "./event-log.tsx";

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
  expect(html).toContain("Pocket Tide · paper · Loss of the day");
  expect(html).toMatch(/<time [^>]*>\d\d:\d\d<\/time>/);
});

it("groups events by Indian day, newest first", () => {
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
