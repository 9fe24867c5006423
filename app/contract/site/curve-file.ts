// The drawing of a record as numbers: columns of one length, sums in paise, shares as fractions. Null is a day that the line lacks.

export type CurveFile = {
  names: { own: string; other: string | null; benchmark: string };
  /** The first day of the other line where it begins inside the drawing. */
  boundary: string | null;
  days: string[];
  own: number[];
  benchmark: number[];
  other: (number | null)[] | null;
  underwater: number[];
  texts: Record<string, string>;
};
