// Tests dated market data: days are ordered and unique, and rates match the acts and circulars.
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, tradingHours, tradingSpans } from "../market-sessions.ts";
import { dayOfIso, isoDayOf, istDay, istMinute, monthOf, weekdayOf } from "../time.ts";
import { createRateLookup, EXCHANGE_CHARGES, TRANSACTION_TAX } from "./charges.ts";
import { nominalExpiry } from "./contracts.ts";
import { CALENDAR_GAPS, HOLIDAYS, LAST_HOLIDAY_YEAR, SPECIAL_SESSIONS } from "./holidays.ts";
import { indexFutureTick, shareTick } from "./price-steps.ts";

describe("holidays and special sessions", () => {
  it("are sorted and unique within their year, and are provisional only in 2027", () => {
    for (const [year, { days, isProvisional }] of Object.entries(HOLIDAYS)) {
      const listed = days.map(([day]) => day);
      expect([...new Set(listed)].sort()).toEqual(listed);
      expect(listed.every((day) => day.startsWith(year))).toBe(true);
      expect(isProvisional).toBe(year === "2027");
    }
  });

  it.each([
    ["2024-01-20", 375],
    ["2024-03-02", 105],
    ["2023-11-12", 60],
    ["2025-02-01", 375],
    ["2026-02-01", 375],
    ["2026-11-20", 375],
    ["2024-01-22", 0],
    ["2026-11-24", 0],
    ["2026-11-21", 0],
  ])("%s has %i minutes of regular trading", (day, minutes) => {
    const spans = tradingSpans(EXCHANGE_CALENDAR, "NSE_EQ", dayOfIso(day));
    expect(spans.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 60_000, 0)).toBe(minutes);
  });

  it("are missing after LAST_HOLIDAY_YEAR, which CALENDAR_GAPS states", () => {
    const republicDay = (year: number) =>
      tradingHours(EXCHANGE_CALENDAR, "NSE_EQ", dayOfIso(`${year}-01-26`)) === null;
    expect([LAST_HOLIDAY_YEAR, republicDay(2027), republicDay(2028)]).toEqual([2027, true, false]);
    expect(CALENDAR_GAPS.join(" ")).toContain(`ends with ${LAST_HOLIDAY_YEAR}`);
  });

  it("special sessions fall only on days that would otherwise be closed", () => {
    const without = { ...EXCHANGE_CALENDAR, special: [] };
    for (const { day } of SPECIAL_SESSIONS)
      expect(tradingHours(without, "NSE_EQ", dayOfIso(day)), day).toBeNull();
  });
});

it("lists no weekly Bank Nifty contract in the week of a monthly one", () => {
  const expiries = (from: string, to: string) => {
    const found: string[] = [];
    for (let day = dayOfIso(from); day <= dayOfIso(to); day += 1) {
      const kind = nominalExpiry("BANKNIFTY", day);
      if (kind !== null) found.push(`${isoDayOf(day).slice(5)} ${kind}`);
    }
    return found;
  };
  expect(expiries("2024-01-15", "2024-02-07")).toEqual([
    "01-17 weekly",
    "01-25 monthly",
    "01-31 weekly",
    "02-07 weekly",
  ]);
  expect(expiries("2023-10-16", "2023-11-01")).toEqual(["10-18 weekly", "10-26 monthly", "11-01 weekly"]);
});

describe("charges", () => {
  it("change with the transaction tax in April 2023, October 2024 and April 2026", () => {
    const sold = (day: string) => createRateLookup(dayOfIso(day))("OPTIONS", "NSE");
    expect(
      ["2023-03-31", "2023-04-03", "2024-09-30", "2024-10-01", "2026-03-31", "2026-04-01"].map(
        (day) => sold(day).taxSell,
      ),
    ).toEqual([0.0005, 0.000625, 0.000625, 0.001, 0.001, 0.0015]);
    expect([sold("2026-03-31").exercisedTax, sold("2026-04-01").exercisedTax]).toEqual([0.00125, 0.0015]);
    expect(createRateLookup(dayOfIso("2026-04-01"))("FUTURES", "NSE").taxSell).toBe(0.0005);
  });

  it("differ by exchange, and are null if the rate is unknown", () => {
    const rates = createRateLookup(dayOfIso("2024-11-01"));
    expect([rates("OPTIONS", "NSE").exchange, rates("OPTIONS", "BSE").exchange]).toEqual([
      0.0003503, 0.000325,
    ]);
    expect(rates("DELIVERY", "NSE").depositoryPaise).toBe(350);
    expect(rates("INTRADAY", "NSE").depositoryPaise).toBe(0);
    expect(rates("OPTIONS", "BSE").protectionFund).toBeNull();
    expect(createRateLookup(dayOfIso("2023-06-01"))("OPTIONS", "BSE").exchange).toBeNull();
  });

  it("have rows in chronological order", () => {
    for (const rows of [TRANSACTION_TAX, EXCHANGE_CHARGES.filter(({ venue }) => venue === "NSE")]) {
      const days = rows.map(({ from }) => from);
      expect([...days].sort()).toEqual(days);
    }
  });
});

describe("tick sizes", () => {
  it("are five paise before June 2024 and depend on the price from April 2025", () => {
    const now = dayOfIso("2026-11-20");
    expect([100, 500, 3_000, 7_000, 15_000, 30_000].map((rupees) => shareTick(now, rupees))).toEqual([
      1, 5, 10, 50, 100, 500,
    ]);
    expect(shareTick(dayOfIso("2024-06-07"), 100)).toBe(5);
    expect(shareTick(dayOfIso("2024-06-10"), 100)).toBe(1);
    expect([14_000, 26_000, 60_000].map((rupees) => indexFutureTick(now, rupees))).toEqual([5, 10, 20]);
  });
});

describe("days in IST", () => {
  it("begin at midnight", () => {
    const at = Date.parse("2026-11-20T00:00:00+05:30");
    expect(isoDayOf(istDay(at))).toBe("2026-11-20");
    expect(isoDayOf(istDay(at - 1))).toBe("2026-11-19");
    expect(istMinute(at + 61_000)).toBe(1);
    expect(weekdayOf(dayOfIso("2026-11-22"))).toBe(0);
    expect(monthOf(dayOfIso("2026-12-31")) + 1).toBe(monthOf(dayOfIso("2027-01-01")));
  });
});
