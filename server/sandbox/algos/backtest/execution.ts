// Execution models: how a decision of the rules becomes a fill. Backtests assume a fill at the signal. Paper records
// fill at once from the market depth, as the broker does for a paper deployment. Live records fill some seconds later,
// miss signals during outages, and are sometimes rejected. All random effects depend on the seed only, so a record is
// reproducible.
import type { EvidenceClass, MissedSignal } from "../../../../app/contract/base-api/record.ts";
import { istDay, istDayStart, MINUTE_MS, SECOND_MS } from "../../../../app/domain/time.ts";
import { marketFillPaise } from "../../broker/market-fill.ts";
import { UsedDepth } from "../../broker/matching.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { computeSpread } from "../../exchange/market-depth.ts";
import { deriveSeed, uniform } from "../../exchange/seeded-noise.ts";
import type { BacktestRun } from "./backtest.ts";
import type { RecordPlan } from "./record-plans.ts";

export type Execution = {
  /**
   * Returns the extra cost of the fill over the signal's price in paise, for the complete quantity; negative if the
   * fill is better.
   */
  slippagePaise(instrument: MarketInstrument, signed: number, pricePaise: number, atMs: number): number;
  /** Returns why the record misses this entry; null if it does not. `number` is the signal's number in the record. */
  missedEntry(number: number, atMs: number): Omit<MissedSignal, "at"> | null;
  /** True while the exchange is unreachable. No position can then be opened, closed or stopped out. */
  isExchangeUnreachable(atMs: number): boolean;
  /** Factor on costs, including slippage; 1 by default. */
  costFactor?: number;
  /** If true, charges and margin are computed at the orders' fill prices, otherwise at the signal's price. */
  usesFillPrices?: boolean;
};

/** Returns the cost of half the bid-ask spread for the quantity, in paise. Half a spread is at least one tick. */
function halfSpreadPaise(instrument: MarketInstrument, signed: number, pricePaise: number): number {
  return Math.abs(signed) * Math.ceil(computeSpread(instrument, pricePaise) / 2) * instrument.tickPaise;
}

export const ASSUMED_FILLS: Execution = {
  slippagePaise: halfSpreadPaise,
  missedEntry: () => null,
  isExchangeUnreachable: () => false,
};

/**
 * Fills orders level by level from the market depth at the signal's time. Beyond the last level, the depth is
 * extrapolated.
 */
export function depthExecution(market: SandboxMarket): Execution {
  return {
    ...ASSUMED_FILLS,
    slippagePaise(instrument, signed, pricePaise, atMs) {
      const { bids, asks } = market.book(instrument, atMs);
      const levels = signed > 0 ? asks : bids;
      const [bid, ask] = [bids[0]?.pricePaise, asks[0]?.pricePaise];
      const last = levels.at(-1);
      if (bid === undefined || ask === undefined || last === undefined)
        return halfSpreadPaise(instrument, signed, pricePaise);
      const middle = (bid + ask) / 2;
      const apart = Math.abs(last.pricePaise - (levels[0]?.pricePaise ?? last.pricePaise)) / levels.length;
      const usual = levels.reduce((sum, { quantity }) => sum + quantity, 0) / levels.length;
      let remaining = Math.abs(signed);
      let paid = 0;
      for (const level of levels) {
        const filled = Math.min(remaining, level.quantity);
        paid += filled * Math.abs(level.pricePaise - middle);
        remaining -= filled;
      }
      // A quantity beyond the last level fills at extrapolated prices. A sale never fills below one tick.
      const beyond = Math.abs(last.pricePaise - middle) + (apart * remaining) / usual / 2;
      const most = signed < 0 ? Math.max(0, pricePaise - instrument.tickPaise) : Number.POSITIVE_INFINITY;
      return Math.round(paid + remaining * Math.min(beyond, most));
    },
  };
}

/** Fills like a market order at the broker that is sent at the signal's time. */
export function brokerExecution(market: SandboxMarket): Execution {
  const usedDepth = new UsedDepth();
  return {
    ...ASSUMED_FILLS,
    usesFillPrices: true,
    slippagePaise: (instrument, signed, pricePaise, atMs) =>
      Math.sign(signed) *
      (marketFillPaise(market, usedDepth, { instrument, signed, atMs }) - Math.abs(signed) * pricePaise),
  };
}

/** Delay from signal to fill: up to nine seconds; for one fill in twenty up to 45 seconds. */
const USUAL_DELAY_MS = 8 * SECOND_MS;
const LONG_DELAY_MS = 45 * SECOND_MS;
const LONG_DELAY_SHARE = 0.05;
/** Share of live entries that are rejected. */
const REJECTED_ENTRY_SHARE = 0.012;
/** Share of days with an outage. */
const OUTAGE_DAY_SHARE = 0.012;
const OUTAGE_EARLIEST_MINUTE = 9 * 60 + 20;
const OUTAGE_START_RANGE_MINUTES = 330;
const OUTAGE_MIN_MINUTES = 15;
const OUTAGE_EXTRA_MINUTES = 45;
const REJECTION_REASONS = [
  "A leg was refused by the exchange: its price lay outside the day's band.",
  "Not filled within the time that the algo gives an order, and cancelled.",
  "Refused for margin, which had risen between the signal and the order.",
] as const;

/**
 * Assigns an execution model to each plan: assumed fills for backtests, simulated broker fills for paper and live
 * records.
 */
export function recordRuns(plans: readonly RecordPlan[], market: SandboxMarket, seed: number): BacktestRun[] {
  return plans.map((plan) => ({
    plan,
    execution:
      plan.evidence === "backtest"
        ? ASSUMED_FILLS
        : paperOrLiveExecution(market, seed, plan.strategyId, plan.evidence),
  }));
}

/**
 * Returns the execution model of a paper or live record. Paper orders fill as in a paper deployment. Live orders reach the
 * broker some seconds later, and some are missed.
 */
export function paperOrLiveExecution(
  market: SandboxMarket,
  seed: number,
  strategyId: string,
  evidence: Exclude<EvidenceClass, "backtest">,
): Execution {
  const broker = brokerExecution(market);
  if (evidence === "paper") return broker;
  const own = deriveSeed(seed, `${strategyId} ${evidence}`);
  return {
    ...broker,
    slippagePaise(instrument, signed, pricePaise, atMs) {
      const place = Math.floor(atMs / SECOND_MS);
      const draw = uniform(own, place, deriveSeed(own, instrument.key));
      const delayMs =
        uniform(own, place, 1) < LONG_DELAY_SHARE ? draw * LONG_DELAY_MS : SECOND_MS + draw * USUAL_DELAY_MS;
      return broker.slippagePaise(instrument, signed, pricePaise, atMs + Math.round(delayMs));
    },
    missedEntry(number, atMs) {
      if (uniform(own, number, Math.floor(atMs / MINUTE_MS)) >= REJECTED_ENTRY_SHARE) return null;
      const reason =
        REJECTION_REASONS[Math.floor(uniform(own, number, 2) * REJECTION_REASONS.length)] ??
        REJECTION_REASONS[0];
      return { kind: "refused", reason };
    },
    isExchangeUnreachable(atMs) {
      const day = istDay(atMs);
      if (uniform(own, day, 3) >= OUTAGE_DAY_SHARE) return false;
      const minute = (atMs - istDayStart(day)) / MINUTE_MS;
      const from = OUTAGE_EARLIEST_MINUTE + uniform(own, day, 4) * OUTAGE_START_RANGE_MINUTES;
      return (
        minute >= from && minute < from + OUTAGE_MIN_MINUTES + uniform(own, day, 5) * OUTAGE_EXTRA_MINUTES
      );
    },
  };
}
