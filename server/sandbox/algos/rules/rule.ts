// What a rule is: a pure function of what an algo may see at one instant, its plan, and what it holds, to what it wants done.
// Deployments on paper and live, and backtests, all run these; a rule sends nothing itself and sees nothing of the future.
import type { OrderProduct } from "../../../../app/wire/order.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { Plan } from "../catalogue/plans.ts";

export type Expiry = {
  day: number;
  isMonthly: boolean;
  /** Calendar days from today; 0 on the day itself. */
  daysLeft: number;
  /** Sessions after today's up to and with that of the day; 0 on the day itself. */
  sessionsLeft: number;
};

/** The market as an algo sees it now. Prices are rupees, unrounded; times epoch ms. */
export interface RuleView {
  readonly atMs: number;
  /** How far two prices of `minutes` lie apart: a minute where deployments run, longer in history. */
  readonly barMs: number;
  /** Minutes since midnight on the algo's clock, IST: 555 is 09:15. */
  readonly minute: number;
  /** When its session of today began. */
  readonly openMs: number;
  /** Counts sessions. */
  readonly session: number;
  /** The month of its session, counted, so that a change of it can be told. */
  readonly month: number;
  /** 1 on the first session of its month. */
  readonly monthSession: number;
  spot(key: string): number;
  /** The same at an earlier instant. */
  spotAt(key: string, atMs: number): number;
  price(instrument: MarketInstrument): number;
  /** Prices at the ends of whole bars from one instant to another, oldest first. */
  minutes(key: string, fromMs: number, toMs: number): number[];
  /** Closes of the trading days before today, oldest first. */
  closes(key: string, days: number): number[];
  /** What a share has traded in its session so far over what it traded by the same minute in the last five. */
  volumeRatio(key: string): number;
  expiries(underlyingKey: string): Expiry[];
  contract(
    underlyingKey: string,
    expiry: Expiry,
    strikeRupees: number,
    side: "CE" | "PE",
  ): MarketInstrument | null;
  /** The listed contract whose delta is nearest to `delta`, which is above zero for both sides. */
  byDelta(underlyingKey: string, expiry: Expiry, side: "CE" | "PE", delta: number): MarketInstrument | null;
  strikeStep(underlyingKey: string): number;
  share(key: string): MarketInstrument | null;
  /** Quantities of the five best levels each way. */
  bestFive(key: string): { bids: number; asks: number };
  /** Ask less bid over their middle. */
  spread(instrument: MarketInstrument): number;
}

export type HeldLeg = {
  instrument: MarketInstrument;
  /** What is held now; below zero: sold. */
  quantity: number;
  entryRupees: number;
  nowRupees: number;
};

/** A position of one or more legs that was opened together. */
export type Group = {
  id: string;
  tag: string;
  openedAtMs: number;
  openedSession: number;
  /** The watched price when it was opened. */
  spotAtOpen: number;
  /** The best its value per unit of risk has been since: set by the runner. */
  bestRupees: number;
  /** Parts of it have been closed already. */
  isReduced: boolean;
  legs: HeldLeg[];
};

export type WantedLeg = {
  instrument: MarketInstrument;
  /** Signed, whole lots. */
  quantity: number;
  product: OrderProduct;
};

export type Decision =
  | { do: "open"; tag: string; legs: WantedLeg[]; reason: string }
  /** All of a group, or a share of each leg, or only the legs named by instrument. */
  | { do: "close"; group: string; share?: number; only?: string[]; reason: string };

/** What has happened in this session so far. */
export type SessionMemory = { opened: string[]; lossesInARow: number; lastClosedMs: number };

export type RuleContext = {
  plan: Plan;
  view: RuleView;
  groups: readonly Group[];
  today: SessionMemory;
  /** Rupees set aside for this deployment, all multiples together. */
  capitalRupees: number;
  /** What has become of them: the capital with all results so far, after costs and fees. */
  balanceRupees: number;
  multiplier: number;
};

export type Rule = (context: RuleContext) => Decision[];

/**
 * The largest positions that a rule opens at this instant for the capital and the multiplier, whatever signal comes: each one all
 * legs that are then held together. What an algo's margin and its minimum amount are computed from.
 */
export type Positions = (context: RuleContext) => WantedLeg[][];

export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

export function isEntryTime({ plan, view }: RuleContext): boolean {
  return view.minute >= minuteOf(plan.rules.from) && view.minute <= minuteOf(plan.rules.to);
}

/** The end of the day has come for what is not held overnight. */
export function isExitTime({ plan, view }: RuleContext): boolean {
  return view.minute >= Math.min(minuteOf(plan.rules.exitFrom), minuteOf(plan.rules.exitTo));
}

export function isHeldOvernight({ product }: Pick<Plan, "product">): boolean {
  return product === "Swing" || product === "Delivery";
}

export function closeAll(group: Group, reason: string): Decision {
  return { do: "close", group: group.id, reason };
}

/** Rupees the group has made or lost so far, charges apart. */
export function resultOf(group: Group): number {
  return group.legs.reduce((sum, leg) => sum + leg.quantity * (leg.nowRupees - leg.entryRupees), 0);
}

/** Rupees received for opening it; below zero: paid. */
export function premiumOf(group: Group): number {
  return group.legs.reduce((sum, leg) => sum - leg.quantity * leg.entryRupees, 0);
}

/** Rupees that closing it would cost now. */
export function costToClose(group: Group): number {
  return group.legs.reduce((sum, leg) => sum - leg.quantity * leg.nowRupees, 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Sum of the absolute steps between neighbours. */
export function travel(values: readonly number[]): number {
  return values.slice(1).reduce((sum, value, index) => sum + Math.abs(value - (values[index] ?? value)), 0);
}
