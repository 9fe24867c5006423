import { describe, expect, it } from "vitest";
import {
  EXCHANGE_CALENDAR,
  findSession,
  isTrading,
  marketCalendarSchema,
  ROUND_THE_CLOCK,
  tradingHours,
} from "./market-sessions.ts";
import { istDay } from "./time.ts";
import type { ExchangeSegment } from "./vocabulary.ts";

const at = (text: string) => Date.parse(`${text}+05:30`);
const phase = (segment: ExchangeSegment, text: string, group?: "derivatives") =>
  findSession(EXCHANGE_CALENDAR, segment, at(text), group).phase;

describe("trading phase of a segment", () => {
  it.each<[ExchangeSegment, string, string, "derivatives"?]>([
    ["NSE_EQ", "2026-07-31T08:59:59", "closed"],
    ["NSE_EQ", "2026-07-31T09:00:00", "pre_open"],
    ["NSE_EQ", "2026-07-31T09:14:59", "pre_open"],
    ["NSE_EQ", "2026-07-31T09:15:00", "open"],
    ["NSE_EQ", "2026-07-31T15:29:59", "open"],
    ["NSE_EQ", "2026-07-31T15:29:59", "open", "derivatives"],
    ["NSE_EQ", "2026-07-31T15:30:00", "closed"],
    ["NSE_EQ", "2026-07-31T15:40:00", "post_close"],
    ["NSE_FNO", "2026-07-31T15:30:00", "closed"],
    ["NSE_EQ", "2026-08-03T15:14:59", "open", "derivatives"],
    ["NSE_EQ", "2026-08-03T15:15:00", "closing_auction", "derivatives"],
    ["NSE_EQ", "2026-08-03T15:34:59", "closing_auction", "derivatives"],
    ["NSE_EQ", "2026-08-03T15:35:00", "closed", "derivatives"],
    ["NSE_EQ", "2026-08-03T15:29:59", "open"],
    ["NSE_FNO", "2026-08-03T15:39:59", "open"],
    ["NSE_FNO", "2026-08-03T15:40:00", "closed"],
    ["NSE_EQ", "2026-08-03T15:49:59", "closed"],
    ["NSE_EQ", "2026-08-03T15:50:00", "post_close"],
    ["NSE_FNO", "2026-09-04T09:14:59", "closed"],
    ["NSE_FNO", "2026-09-07T09:00:00", "pre_open"],
    ["NSE_EQ", "2026-09-14T11:00:00", "closed"],
    ["MCX_COMM", "2026-09-15T23:29:59", "open"],
    ["NSE_CURRENCY", "2026-09-15T16:59:59", "open"],
    ["NSE_EQ", "2026-11-21T11:00:00", "closed"],
  ])("%s at %s is in the phase %s (group: %s)", (segment, text, expected, group) =>
    expect(phase(segment, text, group)).toBe(expected),
  );
});

describe("start and end of a session", () => {
  it("an open market's session ends at the close", () => {
    const session = findSession(EXCHANGE_CALENDAR, "NSE_EQ", at("2026-09-15T10:00:00"));
    expect(session).toEqual({
      phase: "open",
      since: at("2026-09-15T09:15:00"),
      until: at("2026-09-15T15:30:00"),
      name: null,
    });
    expect(isTrading(session)).toBe(true);
  });

  it("a closed market's session ends at the next opening and names the holiday", () => {
    expect(findSession(EXCHANGE_CALENDAR, "NSE_FNO", at("2026-09-14T12:00:00"))).toEqual({
      phase: "closed",
      since: at("2026-09-11T15:40:00"),
      until: at("2026-09-15T09:00:00"),
      name: "Ganesh Chaturthi",
    });
  });

  it("are null for a market that never closes", () => {
    const session = findSession(ROUND_THE_CLOCK, "IDX_I", at("2026-11-22T23:59:59"));
    expect(session).toEqual({ phase: "open", since: null, until: null, name: null });
  });

  it("a special session on a Sunday is open only in its segments", () => {
    const calendar = marketCalendarSchema.parse({
      ...EXCHANGE_CALENDAR,
      special: [
        {
          day: "2026-11-08",
          name: "Muhurat trading",
          segments: ["NSE_EQ"],
          spans: [{ phase: "open", from: "18:15", to: "19:15" }],
        },
      ],
    });
    expect(findSession(calendar, "NSE_EQ", at("2026-11-08T18:30:00"))).toMatchObject({
      phase: "open",
      name: "Muhurat trading",
    });
    expect(findSession(calendar, "BSE_EQ", at("2026-11-08T18:30:00")).phase).toBe("closed");
  });

  it("tradingHours returns the hours of an open day and null for a closed day", () => {
    expect(tradingHours(EXCHANGE_CALENDAR, "NSE_EQ", istDay(at("2026-09-15T00:00:00")))).toEqual({
      fromMs: at("2026-09-15T09:15:00"),
      toMs: at("2026-09-15T15:30:00"),
    });
    expect(tradingHours(EXCHANGE_CALENDAR, "NSE_EQ", istDay(at("2026-09-13T23:59:00")))).toBeNull();
  });
});
