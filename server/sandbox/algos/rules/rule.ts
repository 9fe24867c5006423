// A rule is a pure function of the market at one time, the algo's plan and its positions. It returns decisions. Live
// and paper deployments and backtests run the same rules. A rule sends no orders and reads no future prices.
import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { Plan } from "../catalogue/plans.ts";

export type Expiry = {
  day: number;
  isMonthly: boolean;
  /** Calendar days until the expiry; 0 on the expiry day. */
  daysLeft: number;
  /** Number of sessions after today's until the expiry, including the expiry's session; 0 on the expiry day. */
  sessionsLeft: number;
};

/** The market as an algo sees it now. Prices are rupees, unrounded; times epoch ms. */
export interface RuleView {
  readonly atMs: number;
  /** Interval between two prices of `minutes`: one minute in deployments, longer in backtests. */
  readonly barMs: number;
  /** Minutes since midnight on the algo's clock, IST: 555 is 09:15. */
  readonly minute: number;
  /** Start of the current session, epoch ms. */
  readonly openMs: number;
  /** Ordinal of the session. */
  readonly session: number;
  /** Ordinal of the month, so that a rule can detect a new month. */
  readonly month: number;
  /** Ordinal of the session within its month; 1 on the first session. */
  readonly monthSession: number;
  spot(key: string): number;
  /** Returns the price at an earlier time. */
  spotAt(key: string, atMs: number): number;
  price(instrument: MarketInstrument): number;
  /** Returns the prices at the ends of complete bars within a period, oldest first. */
  minutes(key: string, fromMs: number, toMs: number): number[];
  /** Returns the closes of the trading days before today, oldest first. */
  closes(key: string, days: number): number[];
  /**
   * Returns the volume of a share today divided by its average volume up to the same minute in the last five sessions.
   */
  volumeRatio(key: string): number;
  expiries(underlyingKey: string): Expiry[];
  contract(
    underlyingKey: string,
    expiry: Expiry,
    strikeRupees: number,
    side: "CE" | "PE",
  ): MarketInstrument | null;
  /** Returns the listed contract whose delta is nearest to `delta`, which is positive for calls and puts. */
  byDelta(underlyingKey: string, expiry: Expiry, side: "CE" | "PE", delta: number): MarketInstrument | null;
  strikeStep(underlyingKey: string): number;
  share(key: string): MarketInstrument | null;
  /** Returns the total quantity of the five best levels on each side. */
  bestFive(key: string): { bids: number; asks: number };
  /** Returns the spread divided by the mid price. */
  spread(instrument: MarketInstrument): number;
}

export type HeldLeg = {
  instrument: MarketInstrument;
  /** Signed quantity; negative for a sold leg. */
  quantity: number;
  entryRupees: number;
  nowRupees: number;
};

/** A position of one or more legs that were opened together. */
export type PositionGroup = {
  id: string;
  tag: string;
  openedAtMs: number;
  openedSession: number;
  /** Price of the underlying at the entry. */
  spotAtOpen: number;
  /** Best price per unit since the entry. Set by the runner. */
  bestRupees: number;
  /** True if a part has been closed. */
  isReduced: boolean;
  legs: HeldLeg[];
};

export type OrderLeg = {
  instrument: MarketInstrument;
  /** Signed quantity in whole lots. */
  quantity: number;
  product: OrderProduct;
};

export type Decision =
  | { do: "open"; tag: string; legs: OrderLeg[]; reason: string }
  /** Skips a signal, because the balance after losses buys no lot although the full capital would. */
  | { do: "pass"; tag: string; reason: string }
  /** Closes the group, a share of each leg, or only the legs of the named instruments. */
  | { do: "close"; group: string; share?: number; only?: string[]; reason: string };

/** Trades of the current session. */
export type SessionMemory = {
  opened: string[];
  /** Signals that were skipped because the balance, reduced by losses, does not cover one lot. */
  passed: string[];
  lossesInARow: number;
  lastClosedMs: number;
};

export type RuleContext = {
  plan: Plan;
  view: RuleView;
  groups: readonly PositionGroup[];
  today: SessionMemory;
  /** Capital of this deployment in rupees, over all multiples. */
  capitalRupees: number;
  /** Capital plus all results so far, after costs and fees. */
  balanceRupees: number;
  multiplier: number;
};

export type Rule = (context: RuleContext) => Decision[];

/**
 * Returns the largest positions that a rule can open now, for any signal. Each element holds all legs of one position.
 * Margins and minimum amounts are computed from them.
 */
export type ComputeLargestPositions = (context: RuleContext) => OrderLeg[][];

const minutesByClock = new Map<string, number>();

/** Returns the minutes since midnight of "HH:MM". Cached, because rules run every minute. */
export function parseMinute(clock: string): number {
  let known = minutesByClock.get(clock);
  if (known === undefined) {
    known = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
    minutesByClock.set(clock, known);
  }
  return known;
}

export function isEntryTime({ plan, view }: RuleContext): boolean {
  return view.minute >= parseMinute(plan.rules.from) && view.minute <= parseMinute(plan.rules.to);
}

/** True once intraday positions must be closed. */
export function isExitTime({ plan, view }: RuleContext): boolean {
  return view.minute >= Math.min(parseMinute(plan.rules.exitFrom), parseMinute(plan.rules.exitTo));
}

export function isHeldOvernight({ product }: Pick<Plan, "product">): boolean {
  return product === "Swing" || product === "Delivery";
}

export function openPosition(tag: string, legs: OrderLeg[], reason: string): Decision {
  return { do: "open", tag, legs, reason };
}

export function closeAll(group: PositionGroup, reason: string): Decision {
  return { do: "close", group: group.id, reason };
}

/** Returns the profit or loss of the group so far in rupees, before charges. */
export function groupResult(group: PositionGroup): number {
  return group.legs.reduce((sum, leg) => sum + leg.quantity * (leg.nowRupees - leg.entryRupees), 0);
}

/** Returns the premium received at the entry in rupees; negative if paid. */
export function groupPremium(group: PositionGroup): number {
  return group.legs.reduce((sum, leg) => sum - leg.quantity * leg.entryRupees, 0);
}

/** Returns the cost of closing the group now, in rupees. */
export function costToClose(group: PositionGroup): number {
  return group.legs.reduce((sum, leg) => sum - leg.quantity * leg.nowRupees, 0);
}

export function mean(values: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum / Math.max(1, values.length);
}

/** Returns the average of the last `days` closes. */
export function averageClose(view: RuleView, key: string, days: number): number {
  return meanOfCloses(view.closes(key, days));
}

/**
 * Caches a figure by its array of closes. A view of history returns the same array all day, and rules read the figure
 * at every bar.
 */
export function cachePerCloses(compute: (closes: readonly number[]) => number) {
  const known = new WeakMap<readonly number[], number>();
  return (closes: readonly number[]): number => {
    let figure = known.get(closes);
    if (figure === undefined) {
      figure = compute(closes);
      known.set(closes, figure);
    }
    return figure;
  };
}
const meanOfCloses = cachePerCloses(mean);
/** Returns the highest of the closes. */
export const highestClose = cachePerCloses((closes) => Math.max(...closes));

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Returns the sum of the absolute differences between consecutive prices. */
export function pathLength(values: readonly number[]): number {
  return values.slice(1).reduce((sum, value, index) => sum + Math.abs(value - (values[index] ?? value)), 0);
}
