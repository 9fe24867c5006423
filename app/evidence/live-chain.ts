// Live history of an algo: the live record of the current version, preceded by those of earlier versions.
import type { EvidenceService } from "../context.ts";
import type { RecordListing, StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { DAY_MS, DAYS_PER_MONTH } from "../domain/time.ts";
import { type EquityDay, equityOf } from "./statistics.ts";

export type LiveChain = {
  /** Length of this version's live record in full months. */
  months: number;
  /** Net result of this version as a share of the capital. */
  share: number;
  from: string;
  to: string;
  /**
   * Net result of all earlier versions as a share of the capital, and their first live day. Null for the first version.
   */
  earlier: { share: number; from: string } | null;
};

/**
 * Loads the live history up to a version, without records that the disclosure gate withholds. Null if the version has
 * no live record that may be shown.
 */
export async function liveChain(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
): Promise<LiveChain | null> {
  const listed = await evidence.records(strategy);
  if (listed.kind !== "shown") return null;
  if (!listed.value.some((one) => one.version === version && isLive(one))) return null;
  const [own, before] = await Promise.all([
    liveRecord(evidence, strategy, version),
    earlierLiveRecords(evidence, strategy, version, listed.value),
  ]);
  const total = own && totalOf(own);
  if (total === null) return null;
  const earlier = before.flatMap((record) => totalOf(record) ?? []);
  const days = (Date.parse(total.to) - Date.parse(total.from)) / DAY_MS + 1;
  return {
    months: Math.floor(days / DAYS_PER_MONTH),
    ...total,
    earlier:
      earlier[0] === undefined
        ? null
        : { share: earlier.reduce((sum, { share }) => sum + share, 0), from: earlier[0].from },
  };
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
    const equity = equityOf(days, startPaise, basis);
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

function totalOf({
  days,
  capitalRupees,
}: StrategyRecord): { from: string; to: string; share: number } | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { from: first.day, to: last.day, share: last.netPaise / (capitalRupees * 100) };
}
