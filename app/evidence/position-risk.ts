// Risk of an algo's structure, in rupees of the used amount: the rule's inputs with their bands, the largest loss of
// one position, and the stress table. It does not depend on a record. Pure.

import { RATING_WORDS } from "../domain/rating-words.ts";
import {
  type PositionLoss,
  positionLoss,
  type RiskStructure,
  ratingOf,
  type StressRow,
  stressTable,
} from "../domain/risk-rating.ts";
import type { Risk } from "../domain/vocabulary.ts";
import { POSITION_LOSS } from "./figure-words.ts";

export type PositionRisk = {
  /** Risk label that follows from structure and stress alone. */
  word: Risk;
  inputs: { key: string; term: string; means: string; value: number; word: Risk }[];
  perPosition: PositionLoss;
  positions: number;
  isUncovered: boolean;
  table: StressRow[];
};

/** Null if the provider does not describe the algo's structure. */
export function positionRisk(structure: RiskStructure | undefined): PositionRisk | null {
  if (structure === undefined) return null;
  const rating = ratingOf({ structure, record: null });
  return {
    word: rating.word,
    inputs: rating.inputs.map((input) => ({ ...input, ...RATING_WORDS[input.key] })),
    perPosition: positionLoss(structure),
    positions: structure.positions,
    isUncovered: rating.isUncovered,
    table: stressTable(structure),
  };
}

/** States whether the loss is defined by the legs or by the stress table. */
export function positionLossTerm({ kind }: PositionLoss): string {
  return POSITION_LOSS[kind];
}

/** Whole rupees of an amount, rounded up. */
export function lossRupees(share: number, amountRupees: number): number {
  return Math.ceil(share * amountRupees - 1e-6);
}
