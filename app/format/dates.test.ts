import { afterEach, expect, it, vi } from "vitest";
import { formatInstant, formatMonths } from "./dates.ts";
import { brandLanguage, setBrandLanguage } from "./locale.ts";

const own = brandLanguage();
afterEach(() => {
  setBrandLanguage(own);
  // Other test files in this process load the modules again, in the default language.
  vi.resetModules();
});

/** Loads the formats in another language. */
async function datesIn(locale: string): Promise<typeof import("./dates.ts")> {
  setBrandLanguage({ ...own, locale });
  vi.resetModules();
  return await import("./dates.ts");
}

it.each([
  ["2026-11-21T09:15:07+05:30", "2026-11-21T12:00:00+05:30", "09:15:07 IST"],
  ["2026-11-21T00:00:00+05:30", "2026-11-21T00:10:00+05:30", "00:00:00 IST"],
  ["2026-11-20T23:59:30+05:30", "2026-11-21T00:10:00+05:30", "20 Nov 2026, 23:59:30 IST"],
  ["2026-09-20T22:00:00+05:30", "2026-09-21T03:10:00+05:30", "20 Sep 2026, 22:00:00 IST"],
])("formats %s, viewed at %s, as %s", (instant, now, words) => {
  expect(formatInstant(new Date(instant), new Date(now))).toBe(words);
});

it("formats one month in the singular, and several months in the plural", () => {
  expect([1, 13].map(formatMonths)).toEqual(["1 month", "13 months"]);
});

it.each(["hi", "mr", "bn", "gu", "ta", "te", "kn", "ml", "pa", "ne", "as", "or"])(
  "formats dates in %s with the digits of amounts, and short ones without year and comma",
  async (language) => {
    const dates = await datesIn(`${language}-IN`);
    const instant = new Date("2023-09-10T09:15:07+05:30");
    const all = [
      dates.formatDay("2023-09-10"),
      dates.formatMonth("2023-09"),
      dates.formatDateTime(instant),
      dates.formatInstant(instant, instant),
      dates.formatDayShort("2023-09-10"),
      dates.formatShortDay(instant),
    ];
    for (const formatted of all) expect(formatted.match(/\p{N}+/gu)?.join("")).toMatch(/^[0-9]+$/);
    for (const formatted of all.slice(0, 3)) expect(formatted).toContain("2023");
    for (const formatted of all.slice(4)) {
      expect(formatted).toContain("10");
      expect(formatted).not.toMatch(/2023|,$/);
    }
  },
);

it("shortens months to whole syllables", async () => {
  const { formatMonthShort } = await datesIn("hi-IN");
  expect(["2026-02", "2026-04", "2026-10"].map(formatMonthShort)).toEqual(["फ़र॰", "अप्रैल", "अक्टू॰"]);
});

it("shortens weekdays in the brand's language", async () => {
  for (const [locale, words] of [
    ["en-IN", ["Mon", "Sun"]],
    ["hi-IN", ["सोम", "रवि"]],
  ] as const) {
    const { formatWeekdayShort } = await datesIn(locale);
    expect((["Mon", "Sun"] as const).map(formatWeekdayShort)).toEqual(words);
  }
});
