// Losses of a record compared with the algo's stated risk: worst day and drawdown, days beyond the daily stop, and the
// record's risk band. Pure.
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { type Strategy, statesStops } from "../contract/base-api/strategy.ts";
import { RATING_TEXTS } from "../domain/rating-texts.ts";
import {
  computeRecordRisk,
  findRiskBand,
  highestRisk,
  RECORD_DAYS_RATED,
  type RecordRisk,
  RISK_INPUTS,
} from "../domain/risk-rating.ts";
import { type Risk, riskRank } from "../domain/vocabulary.ts";

export type RecordedLoss = {
  record: RecordRisk;
  inputs: { key: string; term: string; value: number; band: Risk }[];
  /** Risk band of the record. Null if the record is too short for a rating. */
  band: Risk | null;
  /** True if the record's risk band is higher than that of the algo's label. */
  isAboveLabel: boolean;
  /** Number of days with a loss above the algo's daily stop. Null if there is no daily stop. */
  beyondStop: { percent: number; days: number } | null;
  /** False if it is unknown whether the algo has a stop. */
  statesStops: boolean;
};

/** Computes the comparison. Null for a record without days. */
export function computeRecordedLoss(
  record: Pick<StrategyRecord, "days" | "capitalRupees">,
  strategy: Pick<Strategy, "risk" | "lossLimits">,
): RecordedLoss | null {
  const capitalPaise = record.capitalRupees * 100;
  const found = computeRecordRisk(record.days, capitalPaise);
  if (found === null) return null;
  const inputs = RISK_INPUTS.flatMap((input) =>
    input.from === "record"
      ? [
          {
            key: input.key,
            term: RATING_TEXTS[input.key].term,
            value: found[input.key],
            band: findRiskBand(input.key, found[input.key]),
          },
        ]
      : [],
  );
  const riskRating = found.days < RECORD_DAYS_RATED ? null : highestRisk(inputs.map((input) => input.band));
  const { perDayPercent } = strategy.lossLimits;
  const made = record.days.map(({ netPaise }, index) => netPaise - (record.days[index - 1]?.netPaise ?? 0));
  return {
    record: found,
    inputs,
    band: riskRating,
    isAboveLabel: riskRating !== null && riskRank(riskRating) > riskRank(strategy.risk),
    statesStops: statesStops(strategy.lossLimits),
    beyondStop:
      perDayPercent === null
        ? null
        : {
            percent: perDayPercent,
            days: made.filter((paise) => paise < -(capitalPaise * perDayPercent) / 100).length,
          },
  };
}
