// The period of a chart that shows one trade, and the trade's marks. Pure.

import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import type { ChartLevel, ChartMark } from "./candle-chart.tsx";
import { findSlot } from "./chart-scale.ts";
import { legMarksText as text } from "./text.ts";

export type TradeWindow = { interval: CandleInterval; from: string; before: string };

/** Bar length for trades of at most `maxDurationMs`, and the time to show before and after the trade. */
const STEPS: readonly { maxDurationMs: number; interval: CandleInterval; marginMs: number }[] = [
  { maxDurationMs: 3 * 60 * MINUTE_MS, interval: "1", marginMs: 45 * MINUTE_MS },
  { maxDurationMs: 12 * 60 * MINUTE_MS, interval: "5", marginMs: 3 * 60 * MINUTE_MS },
  { maxDurationMs: 20 * DAY_MS, interval: "60", marginMs: 3 * DAY_MS },
  { maxDurationMs: Number.POSITIVE_INFINITY, interval: "day", marginMs: 25 * DAY_MS },
];

/** Returns the period to load for a trade. Times are ISO. An open trade is shown up to `now`, epoch ms. */
export function tradeWindow(openedAt: string, closedAt: string | null, now: number): TradeWindow {
  const opened = Date.parse(openedAt);
  const closed = closedAt === null ? now : Date.parse(closedAt);
  const step = STEPS.find(({ maxDurationMs }) => closed - opened <= maxDurationMs);
  const { interval, marginMs } = step ?? { interval: "day" as const, marginMs: 25 * DAY_MS };
  return {
    interval,
    from: new Date(opened - marginMs).toISOString(),
    before: new Date(Math.min(now, closed + marginMs)).toISOString(),
  };
}

export type TradedLeg = {
  side: "BUY" | "SELL";
  quantity: number;
  entryPaise: number;
  exitPaise: number | null;
};

/** Returns the entry and exit of one leg at their prices. */
export function legMarks(leg: TradedLeg, openedAt: string, closedAt: string | null): ChartMark[] {
  const entry: ChartMark = {
    kind: "entry",
    at: openedAt,
    pricePaise: leg.entryPaise,
    words: (leg.side === "BUY" ? text.bought : text.sold)({
      quantity: formatCount(leg.quantity),
      price: formatHundredths(leg.entryPaise),
    }),
  };
  return closedAt === null || leg.exitPaise === null
    ? [entry]
    : [
        entry,
        {
          kind: "exit",
          at: closedAt,
          pricePaise: leg.exitPaise,
          words: (leg.side === "BUY" ? text.soldAt : text.boughtBack)(formatHundredths(leg.exitPaise)),
        },
      ];
}

/** Returns the marks of entry and exit on the underlying's chart, each at the close of the bar that contains it. */
export function instantMarks(
  bars: readonly Candle[],
  openedAt: string,
  closedAt: string | null,
): ChartMark[] {
  const at = (time: string) => bars[findSlot(bars, time)]?.closePaise ?? 0;
  return [
    { kind: "entry", at: openedAt, pricePaise: at(openedAt), words: text.entry },
    ...(closedAt === null
      ? []
      : [{ kind: "exit" as const, at: closedAt, pricePaise: at(closedAt), words: text.exit }]),
  ];
}

/**
 * Returns the price at which a trade with one leg has lost the given amount. Null if the price would not be positive.
 */
export function lossLevel(leg: TradedLeg, lossPaise: number, label: string): ChartLevel | null {
  const away = lossPaise / leg.quantity;
  const pricePaise = Math.round(leg.entryPaise + (leg.side === "BUY" ? -away : away));
  return pricePaise > 0
    ? { kind: "stop", pricePaise, words: `${label} ${formatHundredths(pricePaise)}` }
    : null;
}

/**
 * True if the level is close to the prices of the bars. A distant stop would compress the bars, so pages state it in a
 * sentence instead.
 */
export function isNearBars(bars: readonly Candle[], level: ChartLevel): boolean {
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise));
  const high = Math.max(...bars.map(({ highPaise }) => highPaise));
  const room = high - low;
  return level.pricePaise >= low - room && level.pricePaise <= high + room;
}
