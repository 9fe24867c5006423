// What a record says about the losses that a page states: the worst day and drawdown seen, days beyond the stated daily stop, and the band
// of the risk word that the record itself falls into. Pure.
import type { StrategyRecord } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import {
  RECORD_DAYS_RATED,
  type RecordRisk,
  RISK_INPUTS,
  recordRisk,
  riskBandOf,
  worstText,
} from "../domain/risk-rating.ts";
import { type Risk, riskRank } from "../domain/vocabulary.ts";

export type LossSeen = {
  record: RecordRisk;
  inputs: { key: string; term: string; value: number; word: Risk }[];
  /** Null for a record that is too short to be rated. */
  word: Risk | null;
  /** The record falls into a higher band than the algo's word. */
  isAboveWord: boolean;
  /** Days with a loss above the algo's daily stop; null without such a stop. */
  beyondStop: { percent: number; days: number } | null;
};

/** Null for a record without a day. */
export function lossSeen(
  record: Pick<StrategyRecord, "days" | "capitalRupees">,
  strategy: Pick<Strategy, "risk" | "lossLimits">,
): LossSeen | null {
  const capitalPaise = record.capitalRupees * 100;
  const found = recordRisk(record.days, capitalPaise);
  if (found === null) return null;
  const inputs = RISK_INPUTS.flatMap((input) =>
    input.from === "record"
      ? [
          {
            key: input.key,
            term: input.term,
            value: found[input.key],
            word: riskBandOf(input.key, found[input.key]),
          },
        ]
      : [],
  );
  const riskRating = found.days < RECORD_DAYS_RATED ? null : worstText(inputs.map((input) => input.word));
  const { perDayPercent } = strategy.lossLimits;
  const made = record.days.map(({ netPaise }, index) => netPaise - (record.days[index - 1]?.netPaise ?? 0));
  return {
    record: found,
    inputs,
    word: riskRating,
    isAboveWord: riskRating !== null && riskRank(riskRating) > riskRank(strategy.risk),
    beyondStop:
      perDayPercent === null
        ? null
        : {
            percent: perDayPercent,
            days: made.filter((paise) => paise < -(capitalPaise * perDayPercent) / 100).length,
          },
  };
}
