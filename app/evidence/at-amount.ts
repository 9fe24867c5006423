// Restates a record and its trades at a multiple of the record's capital, as the base API specifies. Results, taxes,
// slippage and margin grow with the number of lots. The manager's fee is charged once per deployment, and flat charges
// once per order. Pure.
import type { DisclosedStrategy, EvidenceService, SiteContext } from "../context.ts";
import type { CashFlow, CostLines, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { istDate } from "../domain/record-seal.ts";
import { amountAtWork } from "./loss.ts";
import { computeSavedCharges, type DeliveredKeys, type SavedCharges } from "./restated-charges.ts";

type ScalableRecord = Pick<StrategyRecord, "capitalRupees" | "costs" | "days" | "cashFlows">;
export type RestatedRecord<T extends ScalableRecord> = { record: T; trades: RecordTrade[] };

/** Returns how many times the algo's minimum amount fits into the user's amount, at least 1. */
export function countMultiples(strategy: { minAmountRupees: number }, amountRupees: number): number {
  return amountAtWork(strategy.minAmountRupees, amountRupees) / strategy.minAmountRupees;
}

const addSavedCharges = ({ atOpen, atClose }: SavedCharges) => ({
  brokeragePaise: atOpen.brokeragePaise + atClose.brokeragePaise,
  exchangePaise: atOpen.exchangePaise + atClose.exchangePaise,
  gstPaise: atOpen.gstPaise + atClose.gstPaise,
});
const sumCharges = (part: SavedCharges["atOpen"]) => part.brokeragePaise + part.exchangePaise + part.gstPaise;

/** Number of restatements that are cached per record. The least recently used one is evicted. */
const CACHED_RESTATEMENTS = 2;
const restated = new WeakMap<ScalableRecord, Map<number, RestatedRecord<ScalableRecord>>>();

/** Returns the record and its trades at `multiples` times the capital. Results are cached per record object. */
export function restateRecord<T extends ScalableRecord>(
  record: T,
  trades: readonly RecordTrade[],
  multiples: number,
): RestatedRecord<T> {
  if (multiples === 1) return { record, trades: trades as RecordTrade[] };
  const known = restated.get(record) ?? new Map<number, RestatedRecord<ScalableRecord>>();
  restated.set(record, known);
  const found = known.get(multiples) ?? restate(record, trades, multiples);
  known.delete(multiples);
  known.set(multiples, found);
  const [oldest] = known.keys();
  if (known.size > CACHED_RESTATEMENTS && oldest !== undefined) known.delete(oldest);
  return found as RestatedRecord<T>;
}

function restate<T extends ScalableRecord>(
  record: T,
  trades: readonly RecordTrade[],
  multiples: number,
): RestatedRecord<T> {
  const savings = savingsOf(trades, multiples);
  const larger = trades.map((trade) => {
    const saved = addSavedCharges(savings.get(trade.number) ?? NOTHING_SAVED);
    const costs = scaleCosts(trade.costs, multiples, saved);
    return {
      ...trade,
      legs: trade.legs.map((leg) => ({ ...leg, quantity: leg.quantity * multiples })),
      grossPaise: trade.grossPaise * multiples,
      costs,
      netPaise: trade.netPaise * multiples + sumCharges(saved),
      favourablePaise: trade.favourablePaise * multiples,
      adversePaise: trade.adversePaise * multiples,
      marginPaise: trade.marginPaise * multiples,
    };
  });
  const byDay = savedByDay(trades, savings);
  let saved = 0;
  let at = 0;
  const days = record.days.map((day) => {
    for (; at < byDay.length && (byDay[at]?.day ?? "") <= day.day; at += 1) saved += byDay[at]?.paise ?? 0;
    return {
      ...day,
      grossPaise: day.grossPaise * multiples,
      marginPaise: day.marginPaise * multiples,
      netPaise: (day.netPaise + day.feePaise) * multiples - day.feePaise + saved,
    };
  });
  const costs = scaleCosts(record.costs, multiples, sumSavedCharges(savings));
  const cashFlows = scaleCashFlows(record, days, multiples);
  return {
    record: { ...record, capitalRupees: record.capitalRupees * multiples, costs, days, cashFlows },
    trades: larger,
  };
}

const NO_CHARGES = { brokeragePaise: 0, exchangePaise: 0, gstPaise: 0 };
const NOTHING_SAVED: SavedCharges = { atOpen: NO_CHARGES, atClose: NO_CHARGES };

/**
 * Returns the charges that do not grow with the size, by trade number. The depository's charge belongs to the first
 * sale of a stock on a day.
 */
function savingsOf(trades: readonly RecordTrade[], multiples: number): Map<number, SavedCharges> {
  const delivered: DeliveredKeys = new Set();
  const inOrder = trades.toSorted((a, b) => (a.closedAt ?? "9").localeCompare(b.closedAt ?? "9"));
  return new Map(inOrder.map((trade) => [trade.number, computeSavedCharges(trade, multiples, delivered)]));
}

function sumSavedCharges(savings: ReadonlyMap<number, SavedCharges>): SavedCharges["atOpen"] {
  const total = { ...NO_CHARGES };
  for (const saved of savings.values())
    for (const [name, paise] of Object.entries(addSavedCharges(saved)) as [keyof typeof total, number][])
      total[name] += paise;
  return total;
}

/** Returns the saved charges by day, oldest first. */
function savedByDay(
  trades: readonly RecordTrade[],
  savings: ReadonlyMap<number, SavedCharges>,
): { day: string; paise: number }[] {
  return trades
    .flatMap(({ number, openedAt, closedAt }) => {
      const { atOpen, atClose } = savings.get(number) ?? NOTHING_SAVED;
      return [
        { day: istDate(openedAt), paise: sumCharges(atOpen) },
        { day: istDate(closedAt ?? openedAt), paise: sumCharges(atClose) },
      ];
    })
    .filter(({ paise }) => paise !== 0)
    .sort((a, b) => a.day.localeCompare(b.day));
}

function scaleCosts(costs: CostLines, multiples: number, saved: SavedCharges["atOpen"]): CostLines {
  const grown = Object.fromEntries(
    Object.entries(costs).map(([line, paise]) => [line, paise * multiples]),
  ) as CostLines;
  return {
    ...grown,
    brokeragePaise: grown.brokeragePaise - saved.brokeragePaise,
    exchangePaise: grown.exchangePaise - saved.exchangePaise,
    gstPaise: grown.gstPaise - saved.gstPaise,
  };
}

/**
 * Restates the payments into a record. A restart's payment covers the loss since the previous restart, so it is
 * computed from the restated days. Other payments are multiplied.
 */
function scaleCashFlows(record: ScalableRecord, days: ScalableRecord["days"], multiples: number): CashFlow[] {
  let [paidIn, paidInAt] = [0, 0];
  return record.cashFlows.map((flow) => {
    const index = record.days.findIndex(({ day }) => day >= flow.day);
    const before = index < 0 ? record.days.length - 1 : index - 1;
    const fee = (record.days[index]?.feePaise ?? 0) - (record.days[before]?.feePaise ?? 0);
    const lost = (list: ScalableRecord["days"], paid: number) =>
      Math.max(0, fee) - (list[before]?.netPaise ?? 0) - paid;
    const isRestart = lost(record.days, paidIn) === flow.amountPaise;
    const amountPaise = isRestart ? lost(days, paidInAt) : flow.amountPaise * multiples;
    paidIn += flow.amountPaise;
    paidInAt += amountPaise;
    return { ...flow, amountPaise };
  });
}

/**
 * Returns an evidence service that restates records at the user's amount. Undefined if this request uses cached
 * provider data, because records are then not shown.
 */
export function evidenceForReader(
  context: Partial<SiteContext>,
  amountRupees = context.amount ?? READER_AMOUNT_DEFAULT,
): EvidenceService | undefined {
  const { evidence, provider } = context;
  const isCached = provider !== undefined && provider.cachedSince() !== null;
  return evidence === undefined || isCached ? undefined : scaleEvidence(evidence, amountRupees);
}

/**
 * Wraps an evidence service so that it restates records and trades at `amountRupees`. Verified figures and sealed files
 * are never restated.
 */
export function scaleEvidence(evidence: EvidenceService, amountRupees: number): EvidenceService {
  async function restatedOf(strategy: DisclosedStrategy, ...choice: Choice) {
    const [record, trades] = await Promise.all([
      evidence.record(strategy, ...choice),
      evidence.trades(strategy, ...choice),
    ]);
    const multiples = countMultiples(strategy, amountRupees);
    const isRestated =
      record.kind === "shown" && trades.kind === "shown" && record.basis !== "verified" && multiples !== 1;
    return { record, trades, at: isRestated ? restateRecord(record.value, trades.value, multiples) : null };
  }
  return {
    ...evidence,
    async record(...of) {
      const { record, at } = await restatedOf(...of);
      return record.kind === "shown" && at !== null ? { ...record, value: at.record } : record;
    },
    async trades(...of) {
      const { trades, at } = await restatedOf(...of);
      return trades.kind === "shown" && at !== null ? { ...trades, value: at.trades } : trades;
    },
  };
}

type Choice = [choice?: Parameters<EvidenceService["record"]>[1]];
