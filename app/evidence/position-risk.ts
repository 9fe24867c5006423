// Risk of an algo's structure: the inputs of the rating with their bands, the largest loss of one position, and the
// stress table. It does not depend on a record. Pure.

import { RATING_TEXTS } from "../domain/rating-texts.ts";
import {
  computeRating,
  type PositionLoss,
  positionLoss,
  type RiskStructure,
  type StressRow,
  stressTable,
} from "../domain/risk-rating.ts";
import type { Risk } from "../domain/vocabulary.ts";
import { POSITION_LOSS } from "./figure-texts.ts";

export type PositionRisk = {
  /** Rating from the structure alone. */
  band: Risk;
  inputs: { key: string; term: string; means: string; value: number; band: Risk }[];
  perPosition: PositionLoss;
  positions: number;
  isUncovered: boolean;
  table: StressRow[];
};

/** Returns the risk of a structure. Null if the provider does not describe the structure. */
export function positionRisk(structure: RiskStructure | undefined): PositionRisk | null {
  if (structure === undefined) return null;
  const rating = computeRating({ structure, record: null });
  return {
    band: rating.word,
    inputs: rating.inputs.map(({ key, value, word }) => ({ key, value, band: word, ...RATING_TEXTS[key] })),
    perPosition: positionLoss(structure),
    positions: structure.positions,
    isUncovered: rating.isUncovered,
    table: stressTable(structure),
  };
}

/** Returns the label of the loss: defined by the legs, or taken from the stress table. */
export function positionLossTerm({ kind }: PositionLoss): string {
  return POSITION_LOSS[kind];
}

/** Converts a share to whole rupees, rounded up. */
export function lossRupees(share: number, amountRupees: number): number {
  return Math.ceil(share * amountRupees - 1e-6);
}
