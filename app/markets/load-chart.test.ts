// Tests that a chart's period starts at the same instant for every bar length, and that each bar has one value.
import { describe, expect, it } from "vitest";
import type { Markets } from "../context.ts";
import { CANDLES_MAX, type Candle, type CandlesQuery } from "../contract/base-api/market.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK, tradingSpans } from "../domain/market-sessions.ts";
import { istDay, istDayStart, MINUTE_MS } from "../domain/time.ts";
import type { ExchangeSegment } from "../domain/vocabulary.ts";
import { CHART_RANGES, type ChartRange, DEFAULT_CHART } from "./chart-choice.ts";
import { loadChart } from "./load-chart.ts";

const NOW = Date.parse("2026-11-20T20:00:00+05:30");

/** Returns the bars of a segment on one day up to now. Prices depend only on the time. */
function dayBars(segment: ExchangeSegment, day: number, { interval, extended }: CandlesQuery): Candle[] {
  const calendar = extended === "yes" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR;
  return tradingSpans(calendar, segment, day).flatMap(({ fromMs, toMs }) => {
    const barMs = interval === "day" ? toMs - fromMs : Number(interval) * MINUTE_MS;
    return Array.from({ length: Math.ceil((toMs - fromMs) / barMs) }, (_, index) => fromMs + index * barMs)
      .filter((start) => start <= NOW)
      .map((start) => {
        const price = Math.round(2_000_000 + 40_000 * Math.sin(start / 9e6) - (NOW - start) / 1e6);
        return {
          at: new Date(interval === "day" ? istDayStart(day) : start).toISOString(),
          openPaise: price,
          highPaise: price,
          lowPaise: price,
          closePaise: price,
          volume: 1,
          isExtended: false,
        };
      });
  });
}

/** Returns the last bars before the query's time. The market has traded since long before the charts begin. */
function barsOf(segment: ExchangeSegment, query: CandlesQuery): Candle[] {
  const { before = new Date(NOW + 1).toISOString(), count = CANDLES_MAX } = query;
  let found: Candle[] = [];
  for (let day = istDay(Date.parse(before) - 1); found.length < count; day -= 1)
    found = [...dayBars(segment, day, query).filter(({ at }) => at < before), ...found];
  return found.slice(-count);
}

const requests: CandlesQuery[] = [];
const markets = {
  listCandles: (segment: ExchangeSegment, _id: string, query: CandlesQuery) => {
    requests.push(query);
    return Promise.resolve({ instrument: { name: segment }, items: barsOf(segment, query) });
  },
} as unknown as Markets;

const load = (segment: ExchangeSegment, choice: object) =>
  loadChart({ calendar: ROUND_THE_CLOCK }, markets, {
    segment,
    id: "1",
    choice: { ...DEFAULT_CHART, ...choice },
    now: NOW,
  });

describe("the period of a chart", () => {
  it.each([
    ["NSE_EQ", "1d", "2026-11-20T03:45:00.000Z"],
    ["NSE_EQ", "5d", "2026-11-16T03:45:00.000Z"],
    ["NSE_FNO", "5d", "2026-11-16T03:45:00.000Z"],
    ["MCX_COMM", "1d", "2026-11-20T03:30:00.000Z"],
    ["MCX_COMM", "5d", "2026-11-16T03:30:00.000Z"],
  ] as const)(
    "begins at the same session start for every bar length (%s, range %s)",
    async (segment, range, start) => {
      for (const interval of CHART_RANGES[range].intervals)
        for (const indicators of [[], ["ema"]]) {
          const { bars } = await load(segment, { range, interval, indicators, length: 60 });
          expect(bars[0]?.at, `${interval} ${indicators}`).toBe(start);
          expect(new Set(bars.map(({ at }) => at)).size).toBe(bars.length);
        }
    },
  );

  it.each(["NSE_EQ", "NSE_FNO"] as const)(
    "of one month covers the same days with hourly and daily bars: %s",
    async (segment) => {
      const daysOf = async (interval: string) => {
        const { bars } = await load(segment, { range: "1m" satisfies ChartRange, interval });
        return [...new Set(bars.map(({ at }) => istDay(Date.parse(at))))];
      };
      expect(await daysOf("60")).toEqual(await daysOf("day"));
      expect(await daysOf("60")).toHaveLength(22);
    },
  );

  it("is loaded in one request unless it has more bars than one response may have", async () => {
    requests.length = 0;
    await load("NSE_FNO", { range: "5d", interval: "15" });
    await load("NSE_EQ", { range: "6m", interval: "day", indicators: ["sma"] });
    expect(requests).toHaveLength(2);
    await load("MCX_COMM", { range: "5d", interval: "5" });
    expect(requests).toHaveLength(5);
  });
});

describe("indicators of a chart", () => {
  it.each(["sma", "ema", "rsi"] as const)(
    "have the same last value for every period with the same bar length: %s",
    async (id) => {
      const last = async (range: ChartRange, interval: string) => {
        const { lines } = await load("NSE_EQ", { range, interval, indicators: [id], length: 60 });
        expect(lines[0]?.values.every((value) => value !== null)).toBe(true);
        return lines[0]?.values.at(-1) ?? 0;
      };
      for (const [interval, ranges] of [
        ["60", ["5d", "1m"]],
        ["day", ["1m", "6m"]],
      ] as const) {
        const ratio = (await last(ranges[0], interval)) / (await last(ranges[1], interval));
        expect(Math.abs(ratio - 1), interval).toBeLessThan(0.0005);
      }
    },
  );
});
