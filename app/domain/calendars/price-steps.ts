// Ticks and price bands by date. A share's tick depends on its close on the last trading day of the previous month.
// Sources: NSE circulars on tick sizes of 24 May 2024 (one paisa below 250 rupees, from 10 June 2024) and of early 2025
// (ticks by price, from 15 April 2025). This data assumes the same ticks for BSE. Index values have two decimals, in
// steps of five paise.
import { dayOfIso } from "../time.ts";

type TickRow = { from: string; steps: readonly { belowRupees: number; tickPaise: number }[] };
const NO_LIMIT = Number.POSITIVE_INFINITY;

export const SHARE_TICKS: readonly TickRow[] = [
  { from: "2022-01-01", steps: [{ belowRupees: NO_LIMIT, tickPaise: 5 }] },
  {
    from: "2024-06-10",
    steps: [
      { belowRupees: 250, tickPaise: 1 },
      { belowRupees: NO_LIMIT, tickPaise: 5 },
    ],
  },
  {
    from: "2025-04-15",
    steps: [
      { belowRupees: 250, tickPaise: 1 },
      { belowRupees: 1_000, tickPaise: 5 },
      { belowRupees: 5_000, tickPaise: 10 },
      { belowRupees: 10_000, tickPaise: 50 },
      { belowRupees: 20_000, tickPaise: 100 },
      { belowRupees: NO_LIMIT, tickPaise: 500 },
    ],
  },
];

/** Tick sizes of index futures by the index's level. A future on a share has the tick size of its share. */
export const INDEX_FUTURE_TICKS: readonly TickRow[] = [
  { from: "2022-01-01", steps: [{ belowRupees: NO_LIMIT, tickPaise: 5 }] },
  {
    from: "2025-04-15",
    steps: [
      { belowRupees: 15_000, tickPaise: 5 },
      { belowRupees: 30_000, tickPaise: 10 },
      { belowRupees: NO_LIMIT, tickPaise: 20 },
    ],
  },
];

export const OPTION_TICK_PAISE = 5;

/**
 * Price bands around the previous close, as fractions. The band of shares with derivatives widens when prices approach
 * its limits.
 */
export const BANDS = { fixed: 0.2, withDerivatives: 0.1 } as const;

export const PRICE_STEP_GAPS = [
  "Price bands of 2, 5 and 10 per cent, which exchanges set for single shares, are not modelled. All shares without derivatives have a band of 20 per cent.",
  "The dynamic price band of shares with derivatives starts at 10 per cent and is widened in steps. The sandbox uses 20 per cent from the start.",
] as const;

function findTick(rows: readonly (TickRow & { day: number })[], day: number, rupees: number): number {
  let row = rows[0];
  for (const next of rows) if (next.day <= day) row = next;
  return row?.steps.find(({ belowRupees }) => rupees < belowRupees)?.tickPaise ?? 5;
}
const addDays = (rows: readonly TickRow[]) => rows.map((row) => ({ ...row, day: dayOfIso(row.from) }));
const shareRows = addDays(SHARE_TICKS);
const futureRows = addDays(INDEX_FUTURE_TICKS);

/** Returns a share's tick size in paise. `rupees` is its close of the previous month. */
export function shareTick(day: number, rupees: number): number {
  return findTick(shareRows, day, rupees);
}

export function indexFutureTick(day: number, rupees: number): number {
  return findTick(futureRows, day, rupees);
}
