// What a playbook is: a family of rules that catalogue strategies belong to. One file each holds its parameters, what its page says of
// them, what its positions are made of, and the rule itself, so that none of the four can drift from the others.
import type { Strategy } from "../../../../app/wire/strategy.ts";
import type { InstrumentKind, Product, Tag } from "../../../../app/wire/vocabulary.ts";
import type { Positions, Rule, RuleContext } from "../rules/rule.ts";
import type { Structure } from "./structure.ts";

export type Subject = {
  /** What is traded, as a reader says it: "Nifty 50 options", "ten large banks". */
  traded: string;
  /** What is watched: "Nifty 50", "the share". */
  watched: string;
  expiry?: { day: string; series: string };
};

/** Times are IST. */
export type Windows = { from: string; to: string; exitFrom: string; exitTo: string };

/** Every number that a playbook may be tuned by, with its unit in its name. */
export type ParameterName =
  | "rangeMinutes"
  | "narrowPercent"
  | "trendDays"
  | "lookbackDays"
  | "skipDays"
  | "delta"
  | "widthPoints"
  | "widthSteps"
  | "stopPercent"
  | "legStopPercent"
  | "targetMultiple"
  | "targetPercent"
  | "takePercent"
  | "movePercent"
  | "paceMultiple"
  | "volumeMultiple"
  | "leanMultiple"
  | "deviations"
  | "rangeMultiple"
  | "quietPercent"
  | "putPercent"
  | "callPercent"
  | "fundPercent"
  | "restMinutes"
  | "patienceMinutes"
  | "pauseMinutes"
  | "maxSessions"
  | "minDaysLeft"
  | "maxDaysLeft"
  | "rollDays"
  | "maxPositions"
  | "maxTrades"
  | "holdings"
  | "graceRanks"
  | "reviewMonths"
  | "riskPercent"
  | "exposureTimes"
  | "spreadPercent"
  | "rangeDays"
  | "stepsIn";

export type Parameters = Partial<Record<ParameterName, number>>;
/** What a basket is ranked by: past return, small price swings, or the sum of both places. */
export type Ranking = "return" | "calm" | "both";
/** Numbers of one strategy's rules, complete: the playbook's defaults with the strategy's own over them. */
export type Rules = Windows & Parameters & { ranking?: Ranking };

export type Prose = {
  summary: string;
  howItWorks: string[];
  whatCouldGoWrong: string[];
  tradeFrequency: string;
  faqs: { question: string; answer: string }[];
};

export type Playbook = {
  kind: InstrumentKind;
  tags: Tag[];
  worstCase: Strategy["lossLimits"]["worstCase"];
  /** By product; a product that is not named is not traded by it. */
  holdingPeriod: Partial<Record<Product, string>>;
  defaults: Parameters;
  prose(subject: Subject, rules: Rules, product: Product): Prose;
  structure(rules: Rules, product: Product): StructureParts;
  rule: Rule;
  /** The largest positions that the rule opens, whatever signal comes; from the same legs. */
  positions: Positions;
};

/** What a playbook says of its structure; the rest follows from the product and the playbook itself. */
export type StructureParts = Omit<Structure, "instrument" | "product" | "isOvernight" | "exposureTimes">;

const numbers = new WeakMap<Rules, Parameters & Windows>();

/** A rule's own numbers: the plan's over the playbook's defaults. */
export function numbersOf<P extends Parameters>({ plan }: RuleContext, defaults: P): P & Windows {
  let known = numbers.get(plan.rules);
  if (known === undefined) {
    known = { ...defaults, ...plan.rules };
    numbers.set(plan.rules, known);
  }
  return known as P & Windows;
}

/** The same for prose and structure, which are given rules. */
export function read<P extends Parameters>(rules: Rules, defaults: P): P & Windows {
  return { ...defaults, ...rules } as P & Windows;
}

export const GAP_RISK =
  "Price can jump past the stop, on news or at the open. The loss is then larger than the stop says, by as much as the jump.";
export const COSTS =
  "Brokerage, taxes, exchange charges and the difference between bid and ask come off every trade. An algo that trades often pays them often.";
export const SOLD_OPTIONS =
  "A sold option can lose many times the premium it brought in. A violent day can pass several stops at once, and the exchange may raise margins while the position is open.";
export const CHOP =
  "In a market without direction the signal fires and fails again and again; small losses add up.";
export const DECAY =
  "A bought option loses value every day that nothing happens. The view can be right and the trade still lose, because it was right too late.";
export const OVERNIGHT =
  "Positions are held overnight. Whatever happens while the market is closed is in the opening price, and no stop helps against it.";
export const CAPPED =
  "The largest loss is fixed when the trade is opened, and it happens in full more often than feels right: expect it, do not plan around it.";

/** What may be put to work: the capital, or what is left of it; half of that once `halveAt` of it is lost, nothing below `stopAt`. */
export const PROTECTION = { halveAtLossPercent: 15, stopAtLossPercent: 40 } as const;

export function isStopped(capitalRupees: number, balanceRupees: number): boolean {
  return balanceRupees <= capitalRupees * (1 - PROTECTION.stopAtLossPercent / 100);
}

export function workingRupees({ capitalRupees, balanceRupees }: RuleContext): number {
  if (isStopped(capitalRupees, balanceRupees)) return 0;
  const isHalved = balanceRupees <= capitalRupees * (1 - PROTECTION.halveAtLossPercent / 100);
  return Math.min(capitalRupees, balanceRupees) * (isHalved ? 0.5 : 1);
}

/** Below this part of a lot nothing is traded; above it at least one lot is. */
const LEAST_LOT = 0.3;

function wholeLots(lots: number): number {
  return lots < LEAST_LOT ? 0 : Math.max(1, Math.floor(lots + 0.25));
}

/** Lots of which each may lose so much, for a share of what is at work. */
export function lotsByLoss(context: RuleContext, lossPerLotRupees: number, riskPercent: number): number {
  if (lossPerLotRupees <= 0) return 0;
  return wholeLots((workingRupees(context) * riskPercent) / 100 / lossPerLotRupees);
}

/** Lots of a contract whose underlying is worth `valueRupees` a lot, to so many times what is at work. */
export function lotsByExposure(context: RuleContext, valueRupees: number, exposureTimes: number): number {
  return wholeLots((workingRupees(context) * exposureTimes) / valueRupees);
}
