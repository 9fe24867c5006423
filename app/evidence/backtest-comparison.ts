// Compares a backtest with the live or paper record on the same days. Entries match if their signals have the same bar
// time. Pure; sums are paise, shares are fractions of the capital.
import type { RecordDay, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";
import { standardDeviation, TRADING_DAYS_PER_YEAR } from "./statistics.ts";
import { tradedPaise } from "./trade-spans.ts";

export type ComparedSide = {
  /** Result over the common days as a share of the capital. */
  share: number;
  netPaise: number;
  trades: number;
  /** Slippage as a share of traded value. Null if there are no trades. */
  slippageShare: number | null;
};

export type BacktestComparison = {
  evidence: "paper" | "live";
  from: string;
  to: string;
  days: number;
  backtest: ComparedSide;
  followed: ComparedSide;
  /** Live (or paper) result minus backtest result, over the common days. */
  difference: number;
  /**
   * Annualised tracking error: standard deviation of the daily differences times √252. Null for fewer than two days.
   */
  trackingError: number | null;
  signals: {
    /** Number of the backtest's entries on the common days. */
    backtestEntries: number;
    followed: number;
    refused: number;
    away: number;
    /**
     * Number of backtest entries that were neither followed nor recorded as missed, because the two records held
     * different positions.
     */
    unexplained: number;
    /** Number of live entries without a matching backtest entry. */
    extra: number;
  };
};

type RecordWithTrades = {
  record: Pick<StrategyRecord, "days" | "capitalRupees">;
  trades: readonly RecordTrade[];
};

/** Computes the comparison. Null if there is no common day. */
export function compareWithBacktest(
  backtest: RecordWithTrades,
  followed: RecordWithTrades & { record: Pick<StrategyRecord, "evidence" | "missed"> },
): BacktestComparison | null {
  const { evidence, missed } = followed.record;
  if (evidence === "backtest") return null;
  const dates = new Set(followed.record.days.map(({ day }) => day));
  const common = backtest.record.days.filter(({ day }) => dates.has(day)).map(({ day }) => day);
  const [from] = common;
  const to = common.at(-1);
  if (from === undefined || to === undefined) return null;
  const isWithin = (instant: string) => {
    const day = istDate(instant);
    return day >= from && day <= to;
  };
  const one = computeComparedSide(backtest, from, to, isWithin);
  const other = computeComparedSide(followed, from, to, isWithin);
  const [expected, came] = [dailyShares(backtest, common), dailyShares(followed, common)];
  const spread = standardDeviation(came.map((share, index) => share - (expected[index] ?? 0)));

  const unmatchedCounts = new Map<string, number>();
  for (const { openedAt } of followed.trades)
    unmatchedCounts.set(openedAt, (unmatchedCounts.get(openedAt) ?? 0) + 1);
  const backtestTrades = backtest.trades.filter(({ openedAt }) => isWithin(openedAt));
  const isFollowed = backtestTrades.map(({ openedAt }) => {
    const there = unmatchedCounts.get(openedAt) ?? 0;
    if (there > 0) unmatchedCounts.set(openedAt, there - 1);
    return there > 0;
  });
  const unfollowed = new Set(
    backtestTrades.filter((_, index) => !isFollowed[index]).map(({ openedAt }) => openedAt),
  );
  // A missed signal is counted only if the backtest has an entry for it.
  const missesOf = (kind: string) =>
    missed.filter((miss) => miss.kind === kind && unfollowed.has(miss.at)).length;
  const [refused, away] = [missesOf("refused"), missesOf("away")];
  const followedCount = isFollowed.filter(Boolean).length;
  return {
    evidence,
    from,
    to,
    days: common.length,
    backtest: one,
    followed: other,
    difference: other.share - one.share,
    trackingError: spread === null ? null : spread * Math.sqrt(TRADING_DAYS_PER_YEAR),
    signals: {
      backtestEntries: backtestTrades.length,
      followed: followedCount,
      refused,
      away,
      unexplained: Math.max(0, backtestTrades.length - followedCount - refused - away),
      extra: other.trades - followedCount,
    },
  };
}

function computeComparedSide(
  side: RecordWithTrades,
  from: string,
  to: string,
  isWithin: (instant: string) => boolean,
): ComparedSide {
  const { record } = side;
  const before = netBefore(record.days, from);
  const netPaise = (record.days.findLast(({ day }) => day <= to)?.netPaise ?? before) - before;
  const trades = side.trades.filter(({ openedAt }) => isWithin(openedAt));
  const turnover = tradedPaise(trades);
  const slippage = trades.reduce((sum, { costs }) => sum + costs.slippagePaise, 0);
  return {
    share: netPaise / (record.capitalRupees * 100),
    netPaise,
    trades: trades.length,
    slippageShare: turnover === 0 ? null : slippage / turnover,
  };
}

/** Returns the cumulative result up to the day before a date. */
function netBefore(days: readonly RecordDay[], from: string): number {
  return days.findLast(({ day }) => day < from)?.netPaise ?? 0;
}

function dailyShares({ record }: RecordWithTrades, common: readonly string[]): number[] {
  const netOn = new Map(record.days.map(({ day, netPaise }) => [day, netPaise]));
  let before = netBefore(record.days, common[0] ?? "");
  return common.map((day) => {
    const netPaise = netOn.get(day) ?? before;
    const made = netPaise - before;
    before = netPaise;
    return made / (record.capitalRupees * 100);
  });
}
