// Result of an algo since the user added it to a list, from the last close before that day to the record's last day.
// The live record is used if the disclosure gate permits it, otherwise the default record.
import type { EvidenceService } from "../context.ts";
import type { EvidenceClass, StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { istDate } from "../domain/record-seal.ts";

export type SinceAdded = {
  evidence: EvidenceClass;
  addedOn: string;
  /** Trading days since the algo was added, and net result as a share of the capital. */
  days: number;
  share: number;
};

/** Computes the result. Null for a record without days. */
export function sinceAdded(
  record: Pick<StrategyRecord, "days" | "capitalRupees" | "evidence">,
  addedOn: string,
): SinceAdded | null {
  const last = record.days.at(-1);
  if (last === undefined) return null;
  const before = record.days.findLast(({ day }) => day < addedOn);
  const days = record.days.filter(({ day }) => day >= addedOn).length;
  const madePaise = days === 0 ? 0 : last.netPaise - (before?.netPaise ?? 0);
  return { evidence: record.evidence, addedOn, days, share: madePaise / (record.capitalRupees * 100) };
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
    const hasLive =
      listed.kind === "shown" &&
      listed.value.some(
        ({ evidence: name, version, state }) =>
          name === "live" && version === strategy.version && state === "ready",
      );
    const record = await (hasLive
      ? evidence.record(strategy, { evidence: "live", version: strategy.version })
      : evidence.record(strategy));
    return record.kind === "shown" && record.value.state === "ready"
      ? sinceAdded(record.value, addedOn)
      : null;
  } catch (fault) {
    return nullIfRefused(fault);
  }
}
