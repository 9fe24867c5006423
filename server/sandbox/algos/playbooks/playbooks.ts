// All playbooks by name.

import type { Plan } from "../catalogue/plans.ts";
import { isHeldOvernight, type Positions, type Rule } from "../rules/rule.ts";
import { calendarSpread } from "./calendar-spread.ts";
import { coveredCall } from "./covered-call.ts";
import { creditSpread } from "./credit-spread.ts";
import { debitSpread } from "./debit-spread.ts";
import { equityBasket } from "./equity-basket.ts";
import { equityBreakout } from "./equity-breakout.ts";
import { equityOpeningRange } from "./equity-opening-range.ts";
import { equityReversion } from "./equity-reversion.ts";
import { equityScalp } from "./equity-scalp.ts";
import { expiryFly } from "./expiry-fly.ts";
import { ironCondor } from "./iron-condor.ts";
import { momentumScalp } from "./momentum-scalp.ts";
import { openingRangeBuying } from "./opening-range-buying.ts";
import type { Playbook } from "./playbook.ts";
import { protectedIndex } from "./protected-index.ts";
import { stockOptionMomentum } from "./stock-option-momentum.ts";
import { stockOptionSpread } from "./stock-option-spread.ts";
import { stockStrangle } from "./stock-strangle.ts";
import { straddleSelling } from "./straddle-selling.ts";
import { strangleSelling } from "./strangle-selling.ts";
import type { Structure } from "./structure.ts";

const ALL = {
  openingRangeBuying,
  momentumScalp,
  straddleSelling,
  strangleSelling,
  ironCondor,
  creditSpread,
  debitSpread,
  expiryFly,
  calendarSpread,
  protectedIndex,
  stockOptionMomentum,
  stockOptionSpread,
  stockStrangle,
  coveredCall,
  equityOpeningRange,
  equityReversion,
  equityScalp,
  equityBreakout,
  equityBasket,
};
export type PlaybookKey = keyof typeof ALL;
export const PLAYBOOKS: Record<PlaybookKey, Playbook> = ALL;

function ofEach<T>(part: (playbook: Playbook) => T): Record<PlaybookKey, T> {
  return Object.fromEntries(
    Object.entries(PLAYBOOKS).map(([key, playbook]) => [key, part(playbook)]),
  ) as Record<PlaybookKey, T>;
}

/** Which rule runs a playbook, and what the largest positions are that it opens. */
export const RULES: Record<PlaybookKey, Rule> = ofEach(({ rule }) => rule);
export const POSITIONS: Record<PlaybookKey, Positions> = ofEach(({ positions }) => positions);

/** What a strategy's positions are made of. */
export function structureOf({ playbook, product, rules, leverage }: Plan): Structure {
  const { kind, structure } = PLAYBOOKS[playbook];
  return {
    instrument: kind,
    product,
    isOvernight: isHeldOvernight({ product }),
    exposureTimes: leverage,
    ...structure(rules, product),
  };
}
