// The part of a chart that shows one trade, with the trade's marks. Pure.

import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import type { ChartLevel, ChartMark } from "./candle-chart.tsx";
import { slotAt } from "./chart-scale.ts";
import { legMarksText as text } from "./text.ts";

export type TradeWindow = { interval: CandleInterval; from: string; before: string };

/** Bar length by the duration of the trade, and the margin before and after the trade. */
const STEPS: readonly { upToMs: number; interval: CandleInterval; aroundMs: number }[] = [
  { upToMs: 3 * 60 * MINUTE_MS, interval: "1", aroundMs: 45 * MINUTE_MS },
  { upToMs: 12 * 60 * MINUTE_MS, interval: "5", aroundMs: 3 * 60 * MINUTE_MS },
  { upToMs: 20 * DAY_MS, interval: "60", aroundMs: 3 * DAY_MS },
  { upToMs: Number.POSITIVE_INFINITY, interval: "day", aroundMs: 25 * DAY_MS },
];

/** Returns the period to load for a trade. Times are ISO. An open trade is shown up to `now`, epoch ms. */
export function tradeWindow(openedAt: string, closedAt: string | null, now: number): TradeWindow {
  const opened = Date.parse(openedAt);
  const closed = closedAt === null ? now : Date.parse(closedAt);
  const step = STEPS.find(({ upToMs }) => closed - opened <= upToMs);
  const { interval, aroundMs } = step ?? { interval: "day" as const, aroundMs: 25 * DAY_MS };
  return {
    interval,
    from: new Date(opened - aroundMs).toISOString(),
    before: new Date(Math.min(now, closed + aroundMs)).toISOString(),
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

/** Returns entry and exit on the underlying's chart, at the closes of their bars. */
export function instantMarks(
  bars: readonly Candle[],
  openedAt: string,
  closedAt: string | null,
): ChartMark[] {
  const at = (moment: string) => bars[slotAt(bars, moment)]?.closePaise ?? 0;
  return [
    { kind: "entry", at: openedAt, pricePaise: at(openedAt), words: "Entry" },
    ...(closedAt === null
      ? []
      : [{ kind: "exit" as const, at: closedAt, pricePaise: at(closedAt), words: "Exit" }]),
  ];
}

/**
 * Returns the price at which a trade with one leg has lost the given amount. Null if the price would not be positive.
 */
export function lossLevel(leg: TradedLeg, lossPaise: number, words: string): ChartLevel | null {
  const away = lossPaise / leg.quantity;
  const pricePaise = Math.round(leg.entryPaise + (leg.side === "BUY" ? -away : away));
  return pricePaise > 0
    ? { kind: "stop", pricePaise, words: `${words} ${formatHundredths(pricePaise)}` }
    : null;
}

/**
 * True if the level is near the bars' range. A distant stop would compress the bars, so pages state it in a sentence
 * instead.
 */
export function isWithinSight(bars: readonly Candle[], level: ChartLevel): boolean {
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise));
  const high = Math.max(...bars.map(({ highPaise }) => highPaise));
  const room = high - low;
  return level.pricePaise >= low - room && level.pricePaise <= high + room;
}
