// Which rule runs a playbook.
import type { PlaybookKey } from "../catalogue/playbooks.ts";
import { debitSpread, momentumScalp, openingRangeBuying, stockOptionMomentum } from "./option-buying.ts";
import {
  calendarSpread,
  creditSpread,
  expiryFly,
  ironCondor,
  stockOptionSpread,
  stockStrangle,
  straddleSelling,
  strangleSelling,
} from "./option-selling.ts";
import type { Rule } from "./rule.ts";
import {
  coveredCall,
  equityBasket,
  equityBreakout,
  equityOpeningRange,
  equityReversion,
  equityScalp,
  protectedIndex,
} from "./shares.ts";

export const RULES: Record<PlaybookKey, Rule> = {
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
