// Checks a file of trades or days that an operator wants to import as a record, and previews the record. Errors are
// listed by line. The file is CSV or JSON and describes either days (day, net, gross, fees, margin,
// trades, benchmark) or trades (opened, closed, symbol, side, quantity, prices, costs). server/sandbox/algos/README.md
// describes the columns.
import { z } from "zod";

const FAULTS_SHOWN_MAX = 20;
const TRADING_DAYS_PER_YEAR = 252;

type LineOutput = (line: string) => void;
type ImportRow = { line: number; cells: Record<string, string> };
type Fault = { line: number; message: string };

const integerPaise = z
  .string()
  .regex(/^-?\d+$/, "must be a whole number of paise")
  .transform(Number);
const count = z.string().regex(/^\d+$/, "must be a whole number").transform(Number);
const price = z
  .string()
  .regex(/^\d+(?:\.\d{1,2})?$/, "must be an amount in rupees with at most two decimals")
  .transform(Number);
const dayRowSchema = z.object({
  day: z.iso.date({ error: "must be a day such as 2026-11-20" }),
  net_paise: integerPaise,
  gross_paise: integerPaise,
  fee_paise: count,
  margin_paise: count,
  trades: count,
  benchmark: price,
});
const instant = z.iso.datetime({ offset: true, error: "must be a time such as 2026-11-20T09:20:00+05:30" });
const tradeRowSchema = z.object({
  number: count,
  opened_at: instant,
  closed_at: z.union([z.literal(""), instant]),
  symbol: z.string().min(1, "must be a symbol"),
  side: z.enum(["BUY", "SELL"]),
  quantity: count.refine((value) => value > 0, "must be more than 0"),
  entry_paise: count,
  exit_paise: z.union([z.literal("").transform(() => null), count]),
  gross_paise: integerPaise,
  costs_paise: count,
  net_paise: integerPaise,
});
type DayRow = z.infer<typeof dayRowSchema>;
type TradeRow = z.infer<typeof tradeRowSchema>;

/**
 * Returns true if the file can be imported without changes. `content` is CSV text, or parsed JSON: a list of objects
 * with the columns' names as keys.
 */
export function checkImport(name: string, content: unknown, writeLine: LineOutput): boolean {
  const rows = typeof content === "string" ? csvRows(content) : jsonRows(content);
  const [first] = rows;
  if (first === undefined) {
    writeLine(
      `${name}: there is nothing to import. Expected a sealed record, a file of heads, or a CSV or JSON list of trades or days.`,
    );
    return false;
  }
  const kind = "opened_at" in first.cells ? "trades" : "day" in first.cells ? "days" : null;
  if (kind === null) {
    writeLine(
      `${name}: these are neither trades nor days. Days have the columns ${Object.keys(dayRowSchema.shape).join(", ")};`,
    );
    writeLine(`  trades have ${Object.keys(tradeRowSchema.shape).join(", ")}.`);
    return false;
  }
  const faults: Fault[] = [];
  const lines =
    kind === "days"
      ? daysText(parseRows(rows, dayRowSchema, faults), faults)
      : tradesText(parseRows(rows, tradeRowSchema, faults), faults);
  writeLine(
    `${name}: ${rows.length} ${kind}, ${faults.length === 0 ? "no errors." : `${faults.length} ${faults.length === 1 ? "error" : "errors"}:`}`,
  );
  for (const { line, message } of faults.slice(0, FAULTS_SHOWN_MAX)) writeLine(`  line ${line}: ${message}`);
  if (faults.length > FAULTS_SHOWN_MAX) writeLine(`  and ${faults.length - FAULTS_SHOWN_MAX} more.`);
  if (faults.length === 0) for (const line of lines) writeLine(`  The site would show: ${line}`);
  return faults.length === 0;
}

/** Parses CSV according to RFC 4180: quoted cells may contain commas, quotes and line breaks. */
function csvRows(text: string): ImportRow[] {
  const records: { line: number; cells: string[] }[] = [];
  let [line, cell, isQuoted, startLine] = [1, "", false, 1];
  let cells: string[] = [];
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one !== "")) records.push({ line: startLine, cells });
    [cells, cell, startLine] = [[], "", line];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\n") line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === ",") {
      cells.push(cell);
      cell = "";
    } else if (char === "\n") endRecord();
    else if (char !== "\r" && char !== "\ufeff") cell += char;
  }
  endRecord();
  const [names, ...rows] = records;
  return rows.map((row) => ({
    line: row.line,
    cells: Object.fromEntries(
      (names?.cells ?? []).map((name, index) => [name.trim(), (row.cells[index] ?? "").trim()]),
    ),
  }));
}

function jsonRows(value: unknown): ImportRow[] {
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(value);
  return list.success
    ? list.data.map((cells, index) => ({
        line: index + 1,
        cells: Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [name, cell === null ? "" : String(cell)]),
        ),
      }))
    : [];
}

function parseRows<Schema extends z.ZodType>(
  rows: readonly ImportRow[],
  schema: Schema,
  faults: Fault[],
): { line: number; row: z.infer<Schema> }[] {
  return rows.flatMap(({ line, cells }) => {
    const result = schema.safeParse(cells);
    if (result.success) return [{ line, row: result.data }];
    for (const issue of result.error.issues)
      faults.push({ line, message: `${issue.path.join(".")} ${issue.message}` });
    return [];
  });
}

function daysText(rows: readonly { line: number; row: DayRow }[], faults: Fault[]): string[] {
  for (const [index, { line, row }] of rows.entries()) {
    const report = (message: string) => faults.push({ line, message });
    const before = rows[index - 1]?.row;
    const weekday = new Date(`${row.day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6)
      report(`${row.day} is on a weekend; special sessions must be in the market calendar.`);
    if (row.gross_paise - row.fee_paise < row.net_paise)
      report("net_paise must not exceed gross_paise minus fee_paise, because costs cannot be negative.");
    if (before === undefined) continue;
    if (row.day <= before.day) report(`day must be after ${before.day}, but is ${row.day}.`);
    if (row.fee_paise < before.fee_paise) report("fee_paise is cumulative and must not fall.");
    if (row.trades < before.trades) report("trades is cumulative and must not fall.");
    const costs = (one: DayRow) => one.gross_paise - one.fee_paise - one.net_paise;
    if (costs(row) < costs(before))
      report("costs (gross minus fees minus net) are cumulative and must not fall.");
  }
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return [];
  let [high, fall] = [0, 0];
  for (const { row } of rows) {
    high = Math.max(high, row.net_paise);
    fall = Math.min(fall, row.net_paise - high);
  }
  return [
    `${rows.length} days from ${first.row.day} to ${last.row.day} (${(rows.length / TRADING_DAYS_PER_YEAR).toFixed(1)} years of trading days)`,
    `net P&L ${rupees(last.row.net_paise)} after fees of ${rupees(last.row.fee_paise)}; gross ${rupees(last.row.gross_paise)}`,
    `max drawdown ${rupees(fall)}; its percentage depends on the record's capital`,
    `${last.row.trades} trades, benchmark ${first.row.benchmark} to ${last.row.benchmark}`,
  ];
}

function tradesText(rows: readonly { line: number; row: TradeRow }[], faults: Fault[]): string[] {
  const groups = new Map<number, TradeRow[]>();
  for (const [index, { line, row }] of rows.entries()) {
    const report = (message: string) => faults.push({ line, message });
    const before = rows[index - 1]?.row;
    groups.set(row.number, [...(groups.get(row.number) ?? []), row]);
    if (before !== undefined && row.number !== before.number && row.number !== before.number + 1)
      report(
        `trade numbers must be consecutive: ${row.number} follows ${before.number}. All legs of a trade have the same number.`,
      );
    if (before === undefined && row.number !== 1) report("the first trade must have number 1.");
    const isOpen = row.closed_at === "";
    if (!isOpen && Date.parse(row.closed_at) < Date.parse(row.opened_at))
      report("the trade was closed before it was opened.");
    if (!isOpen && row.exit_paise === null) report("a closed trade must have an exit price.");
    if (row.net_paise !== row.gross_paise - row.costs_paise)
      report(
        `net_paise is ${row.net_paise}, but must be gross minus costs: ${row.gross_paise - row.costs_paise}.`,
      );
    if (row.exit_paise === null) continue;
    const sign = row.side === "BUY" ? 1 : -1;
    const made = sign * row.quantity * (row.exit_paise - row.entry_paise);
    if (made !== row.gross_paise)
      report(`gross_paise is ${row.gross_paise}, but must be quantity times the price difference: ${made}.`);
  }
  const results = [...groups.values()]
    .filter((legs) => legs.every(({ closed_at }) => closed_at !== ""))
    .map((legs) => legs.reduce((sum, { net_paise }) => sum + net_paise, 0));
  const net = rows.reduce((sum, { row }) => sum + row.net_paise, 0);
  const costs = rows.reduce((sum, { row }) => sum + row.costs_paise, 0);
  const won = results.filter((value) => value > 0).length;
  return [
    `${groups.size} trades, ${results.length} of them closed`,
    `net P&L ${rupees(net)} after costs of ${rupees(costs)}, before fees`,
    results.length === 0
      ? "no win rate yet"
      : `win rate ${((won / results.length) * 100).toFixed(1)}%, worst trade ${rupees(Math.min(...results))}`,
  ];
}

function rupees(paise: number): string {
  const sign = paise < 0 ? "−" : "";
  return `${sign}₹${(Math.abs(paise) / 100).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;
}
