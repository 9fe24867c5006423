// Recomputes the contents of a record's public files from `record.json` and `trades.csv`, with no code of the site or
// the sandbox. Returns one sentence per difference.
import { createHash } from "node:crypto";

type Leg = { symbol: string; side: string; quantity: number; entryPaise: number; exitPaise: number | null };
type Trade = {
  number: number;
  openedAt: string;
  closedAt: string | null;
  legs: Leg[];
  grossPaise: number;
  netPaise: number;
  favourablePaise: number;
  adversePaise: number;
  marginPaise: number;
  costs: Record<string, number>;
  entryReason: string;
  exitReason: string;
};
type Day = Record<"netPaise" | "grossPaise" | "feePaise" | "marginPaise" | "trades" | "benchmark", number> & {
  day: string;
  hash: string;
};
export type RecordFile = {
  strategyId: string;
  version: string;
  evidence: string;
  start: string;
  simulated: boolean;
  since: string;
  from: string | null;
  capitalRupees: number;
  feeMonthlyPaise: number;
  barSeconds: number;
  benchmark: string;
  method: string[];
  genesis: string;
  seal: object | null;
  costs: Record<string, number>;
  trades: number;
  days: Day[];
  missed: { at: string; kind: string; reason: string }[];
  cashFlows: { day: string; amountPaise: number; note: string }[];
  tradeList: Trade[];
};
export type Recomputed = {
  mismatches: string[];
  /** Figures as fractions of one; null if undefined. */
  figures: {
    totalReturn: number;
    cagr: number | null;
    maxDrawdown: number;
    volatility: number;
    winRate: number | null;
    profitFactor: number | null;
  };
};

const COSTS = ["brokerage", "transactionTax", "exchange", "regulator", "stampDuty", "gst", "slippage"];
const COLUMNS = ["brokerage", "transaction_tax", "exchange", "regulator", "stamp_duty", "gst", "slippage"];
const YEAR_DAYS = 252;
const IST = 19_800_000;
const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const tabbedLine = (...cells: (string | number | null)[]) =>
  `${cells.map((cell) => cell ?? "").join("\t")}\n`;
/** Returns the calendar day of an ISO timestamp in India (IST). */
export const dayInIndia = (iso: string) => new Date(new Date(iso).getTime() + IST).toISOString().slice(0, 10);

/** Recomputes the hash chain from the header to the last day. */
function chainFault(file: RecordFile): string | null {
  const header =
    tabbedLine(
      "record",
      2,
      file.strategyId,
      file.version,
      file.evidence,
      file.start,
      file.simulated ? 1 : 0,
      file.capitalRupees * 100,
      file.feeMonthlyPaise,
      file.barSeconds,
      file.benchmark,
      file.since,
      file.from,
    ) + file.method.map((sentence) => tabbedLine("method", sentence)).join("");
  let hash = sha256(header);
  if (hash !== file.genesis) return "the header's hash is not the genesis";
  for (const day of file.days) {
    const closed = file.tradeList.filter(
      (trade) => trade.closedAt !== null && dayInIndia(trade.closedAt) === day.day,
    );
    const missed = file.missed.filter(({ at }) => dayInIndia(at) === day.day);
    const text = [
      tabbedLine(
        "day",
        day.day,
        day.netPaise,
        day.grossPaise,
        day.feePaise,
        day.marginPaise,
        day.trades,
        Math.round(day.benchmark * 100),
      ),
      ...closed.flatMap((trade) => [
        tabbedLine(
          "trade",
          trade.number,
          Date.parse(trade.openedAt),
          trade.closedAt === null ? null : Date.parse(trade.closedAt),
          trade.grossPaise,
          ...COSTS.map((name) => trade.costs[`${name}Paise`] ?? 0),
          trade.netPaise,
          trade.favourablePaise,
          trade.adversePaise,
          trade.marginPaise,
          trade.entryReason,
          trade.exitReason,
        ),
        ...trade.legs.map((leg) =>
          tabbedLine("leg", leg.symbol, leg.side, leg.quantity, leg.entryPaise, leg.exitPaise),
        ),
      ]),
      ...missed.map(({ at, kind, reason }) => tabbedLine("missed", Date.parse(at), kind, reason)),
      ...file.cashFlows
        .filter((flow) => flow.day === day.day)
        .map((flow) => tabbedLine("cash", flow.day, flow.amountPaise, flow.note)),
    ].join("");
    hash = sha256(`${hash}\n${text}`);
    if (hash !== day.hash) return `the hash of ${day.day} is another one`;
  }
  return null;
}

/** Compares the sums of all trades with the sums of all days. */
function sumFaults(file: RecordFile): string[] {
  const faults: string[] = [];
  const sumOf = (trade: Trade) => Object.values(trade.costs).reduce((sum, one) => sum + one, 0);
  for (const trade of file.tradeList)
    if (trade.netPaise !== trade.grossPaise - sumOf(trade))
      faults.push(`trade ${trade.number}: net is not gross less costs`);
  for (const name of Object.keys(file.costs)) {
    const sum = file.tradeList.reduce((total, trade) => total + (trade.costs[name] ?? 0), 0);
    if (sum !== file.costs[name]) faults.push(`${name} sums to ${sum}, stated is ${file.costs[name]}`);
  }
  let [net, gross, at] = [0, 0, 0];
  const closed = file.tradeList
    .filter((trade) => trade.closedAt !== null)
    .sort((a, b) => Date.parse(a.closedAt ?? "") - Date.parse(b.closedAt ?? ""));
  for (const day of file.days) {
    while (at < closed.length && dayInIndia(closed[at]?.closedAt ?? "") <= day.day) {
      net += closed[at]?.netPaise ?? 0;
      gross += closed[at]?.grossPaise ?? 0;
      at += 1;
    }
    const opened = file.tradeList.filter(({ openedAt }) => dayInIndia(openedAt) <= day.day).length;
    if (opened !== day.trades)
      faults.push(`${day.day}: ${opened} trades were opened, stated are ${day.trades}`);
    // While a position is open, the day's result includes the position's value, which requires prices.
    if (opened !== at) continue;
    if (net - day.feePaise !== day.netPaise)
      faults.push(`${day.day}: net is ${net - day.feePaise}, stated is ${day.netPaise}`);
    if (gross !== day.grossPaise) faults.push(`${day.day}: gross is ${gross}, stated is ${day.grossPaise}`);
  }
  if (file.tradeList.length !== file.trades)
    faults.push(`${file.tradeList.length} trades, stated are ${file.trades}`);
  return faults;
}

/** Compares the file of trades with the record, row by row. */
function csvFaults(file: RecordFile, csv: string): string[] {
  const [names = "", ...lines] = csv.trim().split("\r\n");
  const columns = names.split(",");
  if (lines.length !== file.tradeList.length)
    return [`the CSV has ${lines.length} trades, the record ${file.tradeList.length}`];
  const paise = (cell: string | undefined) => Math.round(Number(cell) * 100);
  return lines.flatMap((text, index) => {
    const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell ?? "");
    const of = (name: string) => cells[columns.indexOf(name)];
    const trade = file.tradeList[index];
    if (trade === undefined) return [];
    const wrong = [
      paise(of("gross_rupees")) !== trade.grossPaise,
      paise(of("net_rupees")) !== trade.netPaise,
      ...COLUMNS.map((name, place) => paise(of(`${name}_rupees`)) !== trade.costs[`${COSTS[place]}Paise`]),
    ].some(Boolean);
    return wrong ? [`trade ${trade.number} differs between the CSV and the record`] : [];
  });
}

/** Recomputes the files. `csv` is the text of trades.csv; if it is null, trades are not compared. */
export function recompute(file: RecordFile, csv: string | null): Recomputed {
  const chain = chainFault(file);
  const capital = file.capitalRupees * 100;
  const equity = file.days.map(({ netPaise }) => capital + netPaise);
  let [high, maxDrawdown] = [capital, 0];
  for (const value of equity) {
    high = Math.max(high, value);
    maxDrawdown = Math.min(maxDrawdown, (value - high) / capital);
  }
  const returns = equity.map((value, index) => value / (equity[index - 1] ?? capital) - 1);
  const mean = returns.reduce((sum, one) => sum + one, 0) / Math.max(1, returns.length);
  const spread = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, returns.length - 1);
  const results = file.tradeList.filter(({ closedAt }) => closedAt !== null).map(({ netPaise }) => netPaise);
  const [won, lost] = [results.filter((one) => one > 0), results.filter((one) => one < 0)];
  const total = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
  const last = equity.at(-1) ?? capital;
  const [from, to] = [file.days[0], file.days.at(-1)].map((day) => Date.parse(day?.day ?? ""));
  const years = (((to ?? 0) - (from ?? 0)) / 86_400_000 + 1) / 365;
  return {
    mismatches: [
      ...(chain === null ? [] : [chain]),
      ...sumFaults(file),
      ...(csv === null ? [] : csvFaults(file, csv)),
    ],
    figures: {
      totalReturn: last / capital - 1,
      cagr: years < 1 || last <= 0 ? null : (last / capital) ** (1 / years) - 1,
      maxDrawdown,
      volatility: Math.sqrt(spread * YEAR_DAYS),
      winRate: results.length === 0 ? null : won.length / results.length,
      profitFactor: lost.length === 0 ? null : total(won) / -total(lost),
    },
  };
}
