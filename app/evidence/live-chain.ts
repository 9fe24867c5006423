// Live history of an algo: the live record of the current version, preceded by those of earlier versions.
import type { EvidenceService } from "../context.ts";
import type { RecordListing, StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { DAY_MS, DAYS_PER_MONTH } from "../domain/time.ts";
import { computeEquity, type EquityDay } from "./statistics.ts";

export type LiveChain = {
  /** Length of this version's live record in full months; if `isFormer`, of all live records. */
  months: number;
  /** Net result of this version as a share of the capital; if `isFormer`, of all earlier versions. */
  share: number;
  /** True if the algo's current version has not traded live yet. */
  isFormer: boolean;
  from: string;
  to: string;
  /**
   * Net result of all earlier versions as a share of the capital, and their first live day. Null for the first version.
   */
  earlier: { share: number; from: string } | null;
};

/**
 * Loads the live history up to a version, without records that the disclosure gate withholds. Null if the version has
 * no live record that may be shown. A new current version without a live record has the history of the earlier
 * versions.
 */
export async function liveChain(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
): Promise<LiveChain | null> {
  const listed = await evidence.records(strategy);
  if (listed.kind !== "shown") return null;
  const isFormer = !listed.value.some((one) => one.version === version && isLive(one));
  if (isFormer && version !== strategy.version) return null;
  const [own, before] = await Promise.all([
    isFormer ? null : liveRecord(evidence, strategy, version),
    isFormer
      ? allLiveRecords(evidence, strategy, listed.value)
      : earlierLiveRecords(evidence, strategy, version, listed.value),
  ]);
  const earlier = joinTotals(before.flatMap((record) => computeTotal(record) ?? []));
  const total = isFormer ? earlier : own && computeTotal(own);
  if (total === null) return null;
  const days = (Date.parse(total.to) - Date.parse(total.from)) / DAY_MS + 1;
  return {
    months: Math.floor(days / DAYS_PER_MONTH),
    ...total,
    isFormer,
    earlier: isFormer || earlier === null ? null : { share: earlier.share, from: earlier.from },
  };
}

type Total = { from: string; to: string; share: number };

function joinTotals(totals: readonly Total[]): Total | null {
  const [first] = totals;
  const last = totals.at(-1);
  if (first === undefined || last === undefined) return null;
  return { from: first.from, to: last.to, share: totals.reduce((sum, { share }) => sum + share, 0) };
}

/** Loads the live records of all versions, oldest first, without those that the disclosure gate withholds. */
export async function allLiveRecords(
  evidence: EvidenceService,
  strategy: StrategySummary,
  listed: readonly RecordListing[],
): Promise<StrategyRecord[]> {
  const newest = listed
    .filter(isLive)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1);
  if (newest === undefined) return [];
  const [earlier, own] = await Promise.all([
    earlierLiveRecords(evidence, strategy, newest.version, listed),
    liveRecord(evidence, strategy, newest.version),
  ]);
  return own === null ? earlier : [...earlier, own];
}

/** Loads the live records of earlier versions, oldest first, without those that the disclosure gate withholds. */
export async function earlierLiveRecords(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
  listed: readonly RecordListing[],
): Promise<StrategyRecord[]> {
  const live = listed.filter(isLive);
  const own = live.find((one) => one.version === version);
  const before = live
    .filter((one) => own !== undefined && one.version !== version && one.from < own.from)
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const records = await Promise.all(before.map((one) => liveRecord(evidence, strategy, one.version)));
  return records.filter((record) => record !== null);
}

/** Joins the records' net or gross results into one curve that starts at the capital. */
export function chainedEquity(
  records: readonly Pick<StrategyRecord, "days">[],
  capitalPaise: number,
  basis: "net" | "gross",
): EquityDay[] {
  let startPaise = capitalPaise;
  return records.flatMap(({ days }) => {
    const equity = computeEquity(days, startPaise, basis);
    startPaise = equity.at(-1)?.equityPaise ?? startPaise;
    return equity;
  });
}

export function isLive({ evidence, state }: RecordListing): boolean {
  return evidence === "live" && state === "ready";
}

export async function liveRecord(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
): Promise<StrategyRecord | null> {
  const record = await evidence.record(strategy, { evidence: "live", version });
  return record.kind === "shown" && record.value.state === "ready" ? record.value : null;
}

function computeTotal({ days, capitalRupees }: StrategyRecord): Total | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { from: first.day, to: last.day, share: last.netPaise / (capitalRupees * 100) };
}
