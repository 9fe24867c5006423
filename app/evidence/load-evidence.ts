// Loads the parts of an algo's record that a tab shows, through the disclosure gate.
import type { EvidenceService, SiteContext } from "../context.ts";
import type {
  EvidenceClass,
  MissedSignal,
  RecordChoice,
  RecordList,
  RecordListing,
  RecordTrade,
  StrategyRecord,
} from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { isProviderUnavailable } from "../contract/site/fault.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { scaleEvidence } from "./at-amount.ts";
import { type BacktestComparison, compareWithBacktest } from "./backtest-comparison.ts";
import { cachedPerformanceView, cachedSignificance, computeCachedStats } from "./cached-figures.ts";
import {
  type BenchmarkChoice,
  type ChartBenchmark,
  listBenchmarkChoices,
  NO_BENCHMARK,
  readBenchmark,
} from "./chart-benchmark.ts";
import { readRange, readSpan } from "./chart-range.ts";
import type { WITHHELD_TEXTS } from "./disclosure-texts.ts";
import { CHART_SCALES } from "./equity-scales.ts";
import { earlierLiveRecords } from "./live-chain.ts";
import { computeRecordedLoss, type RecordedLoss } from "./loss-seen.ts";
import type { PerformanceView } from "./performance-view.ts";
import { type Segment, splitIntoSegments } from "./segments.ts";
import { type SelectedRecord, selectRecord } from "./select-record.ts";
import type { Significance } from "./significance.ts";
import { type StudiesView, studiesView } from "./studies.ts";
import { thinView } from "./thin-points.ts";
import { type TradesView, tradesView } from "./trades-view.ts";

export const TABS = ["about", "performance", "figures", "trades"] as const;
export type Tab = (typeof TABS)[number];

const LIFE_FIELDS = [
  "madeAt",
  "since",
  "from",
  "to",
  "endedOn",
  "endKind",
  "endReason",
  "signalsPassed",
  "signalsAfterEnd",
  "idle",
  "barSeconds",
  "capitalRupees",
] as const;
export type RecordLife = Pick<StrategyRecord, (typeof LIFE_FIELDS)[number]>;

/** Returns only the fields that the page shows. */
function pickRecordLife(record: StrategyRecord): RecordLife {
  return Object.fromEntries(LIFE_FIELDS.map((name) => [name, record[name]])) as RecordLife;
}

export type DisplayedEvidence = {
  kind: "shown";
  isSimulated: boolean;
  /** True if only verified figures may be shown. They cover the complete verified period and are net of costs. */
  isVerifiedOnly: boolean;
  /** The selected record for the page's links, with the amount if the address contains one. */
  chosen: SelectedRecord & { amount?: string };
  /** All records that the user can select. */
  records: RecordListing[];
  /** Result of the verification: number of days, and hash of the last day. */
  seal: { days: number; last: string };
  /** Period of the record, when it was computed, and whether and why it has ended. */
  life: RecordLife;
  /** Name of the record's benchmark. */
  benchmark: string;
  /** Other indices that the chart can show as benchmark. */
  benchmarks: BenchmarkChoice[];
  method: string[];
  missed: MissedSignal[];
  /** Segments between payments of fresh capital. Empty without payments. */
  segments: Segment[];
  performance: PerformanceView | null;
  comparison: BacktestComparison | null;
  trades: TradesView | null;
  /** The record's losses compared with the algo's stated limits. Null on tabs that do not show them. */
  recordedLoss: RecordedLoss | null;
  /** Significance of the record as evidence. Null on tabs that do not show it. */
  significance: Significance | null;
  /** Variants with other costs, parameters and capital. Null if there are none, or on tabs that do not show them. */
  studies: StudiesView | null;
  /**
   * Out-of-sample days of a backtest: `days` of the record's `recordDays`, from the day `from` after which the rules
   * did not change. Null for live and paper records, and if no days or all days are out of sample.
   */
  outOfSample: { from: string; days: number; recordDays: number } | null;
};
export type TabEvidence =
  | { kind: "withheld"; reason: keyof typeof WITHHELD_TEXTS }
  /** The record failed verification. The user can select another one. */
  | { kind: "failed"; faults: string[]; chosen: SelectedRecord; records: RecordListing[] }
  /** The record is being computed. `making` is the progress of all records, if the provider reports it. */
  | { kind: "being_made"; making: RecordList["making"] }
  | { kind: "unreachable" }
  | DisplayedEvidence;

export function readTab(params: URLSearchParams): Tab {
  return TABS.find((tab) => tab === params.get("tab")) ?? "about";
}

/** Loads the evidence that a tab shows, at the user's amount. Null on tabs without evidence. */
export async function loadEvidence(
  context: Partial<SiteContext>,
  strategy: Strategy,
  params: URLSearchParams,
  amountRupees = context.amount ?? READER_AMOUNT_DEFAULT,
): Promise<TabEvidence | null> {
  const tab = readTab(params);
  const { evidence } = context;
  if (tab === "about" || evidence === undefined) return null;
  // The decision to show a record requires a current response of the provider, so cached pages contain no records.
  if (isFromCache(context)) return { kind: "unreachable" };
  try {
    const trials = tab === "figures" ? await countTrials(context, strategy) : null;
    const found = await loadTabEvidence(tab, scaleEvidence(evidence, amountRupees), strategy, params, {
      context,
      trials,
    });
    if (found.kind !== "shown") return found;
    return {
      ...found,
      chosen: { ...found.chosen, ...(params.has("amount") && { amount: String(amountRupees) }) },
      performance: found.performance && thinView(found.performance),
    };
  } catch (fault) {
    if (isProviderUnavailable(fault)) return { kind: "unreachable" };
    throw fault;
  }
}

/** True if data of this request came from the cache. */
export function isFromCache({ provider }: Partial<SiteContext>): boolean {
  return provider !== undefined && provider.cachedSince() !== null;
}

/** Loads the evidence of a tab. Throws if the provider is unavailable, unlike `loadEvidence`. */
export async function loadTabEvidence(
  tab: Exclude<Tab, "about">,
  evidence: EvidenceService,
  strategy: Strategy,
  params: URLSearchParams,
  { context = {}, trials = null }: { context?: Partial<SiteContext>; trials?: number | null } = {},
): Promise<TabEvidence> {
  const listed = await evidence.records(strategy);
  if (listed.kind === "withheld") return { kind: "withheld", reason: listed.reason };
  const choice = selectRecord(listed.value, params);
  if (choice === null) return { kind: "being_made", making: await evidence.computationProgress(strategy) };
  const other = tab === "performance" ? findSecondRecord(listed.value, choice) : null;
  const [own, beside, comparison, earlierLive] = await Promise.all([
    loadSelected(evidence, strategy, choice, listed.value),
    loadSide(evidence, strategy, other),
    other === null || choice.evidence === "paper"
      ? null
      : compareLiveWithBacktest(evidence, strategy, choice),
    tab === "performance" ? earlierLiveRecords(evidence, strategy, choice.version, listed.value) : [],
  ]);
  if ("kind" in own) return own;
  const { record, trades, isVerifiedOnly } = own;
  const basis = !isVerifiedOnly && params.get("basis") === "gross" ? "gross" : "net";
  const kind = selectBenchmarkKind(strategy);
  const benchmarks =
    tab === "performance" && !isVerifiedOnly ? listBenchmarkChoices(context, record.benchmark) : [];
  const benchmark =
    isVerifiedOnly || tab === "trades"
      ? null
      : await loadChosenBenchmark(context, record, benchmarks, params.get("benchmark"));
  const stats = tab === "figures" ? computeCachedStats(record, trades, basis, kind) : null;
  return {
    kind: "shown",
    isSimulated: record.simulated,
    isVerifiedOnly,
    chosen: choice,
    records: listed.value,
    seal: { days: record.days.length, last: record.days.at(-1)?.hash ?? record.genesis },
    life: pickRecordLife(record),
    benchmark: record.benchmark,
    benchmarks,
    method: record.method,
    missed: record.missed,
    segments: splitIntoSegments(record),
    performance:
      tab === "trades"
        ? null
        : cachedPerformanceView(
            record,
            trades,
            { ...chartChoice(params, isVerifiedOnly), benchmark, basis, kind },
            beside,
            earlierLive,
          ),
    comparison,
    trades: tab === "trades" ? tradesView(trades, params) : null,
    recordedLoss: stats === null ? null : computeRecordedLoss(record, strategy),
    significance:
      stats === null || trials === null
        ? null
        : await cachedSignificance(record, trades, stats.riskFree, trials),
    studies:
      tab === "figures" && choice.evidence === "backtest" && choice.version === strategy.version
        ? await studiesView(evidence, strategy)
        : null,
    outOfSample: findOutOfSample(record, strategy),
  };
}

/** Returns the period, scale and month that the address selects for the chart. Verified records are shown completely. */
function chartChoice(params: URLSearchParams, isVerifiedOnly: boolean) {
  return {
    range: isVerifiedOnly ? "all" : readRange(params),
    span: isVerifiedOnly ? null : readSpan(params),
    scale: CHART_SCALES.find((name) => name === params.get("scale")) ?? "linear",
    month: params.get("month"),
  } as const;
}

/**
 * Returns the benchmark that the address selects. Null for the record's own benchmark, which also replaces an
 * unavailable one.
 */
async function loadChosenBenchmark(
  { markets }: Partial<SiteContext>,
  record: StrategyRecord,
  choices: readonly BenchmarkChoice[],
  named: string | null,
): Promise<ChartBenchmark | typeof NO_BENCHMARK | null> {
  if (named === NO_BENCHMARK) return NO_BENCHMARK;
  const choice = choices.find(({ key }) => key === named);
  const { from, to } = record;
  return choice === undefined || markets === undefined || from === null || to === null
    ? null
    : readBenchmark(markets, choice, { from, to });
}

/**
 * Returns a lower bound of the number of variants that the manager tried: all algos of the manager, including withdrawn
 * ones, and all listed versions of this algo.
 */
async function countTrials({ provider }: Partial<SiteContext>, strategy: Strategy): Promise<number> {
  const manager = await provider?.getManager(strategy.manager.id);
  const algos = manager === undefined ? 1 : manager.strategyCount + manager.withdrawnCount;
  return Math.max(1, algos) + strategy.versions.length - 1;
}

/**
 * Returns the days of a backtest after its rules were fixed, which cannot have influenced the rules. Null if there are
 * none. Also null if all days are later, because the rules may have been chosen with this backtest.
 */
export function findOutOfSample(
  record: Pick<StrategyRecord, "version" | "evidence"> & { days: readonly { day: string }[] },
  strategy: Pick<Strategy, "versions">,
): DisplayedEvidence["outOfSample"] {
  const since = strategy.versions.find(({ version }) => version === record.version)?.since;
  if (record.evidence !== "backtest" || since === undefined) return null;
  const days = record.days.filter(({ day }) => day >= since).length;
  return days === 0 || days === record.days.length
    ? null
    : { from: since, days, recordDays: record.days.length };
}

/** Returns the kind of benchmark: a deposit for option sellers and hedged algos, the market for all others. */
export function selectBenchmarkKind({ tags }: Pick<Strategy, "tags">): "market" | "deposit" {
  return tags.includes("Selling") || tags.includes("Hedged") ? "deposit" : "market";
}

type RecordWithTrades = { record: StrategyRecord; trades: RecordTrade[] };

/** Loads the selected record with its trades, or returns the reason why it is not shown. */
async function loadSelected(
  evidence: EvidenceService,
  strategy: Strategy,
  choice: SelectedRecord,
  records: RecordListing[],
): Promise<Exclude<TabEvidence, DisplayedEvidence> | (RecordWithTrades & { isVerifiedOnly: boolean })> {
  const [record, trades] = await Promise.all([
    evidence.record(strategy, choice),
    evidence.trades(strategy, choice),
  ]);
  if (record.kind === "withheld")
    return record.reason === "failed"
      ? { kind: "failed", faults: record.faults ?? [], chosen: choice, records }
      : { kind: "withheld", reason: record.reason };
  if (trades.kind === "withheld") return { kind: "withheld", reason: trades.reason };
  if (record.value.state === "being_made")
    return { kind: "being_made", making: await evidence.computationProgress(strategy) };
  return { record: record.value, trades: trades.value, isVerifiedOnly: record.basis === "verified" };
}

/** Loads a record with its trades. Null if it may not be shown or is not complete. */
async function loadSide(
  evidence: EvidenceService,
  strategy: Strategy,
  choice: RecordChoice | null,
): Promise<RecordWithTrades | null> {
  if (choice === null) return null;
  const [record, trades] = await Promise.all([
    evidence.record(strategy, choice),
    evidence.trades(strategy, choice),
  ]);
  return record.kind === "shown" && trades.kind === "shown" && record.value.state === "ready"
    ? { record: record.value, trades: trades.value }
    : null;
}

/** Compares the live record with a backtest that starts on the same day with the same capital. */
async function compareLiveWithBacktest(
  evidence: EvidenceService,
  strategy: Strategy,
  { version }: SelectedRecord,
): Promise<BacktestComparison | null> {
  const [expected, followed] = await Promise.all([
    loadSide(evidence, strategy, { evidence: "backtest", version, start: "live" }),
    loadSide(evidence, strategy, { evidence: "live", version }),
  ]);
  return expected === null || followed === null ? null : compareWithBacktest(expected, followed);
}

/**
 * Returns the second record of the charts: the live record of the same version if a backtest is selected, otherwise the
 * backtest of that version.
 */
function findSecondRecord(listed: readonly RecordListing[], chosen: SelectedRecord): SelectedRecord | null {
  const otherClass: EvidenceClass = chosen.evidence === "backtest" ? "live" : "backtest";
  const isListed = listed.some(
    ({ evidence, version, state }) =>
      evidence === otherClass && version === chosen.version && state === "ready",
  );
  return isListed ? { evidence: otherClass, version: chosen.version } : null;
}
