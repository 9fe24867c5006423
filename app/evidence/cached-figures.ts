// Caches figures that are expensive to compute. The key contains the last hash of the record, so all users share one
// computation.
import type { RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { type ChartBenchmark, NO_BENCHMARK } from "./chart-benchmark.ts";
import { buildPerformanceView, type PerformanceView, type ViewOptions } from "./performance-view.ts";
import { type Basis, computeRecordStats, type RecordStats } from "./record-stats.ts";
import { computeSignificance, type Significance } from "./significance.ts";
import { computeEquity } from "./statistics.ts";

/** Number of cached results of each kind. The least recently used one is evicted. */
const CACHED_RESULTS = 400;
/** Number of cached chart views, below `CACHED_RESULTS` because a view contains a point per day. */
const CACHED_VIEWS = 60;

function createCache<T>(atMost: number): (key: string, compute: () => T) => T {
  const known = new Map<string, T>();
  return (key, compute) => {
    const found = known.get(key) ?? compute();
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > atMost && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

/** Returns the cache key of a record: its identity and capital, its last hash and result, and its trades. */
function recordCacheKey(record: StrategyRecord, trades: readonly RecordTrade[]): string {
  const { strategyId, version, evidence, capitalRupees, days } = record;
  const net = trades.reduce((sum, { netPaise }) => sum + netPaise, 0);
  return [
    strategyId,
    version,
    evidence,
    capitalRupees,
    days.length,
    days.at(-1)?.hash,
    days.at(-1)?.netPaise,
    trades.length,
    net,
  ].join(" ");
}

const statsCache = createCache<RecordStats | null>(CACHED_RESULTS);
const significanceCache = createCache<Promise<Significance>>(CACHED_RESULTS);
const viewCache = createCache<PerformanceView | null>(CACHED_VIEWS);

export function computeCachedStats(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  basis: Basis = "net",
  kind: "market" | "deposit" = "market",
): RecordStats | null {
  return statsCache(`${recordCacheKey(record, trades)} ${basis} ${kind}`, () =>
    computeRecordStats(record, trades, basis, kind),
  );
}

/** Returns the significance of a record. `trials` is the number of variants tried, `riskFree` a yearly rate. */
export function cachedSignificance(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  riskFree: number,
  trials: number,
): Promise<Significance> {
  return significanceCache(`${recordCacheKey(record, trades)} ${trials}`, () =>
    computeSignificance({
      equity: computeEquity(record.days, record.capitalRupees * 100),
      benchmark: record.days.map(({ benchmark }) => benchmark),
      capitalPaise: record.capitalRupees * 100,
      riskFree,
      trials,
    }),
  );
}

/** Returns the cache key of a benchmark. It contains the last close, which changes during a session. */
const benchmarkCacheKey = ({ key, closes }: ChartBenchmark) =>
  `${key} ${closes.size} ${[...closes.values()].at(-1)}`;

/** Returns the content of the tabs Performance and All figures. The charts show `other` as a second record. */
export function cachedPerformanceView(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  options: Omit<ViewOptions, "other" | "earlierLive" | "stats">,
  other: { record: StrategyRecord; trades: readonly RecordTrade[] } | null,
  earlierLive: readonly StrategyRecord[] = [],
): PerformanceView | null {
  const { range, span, benchmark, basis, scale = "linear", month, kind = "market" } = options;
  const name = [
    recordCacheKey(record, trades),
    other === null ? "" : recordCacheKey(other.record, other.trades),
    ...earlierLive.map((one) => recordCacheKey(one, [])),
    range,
    ...(span ? [span.from, span.to] : []),
    benchmark && benchmark !== NO_BENCHMARK ? benchmarkCacheKey(benchmark) : benchmark,
    basis,
    scale,
    month,
    kind,
  ].join("|");
  return viewCache(name, () => {
    const stats = computeCachedStats(record, trades, basis, kind);
    return buildPerformanceView(record, trades, {
      ...options,
      stats,
      other: other?.record ?? null,
      earlierLive,
    });
  });
}
