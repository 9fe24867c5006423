// What a tab shows of an algo's record: through the gate, and only on the tab that asks for it.
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
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { evidenceAt } from "./at-amount.ts";
import { statsOf, viewFor, worthFor } from "./cached-figures.ts";
import { type Choice, chosenRecord } from "./chosen-record.ts";
import type { WITHHELD_WORDS } from "./disclosure-texts.ts";
import { CHART_SCALES } from "./equity-chart.tsx";
import { liveBefore } from "./live-chain.ts";
import { type LossSeen, lossSeen } from "./loss-seen.ts";
import { type PerformanceView, RANGES, type Range } from "./performance-view.ts";
import { type PromiseView, promiseView } from "./promise.ts";
import { type Segment, segmentsOf } from "./segments.ts";
import { type StudiesView, studiesView } from "./studies.ts";
import { asDrawn } from "./thinned.ts";
import { type TradesView, tradesView } from "./trades-view.ts";
import type { Worth } from "./worth.ts";

export const TABS = ["about", "performance", "trades"] as const;
export type Tab = (typeof TABS)[number];

const LIFE = [
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
export type RecordLife = Pick<StrategyRecord, (typeof LIFE)[number]>;

/** Those fields alone: what a loader returns can be read as data. */
function lifeOf(record: StrategyRecord): RecordLife {
  return Object.fromEntries(LIFE.map((name) => [name, record[name]])) as RecordLife;
}

export type DisplayedEvidence = {
  kind: "shown";
  isSimulated: boolean;
  /** Verified figures alone: the whole set to the verification's date, without ranges and without gross. */
  isVerifiedOnly: boolean;
  /** The record, and the amount that the address names, for links of the page. */
  chosen: Choice & { amount?: string };
  /** All that may be chosen. */
  records: RecordListing[];
  /** What was verified at loading: the number of days, and the last hash. */
  seal: { days: number; last: string };
  /** When it was made, from when to when it runs, and whether and why it has ended. */
  life: RecordLife;
  /** Name of the benchmark. */
  benchmark: string;
  method: string[];
  missed: MissedSignal[];
  /** Segments between payments of fresh capital; empty where none was paid in. */
  segments: Segment[];
  performance: PerformanceView | null;
  promise: PromiseView | null;
  trades: TradesView | null;
  /** The record's losses next to the algo's stated limits; null on tabs without them. */
  lossSeen: LossSeen | null;
  /** Evaluation of the record as evidence; null on tabs without it. */
  worth: Worth | null;
  /** Other costs, parameters and capital; null where there are none or on tabs that show none of it. */
  studies: StudiesView | null;
  /** Days of a backtest after its rules were fixed, with the date; null for a live or paper record. */
  outOfSample: { from: string; days: number; of: number } | null;
};
export type TabEvidence =
  | { kind: "withheld"; reason: keyof typeof WITHHELD_WORDS }
  /** The record fails verification; others may be chosen. */
  | { kind: "failed"; faults: string[]; chosen: Choice; records: RecordListing[] }
  /** Progress of the computation of all records, if the provider reports it. */
  | { kind: "being_made"; making: RecordList["making"] }
  | { kind: "away" }
  | DisplayedEvidence;

export function tabOf(params: URLSearchParams): Tab {
  return TABS.find((tab) => tab === params.get("tab")) ?? "about";
}

/** Figures and past trades for the amount. Null on the tab that shows nothing of it. */
export async function loadEvidence(
  context: Partial<SiteContext>,
  strategy: Strategy,
  params: URLSearchParams,
  amountRupees = context.amount ?? READER_AMOUNT_DEFAULT,
): Promise<TabEvidence | null> {
  const tab = tabOf(params);
  const { evidence } = context;
  if (tab === "about" || evidence === undefined) return null;
  // The provider must decide now whether a record may be shown, and records are never cached.
  if (isStoredPage(context)) return { kind: "away" };
  try {
    const trials = tab === "performance" ? await trialsOf(context, strategy) : null;
    const found = await evidenceOn(tab, evidenceAt(evidence, amountRupees), strategy, params, trials);
    if (found.kind !== "shown") return found;
    return {
      ...found,
      chosen: { ...found.chosen, ...(params.has("amount") && { amount: String(amountRupees) }) },
      performance: found.performance && asDrawn(found.performance),
    };
  } catch (fault) {
    if (isAway(fault)) return { kind: "away" };
    throw fault;
  }
}

/** Whether this request got cached answers. */
export function isStoredPage({ provider }: Partial<SiteContext>): boolean {
  return provider !== undefined && provider.cachedSince() !== null;
}

/** The provider cannot be reached, or says what cannot be shown. */
export function isAway(fault: unknown): boolean {
  return fault instanceof Response && (fault.status === 503 || fault.status === 502);
}

/** Throws when `loadEvidence` would return "away". */
export async function evidenceOn(
  tab: Exclude<Tab, "about">,
  evidence: EvidenceService,
  strategy: Strategy,
  params: URLSearchParams,
  trials: number | null = null,
): Promise<TabEvidence> {
  const listed = await evidence.records(strategy);
  if (listed.kind === "withheld") return { kind: "withheld", reason: listed.reason };
  const choice = chosenRecord(listed.value, params);
  if (choice === null) return { kind: "being_made", making: await evidence.making(strategy) };
  const other = tab === "performance" ? otherOf(listed.value, choice) : null;
  const [record, trades, beside, promise, earlierLive] = await Promise.all([
    evidence.record(strategy, choice),
    evidence.trades(strategy, choice),
    sideOf(evidence, strategy, other),
    other === null || choice.evidence === "paper" ? null : promiseOf(evidence, strategy, choice),
    tab === "performance" ? liveBefore(evidence, strategy, choice.version, listed.value) : [],
  ]);
  if (record.kind === "withheld")
    return record.reason === "failed"
      ? { kind: "failed", faults: record.faults ?? [], chosen: choice, records: listed.value }
      : { kind: "withheld", reason: record.reason };
  if (trades.kind === "withheld") return { kind: "withheld", reason: trades.reason };
  if (record.value.state === "being_made")
    return { kind: "being_made", making: await evidence.making(strategy) };
  const own = { record: record.value, trades: trades.value };
  // Of verified figures the whole set is shown, as it was verified: no part of it, and nothing gross.
  const isVerifiedOnly = record.basis === "verified";
  const range: Range = (!isVerifiedOnly && RANGES.find((name) => name === params.get("range"))) || "all";
  const basis = !isVerifiedOnly && params.get("basis") === "gross" ? "gross" : "net";
  const stats =
    tab === "performance" ? statsOf(own.record, own.trades, basis, benchmarkKindOf(strategy)) : null;
  return {
    kind: "shown",
    isSimulated: record.value.simulated,
    isVerifiedOnly,
    chosen: choice,
    records: listed.value,
    seal: {
      days: record.value.days.length,
      last: record.value.days.at(-1)?.hash ?? record.value.genesis,
    },
    life: lifeOf(record.value),
    benchmark: record.value.benchmark,
    method: record.value.method,
    missed: record.value.missed,
    segments: segmentsOf(record.value),
    performance:
      tab === "performance"
        ? viewFor(
            own.record,
            own.trades,
            {
              range,
              basis,
              scale: CHART_SCALES.find((name) => name === params.get("scale")) ?? "linear",
              month: params.get("month"),
              kind: benchmarkKindOf(strategy),
            },
            beside,
            earlierLive,
          )
        : null,
    promise,
    trades: tab === "trades" ? tradesView(trades.value, params) : null,
    lossSeen: stats === null ? null : lossSeen(own.record, strategy),
    worth:
      stats === null || trials === null
        ? null
        : await worthFor(own.record, own.trades, stats.riskFree, trials),
    studies:
      tab === "performance" && choice.evidence === "backtest" && choice.version === strategy.version
        ? await studiesView(evidence, strategy)
        : null,
    outOfSample: outOfSampleOf(own.record, strategy),
  };
}

/**
 * Minimum number of tried variants: all algos of the manager and all versions of this algo that are listed here,
 * including withdrawn ones.
 */
async function trialsOf({ provider }: Partial<SiteContext>, strategy: Strategy): Promise<number> {
  const manager = await provider?.getManager(strategy.manager.id);
  const algos = manager === undefined ? 1 : manager.strategyCount + manager.withdrawnCount;
  return Math.max(1, algos) + strategy.versions.length - 1;
}

/**
 * Days of a backtest after its version's rules were fixed: what happened on them could not choose the rules. Null if that is none or all of
 * them: a backtest that begins after its rules is no evidence that they were not chosen by it.
 */
export function outOfSampleOf(
  record: Pick<StrategyRecord, "version" | "evidence"> & { days: readonly { day: string }[] },
  strategy: Pick<Strategy, "versions">,
): DisplayedEvidence["outOfSample"] {
  const since = strategy.versions.find(({ version }) => version === record.version)?.since;
  if (record.evidence !== "backtest" || since === undefined) return null;
  const days = record.days.filter(({ day }) => day >= since).length;
  return days === 0 || days === record.days.length ? null : { from: since, days, of: record.days.length };
}

/** Sold and hedged options compete with a deposit, everything else with the market. */
export function benchmarkKindOf({ tags }: Pick<Strategy, "tags">): "market" | "deposit" {
  return tags.includes("Selling") || tags.includes("Hedged") ? "deposit" : "market";
}

type Side = { record: StrategyRecord; trades: RecordTrade[] };

/** Null where it may not be shown or is not there yet. */
async function sideOf(
  evidence: EvidenceService,
  strategy: Strategy,
  choice: RecordChoice | null,
): Promise<Side | null> {
  if (choice === null) return null;
  const [record, trades] = await Promise.all([
    evidence.record(strategy, choice),
    evidence.trades(strategy, choice),
  ]);
  return record.kind === "shown" && trades.kind === "shown" && record.value.state === "ready"
    ? { record: record.value, trades: trades.value }
    : null;
}

/** The live record against the backtest that begins on the same day with the same fresh capital. */
async function promiseOf(
  evidence: EvidenceService,
  strategy: Strategy,
  { version }: Choice,
): Promise<PromiseView | null> {
  const [expected, followed] = await Promise.all([
    sideOf(evidence, strategy, { evidence: "backtest", version, start: "live" }),
    sideOf(evidence, strategy, { evidence: "live", version }),
  ]);
  return expected === null || followed === null ? null : promiseView(expected, followed);
}

/** The second record of the same version: a backtest next to the live record, another one next to the backtest. */
function otherOf(listed: readonly RecordListing[], chosen: Choice): Choice | null {
  const wanted: EvidenceClass = chosen.evidence === "backtest" ? "live" : "backtest";
  const isThere = listed.some(
    ({ evidence, version, state }) => evidence === wanted && version === chosen.version && state === "ready",
  );
  return isThere ? { evidence: wanted, version: chosen.version } : null;
}
