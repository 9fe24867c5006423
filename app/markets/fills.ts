// Marks of a deployment's fills on a chart, grouped by instrument and day in IST. The open position determines whether
// a fill is an entry or an exit.

import type { Order, Trade } from "../contract/base-api/order.ts";
import { instrumentKey } from "../domain/instrument-key.ts";
import { istDate } from "../domain/record-seal.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import type { ChartLevel, ChartMark } from "./candle-chart.tsx";
import { legMarksText as text } from "./text.ts";

export type FillGroup = { key: string; symbol: string; day: string; fills: Trade[] };

/** Groups fills by instrument and day in IST. Groups are newest first, the fills of a group oldest first. */
export function fillsByInstrument(trades: readonly Trade[]): FillGroup[] {
  const groups = new Map<string, FillGroup>();
  for (const trade of [...trades].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const [key, day] = [instrumentKey(trade), istDate(trade.at)];
    const name = `${key} ${day}`;
    const group = groups.get(name) ?? { key, symbol: trade.symbol, day, fills: [] };
    // Deletes and reinserts the group, so that groups are in the order of their last fill.
    groups.delete(name);
    groups.set(name, { ...group, fills: [...group.fills, trade] });
  }
  return [...groups.values()].reverse();
}

/** Returns a mark per fill: an entry if the fill increases the position, an exit if it reduces it. */
export function fillMarks(fills: readonly Trade[]): ChartMark[] {
  let held = 0;
  return fills.map(({ side, quantity, pricePaise, at }) => {
    const signed = side === "BUY" ? quantity : -quantity;
    const isExit = held !== 0 && Math.sign(held) !== Math.sign(signed);
    held += signed;
    return {
      kind: isExit ? ("exit" as const) : ("entry" as const),
      at,
      pricePaise,
      words: (side === "BUY" ? text.bought : text.sold)({
        quantity: formatCount(quantity),
        price: formatHundredths(pricePaise),
      }),
    };
  });
}

/** Returns the prices of the stop orders for an instrument on a day, without duplicates. */
export function stopLevels(orders: readonly Order[], key: string, day: string): ChartLevel[] {
  const prices = orders
    .filter(
      (order) => instrumentKey(order) === key && istDate(order.createdAt) === day && /STOP/.test(order.type),
    )
    .map(({ pricePaise }) => pricePaise)
    .filter((paise) => paise > 0);
  return [...new Set(prices)].map((pricePaise) => ({
    kind: "stop" as const,
    pricePaise,
    words: text.stop(formatHundredths(pricePaise)),
  }));
}
