// The format of sealed records, version 3: the lines that the hashes and the signature of a record cover. Any language
// can compute them, because all numbers are whole and the lines contain no JSON and no floating point.
//
// A line is a list of fields separated by TAB and ended by LF, in UTF-8. The kinds of field are:
//   - a whole number: decimal digits without leading zeros, with "-" before it below zero.
//   - a text without control characters, so without TAB and LF.
//   - a day as 2026-11-20, or a time in whole milliseconds since 1970-01-01T00:00:00Z.
//   - empty for null, 1 for true, 0 for false.
//
// genesis   = SHA-256 of the header's lines.
// day hash  = SHA-256 of the previous hash (64 hex digits), one LF, and the day's lines. The genesis precedes the first
//             day.
// texts     = SHA-256 of the lines of the texts that are shown with the figures. The head's lines contain this hash.
// head      = SHA-256 of the head's lines. The operator's Ed25519 signature covers the lines themselves.
//
// The signature of an algo's studies covers separate lines: one line about the studies, one per text, and one per
// result. The signature of a day's published heads covers lines that contain the SHA-256 of the previous file's lines.
//
// The lines of a closed trade belong to the day of its close in IST, those of an open trade to the head. Missed
// signals, cash flows and corporate actions belong to the day when they occurred, or to the next day of the record.
//
// Version 3 added the state and the texts to the head's lines. The lines from the genesis to the last day are still
// those of version 2, so that heads published earlier still verify. Seals of version 2 are rejected, because they do
// not cover the texts.
//
// The part of a record that a verification covers is sealed like a complete record. It has the same lines up to its
// last day, a "part" line in its head, and the trades that were open on its last day.
import type { RecordTexts } from "../contract/base-api/disclosure-texts.ts";
import type {
  CostLines,
  EvidenceHeads,
  MissedSignal,
  RecordDay,
  RecordTrade,
  StrategyRecord,
} from "../contract/base-api/record.ts";
import type { StrategyStudies } from "../contract/base-api/studies.ts";
import { IST_OFFSET_MS } from "./time.ts";

/** Format version of the daily lines in the hash chain, and of published heads. */
export const CHAIN_FORMAT = 2;
/** Format version of the head's lines. Seals contain this version. */
export const SEAL_FORMAT = 3;

type Field = string | number | boolean | null;

function line(...fields: readonly Field[]): string {
  return `${fields.map(fieldText).join("\t")}\n`;
}

function fieldText(field: Field): string {
  if (field === null) return "";
  if (typeof field === "boolean") return field ? "1" : "0";
  if (typeof field === "number") {
    if (!Number.isSafeInteger(field)) throw new RangeError(`${field} is no whole number that a seal covers`);
    return Object.is(field, -0) ? "0" : field.toFixed(0);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must find control characters
  if (/[\u0000-\u001f\u007f-\u009f]/.test(field))
    throw new RangeError("text with control characters cannot be sealed");
  return field;
}

const instant = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

const COST_ORDER = [
  "brokeragePaise",
  "transactionTaxPaise",
  "exchangePaise",
  "regulatorPaise",
  "stampDutyPaise",
  "gstPaise",
  "slippagePaise",
] as const satisfies readonly (keyof CostLines)[];
const costFields = (costs: CostLines) => COST_ORDER.map((name) => costs[name]);

export type SealedHeader = Pick<
  StrategyRecord,
  | "strategyId"
  | "version"
  | "evidence"
  | "start"
  | "simulated"
  | "capitalRupees"
  | "feeMonthlyPaise"
  | "barSeconds"
  | "benchmark"
  | "since"
  | "method"
>;

/** Returns the header's lines, which describe the complete record. `from` is its first day. */
export function headerLines(record: SealedHeader, from: string | null): string {
  return (
    line(
      "record",
      CHAIN_FORMAT,
      record.strategyId,
      record.version,
      record.evidence,
      record.start,
      record.simulated,
      record.capitalRupees * 100,
      record.feeMonthlyPaise,
      record.barSeconds,
      record.benchmark,
      record.since,
      from,
    ) + record.method.map((sentence) => line("method", sentence)).join("")
  );
}

function tradeLines(trade: RecordTrade): string {
  return (
    line(
      "trade",
      trade.number,
      instant(trade.openedAt),
      instant(trade.closedAt),
      trade.grossPaise,
      ...costFields(trade.costs),
      trade.netPaise,
      trade.favourablePaise,
      trade.adversePaise,
      trade.marginPaise,
      trade.entryReason,
      trade.exitReason,
    ) +
    trade.legs
      .map((leg) => line("leg", leg.symbol, leg.side, leg.quantity, leg.entryPaise, leg.exitPaise))
      .join("")
  );
}

const missedLine = (missed: MissedSignal) => line("missed", instant(missed.at), missed.kind, missed.reason);

type Events = Pick<StrategyRecord, "missed" | "cashFlows" | "corporateActions"> & {
  trades: readonly RecordTrade[];
};

/** Returns the lines of each day, oldest first. Throws a RangeError for data that cannot be sealed. */
export function dayLines(days: readonly Omit<RecordDay, "hash">[], events: Events): string[] {
  const texts = days.map((day) =>
    line(
      "day",
      day.day,
      day.netPaise,
      day.grossPaise,
      day.feePaise,
      day.marginPaise,
      day.trades,
      toHundredths(day.benchmark),
    ),
  );
  const add = <Event>(
    kind: readonly Event[],
    dayOf: (event: Event) => string,
    write: (event: Event) => string,
  ) => {
    // Lines of the events by the index of their day. Trades are sorted by opening time, so the order of their closing
    // days is arbitrary.
    const at = new Map<number, string[]>();
    for (const event of kind) {
      const index = firstAtOrAfter(days, dayOf(event));
      const own = at.get(index) ?? [];
      own.push(write(event));
      at.set(index, own);
    }
    for (const [index, lines] of at) texts[index] = (texts[index] ?? "") + lines.join("");
  };
  add(
    events.trades.filter(({ closedAt }) => closedAt !== null),
    ({ closedAt }) => istDate(closedAt ?? ""),
    tradeLines,
  );
  add(events.missed, ({ at }) => istDate(at), missedLine);
  add(
    events.cashFlows,
    ({ day }) => day,
    (flow) => line("cash", flow.day, flow.amountPaise, flow.note),
  );
  add(
    events.corporateActions,
    ({ day }) => day,
    (action) =>
      line(
        "action",
        action.day,
        action.symbol,
        action.kind,
        action.numerator,
        action.denominator,
        action.amountPaise,
        action.note,
      ),
  );
  return texts;
}

const TEXT_ORDER = [
  "version",
  "backtest",
  "paper",
  "live",
  "simulated",
  "market",
] as const satisfies readonly (keyof RecordTexts)[];

/** Returns the lines of the disclosure texts. */
export function textLines(texts: RecordTexts): string {
  return TEXT_ORDER.map((name) => line("text", name, texts[name])).join("");
}

/**
 * Returns the head's lines: state, length, sums and open trades. `last` is the hash of the last day, `texts` that of
 * the disclosure texts.
 */
export function headLines(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  { last, texts }: { last: string; texts: string },
): string {
  return (
    line(
      "head",
      SEAL_FORMAT,
      record.state,
      texts,
      record.genesis,
      last,
      record.days.length,
      record.from,
      record.to,
      instant(record.madeAt),
      record.endedOn,
      record.endKind,
      record.endReason,
      record.signalsPassed,
      record.signalsAfterEnd,
      record.trades,
      record.missed.length,
      ...costFields(record.costs),
    ) +
    (record.part === undefined ? "" : line("part", record.part)) +
    record.idle
      .map((idle) => line("idle", idle.from, idle.to, idle.days, idle.feePaise, idle.signalsPassed))
      .join("") +
    trades
      .filter(({ closedAt }) => closedAt === null)
      .map(tradeLines)
      .join("")
  );
}

type PublishedHash = { day: string; last: string };

/**
 * Compares a record with its published hashes: `found` contains those in the record, `missing` those that it lacks.
 * Hashes of days after its last day are `later`, because the file may have been saved before them. In a current file
 * they are missing.
 */
export function comparePublished(
  record: Pick<
    StrategyRecord,
    "strategyId" | "version" | "evidence" | "start" | "part" | "genesis" | "days" | "to"
  >,
  heads: readonly EvidenceHeads[],
  isCurrent: boolean,
): { found: PublishedHash[]; missing: PublishedHash[]; later: PublishedHash[] } {
  const hashes = new Set([record.genesis, ...record.days.map(({ hash }) => hash)]);
  const listed = publishedHashes(record, heads);
  const others = listed.filter(({ last }) => !hashes.has(last));
  const isLater = ({ day }: PublishedHash) => !isCurrent && day > (record.to ?? "");
  return {
    found: listed.filter(({ last }) => hashes.has(last)),
    missing: others.filter((one) => !isLater(one)),
    later: others.filter(isLater),
  };
}

/** Returns the last hash of a record in each file of heads that lists the record. */
function publishedHashes(
  record: Pick<StrategyRecord, "strategyId" | "version" | "evidence" | "start" | "part">,
  heads: readonly EvidenceHeads[],
): PublishedHash[] {
  return heads.flatMap(({ day, records }) => {
    const own = records.find(
      (one) =>
        one.strategyId === record.strategyId &&
        one.version === record.version &&
        one.evidence === record.evidence &&
        one.start === record.start &&
        one.part === record.part,
    );
    return own === undefined ? [] : [{ day, last: own.last }];
  });
}

/** Returns the lines of the heads published on a day. The signature covers these lines. */
export function publishedLines(heads: Omit<EvidenceHeads, "keyId" | "signature">): string {
  return (
    line(
      "heads",
      heads.format,
      heads.day,
      heads.previous?.day ?? null,
      heads.previous?.sha256 ?? null,
      instant(heads.publishedAt),
      heads.records.length,
    ) +
    heads.records
      .map(({ strategyId, version, evidence, start, last, part }) =>
        line("last", strategyId, version, evidence, start, last, ...(part === undefined ? [] : [part])),
      )
      .join("")
  );
}

export const STUDIES_FORMAT = 2;

/** Returns the lines of an algo's studies. The signature covers these lines. */
export function studyLines(studies: Omit<StrategyStudies, "seal" | "making">): string {
  const { strategyId, version, state, from, to, results, madeAt, texts } = studies;
  return (
    line("studies", STUDIES_FORMAT, strategyId, version, state, from, to, instant(madeAt), results.length) +
    textLines(texts) +
    results
      .map((one) =>
        line(
          "result",
          one.kind,
          one.name,
          one.percent,
          one.value,
          one.capitalPaise,
          one.netPaise,
          one.maxDrawdownPpm,
          one.trades,
        ),
      )
      .join("")
  );
}

/** Converts a price with at most two decimals to hundredths. Throws a RangeError for more decimals. */
export function toHundredths(price: number): number {
  const hundredths = Math.round(price * 100);
  if (Math.abs(price * 100 - hundredths) > 1e-5) throw new RangeError(`${price} has more than two decimals`);
  return hundredths;
}

/** Converts an ISO timestamp to its calendar day in India (IST). */
export function istDate(iso: string): string {
  return new Date(Date.parse(iso) + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns the index of the first day on or after `day`. Throws a RangeError if there is none. */
function firstAtOrAfter(days: readonly { day: string }[], day: string): number {
  let [low, high] = [0, days.length - 1];
  if (day > (days[high]?.day ?? "")) throw new RangeError(`something of ${day} lies after the last day`);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.day ?? "") >= day) high = middle;
    else low = middle + 1;
  }
  return low;
}
