// Recomputes a record at a multiple of its capital from its public file, without the site's code. The monthly fee is
// charged once, ₹20 once per option order, 0.03 % and at most ₹20 per intraday share order, and the depository's charge
// once per delivery.
import type { RecordTrade, StrategyRecord } from "../../app/contract/base-api/record.ts";
import { dayInIndia } from "./recompute-record.ts";

export type RecordFile = StrategyRecord & { tradeList: RecordTrade[] };

const FLAT_PAISE = 2_000;
const VALUE_SHARE = 0.0003;
const GST = 0.18;
const depository = (day: string) => (day < "2024-10-01" ? 550 : 350);

type Saving = { day: string; paise: number };

/**
 * Returns the charges in paise that one trade of `times` the size saves compared with `times` single trades, by day.
 */
function savingsOf(trade: RecordTrade, times: number, sold: Set<string>): Saving[] {
  const { costs, legs, openedAt } = trade;
  const [from, to] = [dayInIndia(openedAt), dayInIndia(trade.closedAt ?? openedAt)];
  const plusGst = (paise: number) => paise + Math.round(paise * GST);
  const paid = costs.brokeragePaise;
  if (paid === 0) {
    let charges = 0;
    if (trade.closedAt !== null && from < to)
      for (const { symbol, side } of legs)
        if (side === "BUY" && !sold.has(symbol + to)) {
          sold.add(symbol + to);
          charges += depository(to);
        }
    return [{ day: to, paise: charges > costs.exchangePaise ? 0 : plusGst(charges * (times - 1)) }];
  }
  if (paid % FLAT_PAISE === 0) {
    const all = paid * (times - 1);
    const first = trade.closedAt === null ? all : Math.min(all, legs.length * FLAT_PAISE * (times - 1));
    return [
      { day: from, paise: plusGst(first) },
      { day: to, paise: plusGst(all - first) },
    ];
  }
  const values = legs.flatMap((leg) => [leg.entryPaise * leg.quantity, (leg.exitPaise ?? 0) * leg.quantity]);
  const fee = (n: number) =>
    values.reduce((sum, value) => sum + Math.min(FLAT_PAISE, n * value * VALUE_SHARE), 0);
  const larger =
    Math.abs(fee(1) - paid) > Math.max(1, fee(1) / 100)
      ? paid * times
      : Math.round((fee(times) * paid) / fee(1));
  return [{ day: to, paise: plusGst(paid * times - larger) }];
}

/** Returns the file at `times` its capital: days, costs and net results of trades. */
export function fileAt(file: RecordFile, times: number): RecordFile {
  if (times === 1) return file;
  const sold = new Set<string>();
  const inOrder = [...file.tradeList].sort((a, b) => ((a.closedAt ?? "9") < (b.closedAt ?? "9") ? -1 : 1));
  const less = new Map(inOrder.map((trade) => [trade.number, savingsOf(trade, times, sold)]));
  const all = [...less.values()].flat();
  const days = file.days.map((day) => ({
    ...day,
    grossPaise: times * day.grossPaise,
    netPaise:
      times * (day.netPaise + day.feePaise) -
      day.feePaise +
      all.filter((one) => one.day <= day.day).reduce((sum, one) => sum + one.paise, 0),
  }));
  const tradeList = file.tradeList.map((trade) => ({
    ...trade,
    netPaise:
      times * trade.netPaise + (less.get(trade.number) ?? []).reduce((sum, { paise }) => sum + paise, 0),
  }));
  return { ...file, days, tradeList, capitalRupees: file.capitalRupees * times };
}
