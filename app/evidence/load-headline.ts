// Figures at the top of an algo's page and of its About tab: losses, costs, net result and live record, if the
// disclosure gate permits them.
import type { SiteContext, WithheldReason } from "../context.ts";
import type { EvidenceClass, RecordDay } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { isProviderUnavailable, nullOn } from "../contract/site/fault.ts";
import type { Risk } from "../domain/vocabulary.ts";
import { evidenceForReader } from "./at-amount.ts";
import { computeCachedStats } from "./cached-figures.ts";
import { type StripFigures, stripFigures } from "./evidence-strip.ts";
import { type LiveChain, liveChain } from "./live-chain.ts";
import { selectBenchmarkKind } from "./load-evidence.ts";
import { computeRecordedLoss } from "./loss-seen.ts";
import { countYears } from "./record-years.ts";
import { selectRecord } from "./select-record.ts";
import { computeEquity, type TotalReturn } from "./statistics.ts";
import { thinPoints } from "./thin-points.ts";

/**
 * Gross result, deductions and net result over the complete record, as shares of the capital. Gross minus deductions is
 * net.
 */
export type CostSteps = { gross: number; charges: number; fee: number; net: number; years: number };

export type HeadlineFigures = {
  evidence: EvidenceClass;
  isSimulated: boolean;
  from: string;
  to: string;
  /** Largest drawdown and worst day as shares of the capital, zero or negative. */
  maxDrawdown: number;
  worstDay: number;
  costShare: number;
  total: TotalReturn | null;
  interval: { low: number; high: number } | null;
  live: (LiveChain & { backtestShare: number | null }) | null;
  trades: { winRate: number; payoff: number | null; count: number } | null;
  steps: CostSteps;
  /**
   * Drawdown by day as a share of the capital, zero or negative. The list is thinned to the number of points that the
   * chart can show.
   */
  drawdowns: { day: string; share: number }[];
  /** Days of the largest drawdown. `recoveredDay` is null while the record is below the earlier peak. */
  deepest: { peakDay: string; troughDay: string; recoveredDay: string | null } | null;
  /** Risk band of the record, if higher than the algo's risk label. */
  recordAbove: Risk | null;
};

export type Headline =
  | { kind: "shown"; figures: HeadlineFigures }
  | { kind: "withheld"; reason: WithheldReason }
  | { kind: "being_made" }
  | { kind: "unreachable" };

/** Loads the figures at the user's amount, for the record that the address selects or for the default record. */
export async function loadHeadline(
  context: Partial<SiteContext>,
  strategy: Strategy,
  params: URLSearchParams,
  amountRupees = context.amount,
): Promise<Headline> {
  const evidence = evidenceForReader(context, amountRupees);
  if (evidence === undefined) return { kind: "unreachable" };
  try {
    const listed = await evidence.records(strategy);
    if (listed.kind === "withheld") return { kind: "withheld", reason: listed.reason };
    const choice = selectRecord(listed.value, params);
    if (choice === null) return { kind: "being_made" };
    const [record, trades] = await Promise.all([
      evidence.record(strategy, choice),
      evidence.trades(strategy, choice),
    ]);
    if (record.kind === "withheld") return { kind: "withheld", reason: record.reason };
    if (trades.kind === "withheld") return { kind: "withheld", reason: trades.reason };
    const stats = computeCachedStats(record.value, trades.value, "net", selectBenchmarkKind(strategy));
    const curve = stripFigures(record.value);
    if (record.value.state === "being_made" || stats === null || curve === null)
      return { kind: "being_made" };
    const seen = computeRecordedLoss(record.value, strategy);
    const capital = stats.capitalPaise;
    const gross = (record.value.days.at(-1)?.grossPaise ?? 0) / capital;
    return {
      kind: "shown",
      figures: {
        evidence: choice.evidence,
        isSimulated: record.value.simulated,
        from: stats.from,
        to: stats.to,
        maxDrawdown: stats.worst?.share ?? 0,
        worstDay: stats.worstDay?.share ?? 0,
        costShare: stats.costShare,
        total: stats.total,
        interval: stats.growthInterval,
        live: await liveSoFar(evidence, strategy, choice.version),
        trades:
          stats.trades === null
            ? null
            : { winRate: stats.trades.winRate, payoff: stats.trades.payoff, count: stats.trades.count },
        steps: {
          gross,
          charges: gross - curve.totalShare - stats.feePaise / capital,
          fee: stats.feePaise / capital,
          net: curve.totalShare,
          years: countYears(record.value.days),
        },
        drawdowns: computeDrawdowns(record.value.days, capital),
        deepest: stats.worst,
        recordAbove: seen?.isAboveLabel === true ? seen.band : null,
      },
    };
  } catch (fault) {
    if (isProviderUnavailable(fault)) return { kind: "unreachable" };
    throw fault;
  }
}

function computeDrawdowns(days: readonly RecordDay[], capitalPaise: number): HeadlineFigures["drawdowns"] {
  let peak = capitalPaise;
  const falls = computeEquity(days, capitalPaise).map(({ day, equityPaise }) => {
    peak = Math.max(peak, equityPaise);
    return { day, share: Math.round(((equityPaise - peak) / capitalPaise) * 10_000) / 10_000 };
  });
  return thinPoints(falls, undefined, [({ share }) => share]);
}

/**
 * Loads the live history, and the result of the backtest that starts on the version's first live day with the same
 * capital.
 */
async function liveSoFar(
  evidence: NonNullable<SiteContext["evidence"]>,
  strategy: Strategy,
  version: string,
): Promise<HeadlineFigures["live"]> {
  const [live, expected] = await Promise.all([
    liveChain(evidence, strategy, version),
    loadFigures(evidence, strategy, { evidence: "backtest", version, start: "live" }),
  ]);
  return (
    live && {
      ...live,
      backtestShare: !live.isFormer && expected?.to === live.to ? expected.totalShare : null,
    }
  );
}

async function loadFigures(
  evidence: NonNullable<SiteContext["evidence"]>,
  strategy: Strategy,
  choice: { evidence: EvidenceClass; version: string; start?: "live" },
): Promise<StripFigures | null> {
  try {
    const record = await evidence.record(strategy, choice);
    return record.kind === "shown" && record.value.state === "ready" ? stripFigures(record.value) : null;
  } catch (fault) {
    return nullOn(404)(fault);
  }
}
