// What an algo's structure says of its risk, in rupees of the reader's amount: the rule's inputs with their bands, the largest loss of one
// position, the stress table. No performance: none of it knows a record. Pure.
import {
  type PositionLoss,
  positionLoss,
  RISK_INPUTS,
  type RiskStructure,
  ratingOf,
  type StressRow,
  stressTable,
} from "../domain/risk-rating.ts";
import type { Risk } from "../domain/vocabulary.ts";

export type PositionRisk = {
  /** The word by structure and stress alone. */
  word: Risk;
  inputs: { key: string; term: string; means: string; value: number; word: Risk }[];
  perPosition: PositionLoss;
  positions: number;
  isUncovered: boolean;
  table: StressRow[];
};

/** Null where the provider doesn't describe the algo's structure. */
export function positionRisk(structure: RiskStructure | undefined): PositionRisk | null {
  if (structure === undefined) return null;
  const rating = ratingOf({ structure, record: null });
  return {
    word: rating.word,
    inputs: rating.inputs.flatMap(({ key, value, word }) => {
      const input = RISK_INPUTS.find((one) => one.key === key);
      return input === undefined ? [] : [{ key, term: input.term, means: input.means, value, word }];
    }),
    perPosition: positionLoss(structure),
    positions: structure.positions,
    isUncovered: rating.isUncovered,
    table: stressTable(structure),
  };
}

/** Says whether the legs define the loss, or whether it is the table's. */
export function positionLossTerm({ kind }: PositionLoss): string {
  return kind === "defined"
    ? "Largest possible loss of one position"
    : "Stress loss of one position, not a limit";
}

/** Whole rupees of an amount, rounded up. */
export function lossRupees(share: number, amountRupees: number): number {
  return Math.ceil(share * amountRupees - 1e-6);
}
