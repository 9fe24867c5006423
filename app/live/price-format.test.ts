import { expect, it } from "vitest";
import { stateSentence, timeText } from "./price-format.ts";

const NOW = Date.parse("2026-11-05T09:07:05+05:30");

it.each([
  ["2026-11-05T00:00:00+05:30", "00:00:00 IST"],
  ["2026-11-05T09:07:04.999+05:30", "09:07:04 IST"],
  ["2026-11-04T23:59:59+05:30", "4 Nov, 23:59:59 IST"],
  ["2025-11-05T09:07:05+05:30", "5 Nov, 09:07:05 IST"],
  ["2026-10-20T15:29:59+05:30", "20 Oct, 15:29:59 IST"],
])("shows a price time of %s as %s on 5 November 2026", (at, shown) => {
  expect(timeText(Date.parse(at), NOW)).toBe(shown);
});

it('shows "no trade yet" in place of the time for an instrument without trades', () => {
  expect(timeText(0, NOW)).toBe("no trade yet");
});

it("shows the reason next to every price state except live", () => {
  expect(stateSentence("live", "anything")).toBe("Live");
  expect(stateSentence("closed", "")).toBe("Market closed");
  expect(stateSentence("unavailable", "the feed is down")).toBe("Not available: the feed is down");
});
