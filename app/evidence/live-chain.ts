// The live history of an algo as one chain: the live record of a version continues those of the versions before it.
import type { EvidenceService } from "../context.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";

const DAY_MS = 86_400_000;
const DAYS_A_MONTH = 30.4;

export type LiveChain = {
  /** Of the version itself. */
  months: number;
  /** Net result of the version as a share of the capital. */
  share: number;
  from: string;
  to: string;
  /** Versions before it: net results together as a share of the capital, and their first live day. Null for a first version. */
  earlier: { share: number; from: string } | null;
};

/** The live history up to a version, by what the gate permits. Null if no live record of the version may be shown. */
export async function liveChain(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
): Promise<LiveChain | null> {
  const listed = await evidence.records(strategy);
  if (listed.kind !== "shown") return null;
  const live = listed.value.filter(({ evidence, state }) => evidence === "live" && state === "ready");
  const own = live.find((one) => one.version === version);
  if (own === undefined) return null;
  const before = live.filter((one) => one.version !== version && one.from < own.from);
  const [total, ...earlier] = await Promise.all(
    [own, ...before].map((one) => totalOf(evidence, strategy, one.version)),
  );
  if (total == null) return null;
  const shown = earlier.filter((one) => one !== null);
  const days = (Date.parse(total.to) - Date.parse(total.from)) / DAY_MS + 1;
  return {
    months: Math.floor(days / DAYS_A_MONTH),
    ...total,
    earlier:
      shown.length === 0
        ? null
        : {
            share: shown.reduce((sum, { share }) => sum + share, 0),
            from: shown.map(({ from }) => from).sort()[0] ?? total.from,
          },
  };
}

type Total = { from: string; to: string; share: number };

async function totalOf(
  evidence: EvidenceService,
  strategy: StrategySummary,
  version: string,
): Promise<Total | null> {
  const record = await evidence.record(strategy, { evidence: "live", version });
  if (record.kind !== "shown" || record.value.state !== "ready") return null;
  const { days, capitalRupees } = record.value;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { from: first.day, to: last.day, share: last.netPaise / (capitalRupees * 100) };
}
