// The sums of a sealed record: trades, costs, fees and counts must agree with its days. Pure; the seal itself is in record-seal.ts.
import type { CostLines, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";

export type RecordFault = {
  /** Part that differs: the header, a day's hash, the texts, the state, the head, the signature, or a sum. */
  kind: "header" | "day" | "texts" | "state" | "head" | "signature" | "sum" | "form";
  /** First affected day; null if the fault does not belong to a day. */
  day: string | null;
  /** Description of the fault, one sentence. */
  words: string;
};

function totalCosts(costs: CostLines): number {
  return Object.values(costs).reduce((sum, value) => sum + value, 0);
}

/** Returns the sums of a record that do not agree. */
export function sumFaults(record: StrategyRecord, trades: readonly RecordTrade[]): RecordFault[] {
  const faults: RecordFault[] = [];
  const say = (words: string, day: string | null = null) => faults.push({ kind: "sum", day, words });
  const { days, costs } = record;
  const last = days.at(-1);
  if (trades.length !== record.trades)
    say(`The record counts ${record.trades} trades, and ${trades.length} are there.`);
  const wrong = trades.find((trade) => trade.grossPaise - totalCosts(trade.costs) !== trade.netPaise);
  if (wrong !== undefined) say(`Trade ${wrong.number}: gross less its costs is not its net.`);
  const misnumbered = trades.find((trade, index) => trade.number !== index + 1);
  if (misnumbered !== undefined) say(`Trade ${misnumbered.number} is not where its number puts it.`);
  const dated = record.missed.filter(({ kind }) => kind === "capital").length;
  if (dated > record.signalsPassed)
    say(
      `${dated} signals are dated that the capital did not carry, and the record counts ${record.signalsPassed}.`,
    );
  for (const name of Object.keys(costs) as (keyof CostLines)[]) {
    const sum = trades.reduce((total, trade) => total + trade.costs[name], 0);
    if (sum !== costs[name]) say(`${name}: the trades sum to ${sum}, and the record says ${costs[name]}.`);
  }
  const net = trades.reduce((total, trade) => total + trade.netPaise, 0);
  if (last !== undefined && net - last.feePaise !== last.netPaise)
    say(`The trades' net less fees is ${net - last.feePaise} paise, and the last day says ${last.netPaise}.`);
  if (last !== undefined && last.trades !== record.trades)
    say(`The last day counts ${last.trades} trades, and the record ${record.trades}.`);
  for (const [index, day] of days.entries()) {
    const before = days[index - 1];
    if (before !== undefined && before.day >= day.day)
      return [...faults, { kind: "sum", day: day.day, words: `${day.day} does not follow ${before.day}.` }];
    if (before !== undefined && (before.feePaise > day.feePaise || before.trades > day.trades)) {
      say(`Fees or trades counted by ${day.day} are fewer than the day before.`, day.day);
      break;
    }
  }
  if ((days[0]?.day ?? null) !== record.from || (last?.day ?? null) !== record.to)
    say("The first or last day is not the one that the record names.");
  return faults;
}
