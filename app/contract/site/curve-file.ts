// A record's chart as numbers: lists with one value per day, sums in paise, ratios as fractions. Null on a day without
// a value.

export type CurveFile = {
  names: { own: string; other: string | null; benchmark: string | null };
  /** First day of the second record in the chart. Null if it does not start within the chart. */
  boundary: string | null;
  days: string[];
  own: number[];
  /** Null if the chart has no benchmark. */
  benchmark: number[] | null;
  other: (number | null)[] | null;
  underwater: number[];
  texts: Record<string, string>;
};
