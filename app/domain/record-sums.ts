// Checks that the trades, costs, fees and counts of a record agree with its days. Pure. The format of seals is in
// record-seal.ts.
import type { CostLines, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";

export type RecordFault = {
  /** Part of the record that failed its check. */
  kind: "header" | "day" | "texts" | "state" | "head" | "signature" | "sum" | "form";
  /** First day with the fault. Null if the fault does not concern a day. */
  day: string | null;
  /** The fault in one sentence. */
  message: string;
};

function totalCosts(costs: CostLines): number {
  return Object.values(costs).reduce((sum, value) => sum + value, 0);
}

/** Returns a fault for each sum that does not agree with the record's days. */
export function findSumFaults(record: StrategyRecord, trades: readonly RecordTrade[]): RecordFault[] {
  const faults: RecordFault[] = [];
  const addFault = (message: string, day: string | null = null) => faults.push({ kind: "sum", day, message });
  const { days, costs } = record;
  const last = days.at(-1);
  if (trades.length !== record.trades)
    addFault(`The record states ${record.trades} trades, but contains ${trades.length}.`);
  const wrong = trades.find((trade) => trade.grossPaise - totalCosts(trade.costs) !== trade.netPaise);
  if (wrong !== undefined)
    addFault(`The net result of trade ${wrong.number} is not its gross result minus its costs.`);
  const misnumbered = trades.find((trade, index) => trade.number !== index + 1);
  if (misnumbered !== undefined) addFault(`Trade ${misnumbered.number} is out of sequence.`);
  const dated = record.missed.filter(({ kind }) => kind === "capital").length;
  if (dated > record.signalsPassed)
    addFault(
      `The record lists ${dated} signals skipped for lack of capital, but counts ${record.signalsPassed}.`,
    );
  for (const name of Object.keys(costs) as (keyof CostLines)[]) {
    const sum = trades.reduce((total, trade) => total + trade.costs[name], 0);
    if (sum !== costs[name])
      addFault(`The sum of ${name} over the trades is ${sum}, but the record states ${costs[name]}.`);
  }
  const net = trades.reduce((total, trade) => total + trade.netPaise, 0);
  if (last !== undefined && net - last.feePaise !== last.netPaise)
    addFault(
      `The trades' net result minus fees is ${net - last.feePaise} paise, but the last day states ${last.netPaise}.`,
    );
  if (last !== undefined && last.trades !== record.trades)
    addFault(`The last day states ${last.trades} trades, but the record ${record.trades}.`);
  for (const [index, day] of days.entries()) {
    const before = days[index - 1];
    if (before !== undefined && before.day >= day.day)
      return [
        ...faults,
        {
          kind: "sum",
          day: day.day,
          message: `Days must be in ascending order, but ${day.day} follows ${before.day}.`,
        },
      ];
    if (before !== undefined && (before.feePaise > day.feePaise || before.trades > day.trades)) {
      addFault(
        `The cumulative fees or trades of ${day.day} are lower than those of the previous day.`,
        day.day,
      );
      break;
    }
  }
  if ((days[0]?.day ?? null) !== record.from || (last?.day ?? null) !== record.to)
    addFault("The first or last day differs from the period that the record states.");
  return faults;
}
