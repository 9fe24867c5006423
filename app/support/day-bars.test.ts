import { describe, expect, it } from "vitest";
import type { Incident } from "../contract/site/service-status.ts";
import { DAY_MS, istDayStart, MINUTE_MS } from "../domain/time.ts";
import { dayBars } from "./day-bars.ts";

const START = istDayStart(20_000);
const NOW = START + 9 * DAY_MS + DAY_MS / 2;
const incident = (from: number, to: number | null, state: Incident["state"] = "unavailable"): Incident => ({
  service: "prices",
  state,
  reason: "",
  from,
  to,
});

describe("the daily status bars", () => {
  it('are empty before the stored history starts, and show the state "live" afterwards', () => {
    const { days, upShare } = dayBars([], { since: START + 7 * DAY_MS, now: NOW, days: 5 });
    expect(days).toEqual([null, null, "live", "live", "live"]);
    expect(upShare).toBe(1);
  });

  it("show the worst state on each day of an incident", () => {
    const over = incident(START + 8 * DAY_MS - 5 * MINUTE_MS, START + 8 * DAY_MS + MINUTE_MS);
    const slow = incident(START + 8 * DAY_MS + MINUTE_MS, START + 8 * DAY_MS + 2 * MINUTE_MS, "stale");
    expect(dayBars([slow, over], { since: START, now: NOW, days: 3 }).days).toEqual([
      "unavailable",
      "unavailable",
      "live",
    ]);
  });

  it("count an unresolved incident as downtime until now", () => {
    const range = { since: START, now: NOW, days: 10 };
    expect(dayBars([incident(NOW - 0.95 * DAY_MS, null)], range).upShare).toBeCloseTo(0.9, 10);
    expect(dayBars([incident(START - 5 * DAY_MS, START)], range).upShare).toBe(1);
    expect(dayBars([incident(START - 5 * DAY_MS, null)], range).upShare).toBe(0);
  });

  it("have a null uptime if no time was recorded", () => {
    expect(dayBars([], { since: NOW, now: NOW, days: 2 }).upShare).toBeNull();
  });
});
