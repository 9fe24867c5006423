// Loss limits of an algo whose record may not be shown: its stop-loss and the largest loss of one position, in rupees.
// They follow from the algo's rules and structure, not from its performance.

import { type Strategy, type StrategySummary, statesStops } from "../contract/base-api/strategy.ts";
import { positionLoss } from "../domain/risk-rating.ts";
import { formatShare } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import { lossRupees } from "./position-risk.ts";
import { limitsInShortText as text } from "./text.ts";

export type Limit = { term: string; rupees: string; note: string };

/** Returns `none` for an algo that has no stop, or the text for stops that the provider does not state. */
export function missingStopText(limits: Strategy["lossLimits"], none: string): string {
  return statesStops(limits) ? none : text.notStated;
}

/** Returns the limits. Empty if the provider's summaries do not contain them. */
export function statedLossLimits(
  { lossLimits, structure }: Pick<StrategySummary, "lossLimits" | "structure">,
  amount: number,
): Limit[] {
  const inRupees = (share: number) => formatRupees(-lossRupees(share, amount));
  const limits: Limit[] = [];
  if (lossLimits !== undefined && statesStops(lossLimits)) {
    const { perTradePercent, perDayPercent } = lossLimits;
    const stop = perTradePercent ?? perDayPercent;
    limits.push(
      stop === null
        ? { term: text.stop, rupees: text.none, note: text.noStop }
        : {
            term: perTradePercent === null ? text.stopForTheDay : text.stopOnOneTrade,
            rupees: inRupees(stop / 100),
            note: `${stop}%`,
          },
    );
  }
  if (structure !== undefined) {
    const loss = positionLoss(structure);
    limits.push({
      term: text.largestLoss,
      rupees: inRupees(loss.share),
      note: `${formatShare(loss.share)}, ${loss.kind === "defined" ? text.typical : text.underStress}`,
    });
  }
  return limits;
}
