// Restates a record at several times its capital by the terms of the contract. Results, taxes, slippage and margin grow with the number
// of lots. The manager's fee is charged once per deployment, and a flat brokerage once per order. Pure; identical at one time the capital.
import type { DisclosedStrategy, EvidenceService, SiteContext } from "../context.ts";
import type { CostLines, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { FLAT_BROKERAGE_PAISE, GST } from "../domain/calendars/charges.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { amountAtWork } from "./loss.ts";

type Sized = Pick<StrategyRecord, "capitalRupees" | "costs" | "days">;

/** Multiples of the minimum amount that would be at work; at least one. */
export function multiplesAt(strategy: { minAmountRupees: number }, amountRupees: number): number {
  return amountAtWork(strategy.minAmountRupees, amountRupees) / strategy.minAmountRupees;
}

/**
 * True if every order paid the flat brokerage, so that a larger order pays no more. Otherwise brokerage is restated in proportion to size,
 * which can only overstate it.
 */
function isFlat({ brokeragePaise }: CostLines): boolean {
  return brokeragePaise % FLAT_BROKERAGE_PAISE === 0;
}

/** Brokerage and its GST that are not charged again for the further lots. */
function savedOn(costs: CostLines, multiples: number, flat: boolean): { brokerage: number; gst: number } {
  const brokerage = flat ? (multiples - 1) * costs.brokeragePaise : 0;
  return { brokerage, gst: Math.round(brokerage * GST.rate) };
}

function costsAt(costs: CostLines, multiples: number, flat: boolean): CostLines {
  const saved = savedOn(costs, multiples, flat);
  const grown = Object.fromEntries(
    Object.entries(costs).map(([line, paise]) => [line, paise * multiples]),
  ) as CostLines;
  return {
    ...grown,
    brokeragePaise: grown.brokeragePaise - saved.brokerage,
    gstPaise: grown.gstPaise - saved.gst,
  };
}

/** Cached multiples of one record; the least recently used is dropped first. */
const RESTATED_AT_MOST = 2;
const restated = new WeakMap<Sized, Map<number, Sized>>();

/** The same record object is restated once per multiple. Brokerage is dated by the positions opened so far. */
export function recordAt<T extends Sized>(record: T, multiples: number): T {
  if (multiples === 1) return record;
  const known = restated.get(record) ?? new Map<number, Sized>();
  restated.set(record, known);
  const found = known.get(multiples) ?? computeRecord(record, multiples);
  known.delete(multiples);
  known.set(multiples, found);
  const [oldest] = known.keys();
  if (known.size > RESTATED_AT_MOST && oldest !== undefined) known.delete(oldest);
  return found as T;
}

function computeRecord<T extends Sized>(record: T, multiples: number): T {
  const flat = isFlat(record.costs);
  const saved = savedOn(record.costs, multiples, flat);
  const all = record.days.at(-1)?.trades ?? 0;
  return {
    ...record,
    capitalRupees: record.capitalRupees * multiples,
    costs: costsAt(record.costs, multiples, flat),
    days: record.days.map((day) => ({
      ...day,
      grossPaise: day.grossPaise * multiples,
      marginPaise: day.marginPaise * multiples,
      netPaise:
        (day.netPaise + day.feePaise) * multiples -
        day.feePaise +
        Math.round(((saved.brokerage + saved.gst) * day.trades) / Math.max(1, all)),
    })),
  };
}

/** `record` is the record of the trades at its own capital. */
export function tradesAt(
  record: Pick<StrategyRecord, "costs">,
  trades: readonly RecordTrade[],
  multiples: number,
): RecordTrade[] {
  const flat = isFlat(record.costs);
  return trades.map((trade) => {
    const costs = costsAt(trade.costs, multiples, flat);
    const saved = savedOn(trade.costs, multiples, flat);
    return {
      ...trade,
      legs: trade.legs.map((leg) => ({ ...leg, quantity: leg.quantity * multiples })),
      grossPaise: trade.grossPaise * multiples,
      costs,
      netPaise: trade.netPaise * multiples + saved.brokerage + saved.gst,
      favourablePaise: trade.favourablePaise * multiples,
      adversePaise: trade.adversePaise * multiples,
      marginPaise: trade.marginPaise * multiples,
    };
  });
}

/** The evidence service of a page's context for the user's amount. Undefined where the provider's answers are cached ones. */
export function evidenceForReader(
  context: Partial<SiteContext>,
  amountRupees = context.amount ?? READER_AMOUNT_DEFAULT,
): EvidenceService | undefined {
  const { evidence, provider } = context;
  const isCached = provider !== undefined && provider.cachedSince() !== null;
  return evidence === undefined || isCached ? undefined : evidenceAt(evidence, amountRupees);
}

/** Returns records and trades at the amount. Verified figures are returned as they were verified, and files are never restated. */
export function evidenceAt(evidence: EvidenceService, amountRupees: number): EvidenceService {
  const recordOf = async (strategy: DisclosedStrategy, ...choice: Choice) => {
    const record = await evidence.record(strategy, ...choice);
    if (record.kind !== "shown" || record.basis === "verified") return record;
    return { ...record, value: recordAt(record.value, multiplesAt(strategy, amountRupees)) };
  };
  const tradesOf = async (strategy: DisclosedStrategy, ...choice: Choice) => {
    const [trades, record] = await Promise.all([
      evidence.trades(strategy, ...choice),
      evidence.record(strategy, ...choice),
    ]);
    const multiples = multiplesAt(strategy, amountRupees);
    if (trades.kind !== "shown" || record.kind !== "shown" || record.basis === "verified" || multiples === 1)
      return trades;
    return { ...trades, value: tradesAt(record.value, trades.value, multiples) };
  };
  return { ...evidence, record: recordOf, trades: tradesOf };
}

type Choice = [choice?: Parameters<EvidenceService["record"]>[1]];
