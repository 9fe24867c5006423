// Divides an amount equally between several algos and sums their results. Each algo's part is held in cash before its
// record begins and after it ends. Pure.
import { EVIDENCE_CLASSES, type EvidenceClass, type StrategyRecord } from "../contract/base-api/record.ts";
import { type Drawdown, findDrawdowns, largestDrawdown } from "./drawdowns.ts";
import type { ChartPoint } from "./equity-scales.ts";

export type EqualParts = {
  evidence: EvidenceClass;
  isSimulated: boolean;
  /** Number of summed records. Records of other evidence classes are omitted. */
  count: number;
  amountPaise: number;
  points: ChartPoint[];
  benchmarkName: string;
  /** Largest drawdown of the sum. Its `share` is relative to the amount. */
  maxDrawdown: Drawdown | null;
};

/**
 * Computes the joint record of equal parts for the evidence class with the most records. Each part changes by its
 * record's return, as if lots were divisible. Null for fewer than two records of one class.
 */
export function equalParts(records: readonly StrategyRecord[], amountPaise: number): EqualParts | null {
  const own = largestClass(records);
  const [first] = own;
  if (first === undefined || own.length < 2) return null;
  const days = [...new Set(own.flatMap((record) => record.days.map(({ day }) => day)))].sort();
  const levels = new Map(
    own
      .filter(({ benchmark }) => benchmark === first.benchmark)
      .flatMap((record) => record.days.map(({ day, benchmark }) => [day, benchmark] as const)),
  );
  const start = levels.get(days[0] ?? "") ?? [...levels.values()][0] ?? 1;
  const shares = own.map((record) => new Map(record.days.map(({ day, netPaise }) => [day, netPaise])));
  const latest = own.map(() => 0);
  let [level, peak] = [start, amountPaise];
  const points = days.map((day): ChartPoint => {
    own.forEach(({ capitalRupees }, index) => {
      const netPaise = shares[index]?.get(day);
      if (netPaise !== undefined) latest[index] = netPaise / (capitalRupees * 100);
    });
    level = levels.get(day) ?? level;
    const mean = latest.reduce((sum, share) => sum + share, 0) / own.length;
    const equityPaise = Math.round(amountPaise * (1 + mean));
    peak = Math.max(peak, equityPaise);
    return {
      day,
      equityPaise,
      benchmarkPaise: Math.round((amountPaise * level) / start),
      underwater: (equityPaise - peak) / amountPaise,
    };
  });
  return {
    evidence: first.evidence,
    isSimulated: own.some(({ simulated }) => simulated),
    count: own.length,
    amountPaise,
    points,
    benchmarkName: first.benchmark,
    maxDrawdown: largestDrawdown(findDrawdowns(points, amountPaise)),
  };
}

/** Returns the records of the largest class. In a tie, the first class in `EVIDENCE_CLASSES` is used. */
function largestClass(records: readonly StrategyRecord[]): StrategyRecord[] {
  const classes = EVIDENCE_CLASSES.map((evidence) =>
    records.filter((record) => record.evidence === evidence),
  );
  return classes.reduce<StrategyRecord[]>((most, one) => (one.length > most.length ? one : most), []);
}
