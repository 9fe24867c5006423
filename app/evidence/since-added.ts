// Result of an algo since the user added it to a list, from the last close before that day to the record's last day.
// The live records of all versions are used if the disclosure gate permits one, otherwise the default record.
import type { EvidenceService } from "../context.ts";
import type { EvidenceClass, StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { istDate } from "../domain/record-seal.ts";
import { allLiveRecords, isLive } from "./live-chain.ts";

export type SinceAdded = {
  evidence: EvidenceClass;
  addedOn: string;
  /** Trading days since the algo was added, and net result as a share of the capital. */
  days: number;
  share: number;
};

/** Adds up the results of consecutive records of an algo. Null if the records contain no day. */
export function computeSinceAdded(
  records: readonly Pick<StrategyRecord, "days" | "capitalRupees" | "evidence">[],
  addedOn: string,
): SinceAdded | null {
  const parts = records.flatMap(({ days, capitalRupees, evidence }) => {
    const last = days.at(-1);
    if (last === undefined) return [];
    const before = days.findLast(({ day }) => day < addedOn);
    const count = days.filter(({ day }) => day >= addedOn).length;
    const madePaise = count === 0 ? 0 : last.netPaise - (before?.netPaise ?? 0);
    return [{ evidence, days: count, share: madePaise / (capitalRupees * 100) }];
  });
  const [first] = parts;
  if (first === undefined) return null;
  const sum = (name: "days" | "share") => parts.reduce((total, part) => total + part[name], 0);
  return { evidence: first.evidence, addedOn, days: sum("days"), share: sum("share") };
}

/** Loads the results by algo id. Algos without an available record are omitted. */
export async function loadSinceAdded(
  evidence: EvidenceService | undefined,
  strategies: readonly StrategySummary[],
  addedAt: Readonly<Record<string, string>>,
): Promise<Record<string, SinceAdded>> {
  if (evidence === undefined) return {};
  const found = await Promise.all(
    strategies.map(async (strategy) => {
      const added = addedAt[strategy.id];
      if (added === undefined) return [];
      const since = await one(evidence, strategy, istDate(added));
      return since === null ? [] : [[strategy.id, since] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

async function one(
  evidence: EvidenceService,
  strategy: StrategySummary,
  addedOn: string,
): Promise<SinceAdded | null> {
  try {
    const listed = await evidence.records(strategy);
    const live = listed.kind === "shown" ? listed.value.filter(isLive) : [];
    return computeSinceAdded(
      live.length === 0
        ? await defaultRecord(evidence, strategy)
        : await allLiveRecords(evidence, strategy, live),
      addedOn,
    );
  } catch (fault) {
    return nullIfRefused(fault);
  }
}

async function defaultRecord(
  evidence: EvidenceService,
  strategy: StrategySummary,
): Promise<StrategyRecord[]> {
  const record = await evidence.record(strategy);
  return record.kind === "shown" && record.value.state === "ready" ? [record.value] : [];
}
