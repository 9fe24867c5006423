// A record's chart as numbers: columns of equal length, sums in paise, shares as fractions. Null is a day without a
// value.

export type CurveFile = {
  names: { own: string; other: string | null; benchmark: string };
  /** First day of the other line, if it starts within the chart. */
  boundary: string | null;
  days: string[];
  own: number[];
  benchmark: number[];
  other: (number | null)[] | null;
  underwater: number[];
  texts: Record<string, string>;
};
