// A playbook is a family of trading rules that catalogue strategies are instances of. One file per playbook in
// `definitions` states its parameters, its page text, its legs, its entry signal and its exits. The rule, the margin
// and the risk rating are derived from it here.
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import type { InstrumentKind, Product, Tag } from "../../../../app/domain/vocabulary.ts";
import {
  type ComputeLargestPositions,
  type Decision,
  type Expiry,
  isEntryTime,
  isHeldOvernight,
  type OrderLeg,
  openPosition,
  type PositionGroup,
  type Rule,
  type RuleContext,
} from "../rules/rule.ts";
import { type OptionPosition, optionPosition } from "./option-position.ts";
import { sharePosition } from "./share-position.ts";
import { availableRupees, ignoreLosses, isReduced } from "./sizing.ts";
import type { StructureLeg, StructureParts } from "./structure.ts";

export type InstrumentTexts = {
  /** Traded instruments as a page names them: "Nifty 50 options", "ten large banks". */
  traded: string;
  /** Watched instrument as a page names it: "Nifty 50", "the share". */
  watched: string;
  expiry?: { day: string; series: string };
};

/** Times are IST, "HH:MM". */
export type TradingTimes = { from: string; to: string; exitFrom: string; exitTo: string };

/** All parameters of playbooks, each with its unit in its name. */
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
/** Sort key of a basket's shares: past return, low volatility, or the sum of both ranks. */
export type Ranking = "return" | "calm" | "both";
/** All rule parameters of one strategy: the playbook's defaults overridden by the strategy's values. */
export type Rules = TradingTimes & Parameters & { ranking?: Ranking };
export type ResolvedParameters<P extends Parameters> = P & TradingTimes & { ranking?: Ranking };

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
  /** Texts by product. The playbook supports only the products that have a text. */
  holdingPeriod: Partial<Record<Product, string>>;
  defaults: Parameters;
  prose(subject: InstrumentTexts, rules: Rules, product: Product): Prose;
  structure(rules: Rules): StructureParts;
  rule: Rule;
  /** The largest positions that the rule opens, for any signal. */
  positions: ComputeLargestPositions;
};

type PlaybookDescription<P extends Parameters> = Pick<
  Playbook,
  "kind" | "tags" | "worstCase" | "holdingPeriod"
> & {
  defaults: P;
  direction: StructureParts["direction"];
  /** Returns the page text, with the FAQ answers by question. */
  prose(
    subject: InstrumentTexts,
    numbers: ResolvedParameters<NoInfer<P>>,
    isOvernight: boolean,
    product: Product,
  ): Omit<Prose, "faqs"> & { faqs: Record<string, string> };
};

/** Returns the decision that closes all or part of a group, or null to hold it. */
export type Exit<P> = (
  group: PositionGroup,
  context: RuleContext,
  numbers: P & TradingTimes,
) => Decision | null;

export type OpenedPosition = { legs: OrderLeg[]; expiry?: Expiry };

/** Describes the legs of a position, for the risk rating and for orders. */
export type Position<P> = {
  legs(numbers: P, strikeStepPoints: number): StructureLeg[];
  /**
   * `side` selects a position or its mirror image. The maximum number of days to expiry is ignored if `purpose` is
   * "margin". Returns null when the position cannot be opened.
   */
  open(
    context: RuleContext,
    key: string,
    numbers: P,
    purpose: "trade" | "margin",
    side: "CE" | "PE",
  ): OpenedPosition | null;
  /** Sides that a signal may choose from. */
  sides: readonly ("CE" | "PE")[];
  /**
   * Size of a position, for comparing positions that are held at the same time. Defaults to the value of the first leg.
   */
  weight?(context: RuleContext, legs: OrderLeg[]): number;
};

type Signal = {
  /** Tag of the position; the instrument key by default. */
  tag?: string;
  side?: "CE" | "PE";
  reason: string | ((opened: OpenedPosition) => string);
};

type PlaybookDefinition<P extends Parameters> = PlaybookDescription<P> & {
  position: OptionPosition<NoInfer<P>> | "shares";
  /** Exits in order of priority. The first exit that returns a decision applies. */
  exits: readonly Exit<NoInfer<P>>[];
  /** Watched keys to test for a signal, best first. By default the keys that are neither held nor were traded today. */
  candidates?(context: RuleContext, numbers: ResolvedParameters<NoInfer<P>>): readonly string[];
  signal(context: RuleContext, numbers: ResolvedParameters<NoInfer<P>>, key: string): Signal | null;
  /** True at an entry time. Replaces the entry window of the plan. */
  isEntryTime?(context: RuleContext): boolean;
};

const numbersByRules = new WeakMap<Rules, Rules>();

/** Returns the playbook's defaults, overridden by the plan's rules. Cached, because rules run every minute. */
export function resolveParameters<P extends Parameters>(
  { plan }: RuleContext,
  defaults: P,
): ResolvedParameters<P> {
  let known = numbersByRules.get(plan.rules);
  if (known === undefined) {
    known = { ...defaults, ...plan.rules };
    numbersByRules.set(plan.rules, known);
  }
  return known as ResolvedParameters<P>;
}

/** Builds a playbook whose rule and positions are written by hand. */
export function customPlaybook<P extends Parameters>(
  { prose, direction, ...facts }: PlaybookDescription<P>,
  legs: (numbers: ResolvedParameters<NoInfer<P>>) => StructureLeg[],
  rule: Rule,
  positions: ComputeLargestPositions,
): Playbook {
  const read = (rules: Rules) => ({ ...facts.defaults, ...rules }) as ResolvedParameters<P>;
  return {
    ...facts,
    prose(subject, rules, product) {
      const { faqs, ...rest } = prose(subject, read(rules), isHeldOvernight({ product }), product);
      return { ...rest, faqs: Object.entries(faqs).map(([question, answer]) => ({ question, answer })) };
    },
    structure(rules) {
      const numbers = read(rules);
      return {
        direction,
        legs: legs(numbers),
        maxPositionCount: numbers.maxPositions ?? numbers.holdings ?? 1,
      };
    },
    rule,
    positions,
  };
}

/** Returns the watched keys that are neither held nor were traded today. */
export function untradedKeys({ plan, groups, today }: RuleContext): string[] {
  return plan.watched.filter((key) => !today.opened.includes(key) && !groups.some(({ tag }) => tag === key));
}

function firstLegRupees({ view }: RuleContext, [leg]: OrderLeg[]): number {
  return leg === undefined ? 0 : view.price(leg.instrument) * leg.quantity;
}

/** Distance between strikes, in points, that the risk rating assumes for a width given as a number of strikes. */
const RATED_STRIKE_STEP_POINTS = 50;

/** Builds a playbook that opens one position per signal and closes it by the first exit that applies. */
export function definePlaybook<P extends Parameters>(definition: PlaybookDefinition<P>): Playbook {
  const { defaults, exits, signal, candidates, isEntryTime: isTime, ...description } = definition;
  const position: Position<P> =
    definition.position === "shares" ? sharePosition : optionPosition(definition.position);

  const rule: Rule = (context) => {
    const { groups, today } = context;
    const numbers = resolveParameters(context, defaults);
    const decisions: Decision[] = [];
    for (const group of groups)
      for (const exit of exits) {
        const decision = exit(group, context, numbers);
        if (decision === null) continue;
        decisions.push(decision);
        break;
      }
    let room = Math.min(
      (numbers.maxPositions ?? 1) - groups.length,
      (numbers.maxTrades ?? 1) - today.opened.length,
    );
    if (room <= 0 || !(isTime ?? isEntryTime)(context) || availableRupees(context) === 0) return decisions;
    const keys = candidates?.(context, numbers) ?? untradedKeys(context);
    for (const key of keys) {
      if (room <= 0) break;
      const found = signal(context, numbers, key);
      if (!found) continue;
      const tag = found.tag ?? key;
      const openWith = (money: RuleContext) =>
        position.open(money, key, numbers, "trade", found.side ?? "CE");
      const reasonOf = (opened: OpenedPosition) =>
        typeof found.reason === "string" ? found.reason : found.reason(opened);
      const opened = openWith(context);
      if (opened !== null) {
        decisions.push(openPosition(tag, opened.legs, reasonOf(opened)));
        room -= 1;
      } else if (isReduced(context) && !today.passed.includes(tag)) {
        const without = openWith(ignoreLosses(context));
        if (without !== null) decisions.push({ do: "pass", tag, reason: reasonOf(without) });
      }
    }
    return decisions;
  };

  const positions: ComputeLargestPositions = (context) => {
    const numbers = resolveParameters(context, defaults);
    const alternatives = context.plan.watched.flatMap((key) =>
      position.sides.flatMap((side) => {
        const opened = position.open(context, key, numbers, "margin", side);
        return opened === null ? [] : [opened.legs];
      }),
    );
    if (numbers.maxPositions === undefined) return alternatives;
    const weight = position.weight ?? firstLegRupees;
    const largest = alternatives
      .sort((a, b) => weight(context, b) - weight(context, a))
      .slice(0, numbers.maxPositions);
    return largest.length === 0 ? [] : [largest.flat()];
  };

  return customPlaybook(
    { defaults, ...description },
    (numbers) => position.legs(numbers, RATED_STRIKE_STEP_POINTS),
    rule,
    positions,
  );
}
