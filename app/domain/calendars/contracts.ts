// Terms of exchange-traded derivatives by date: the weekday of expiry, whether weekly contracts exist, and the lot
// size. The lot size depends on the contract's expiry, not on the day of the trade. Sources: circulars of NSE Clearing
// and BSE on revisions of market lots and expiry days, SEBI's circulars of 1 October 2024 (weekly contracts, contract
// value) and 26 May 2025 (expiry days on Tuesday or Thursday).
import { dayOfIso, monthOf, weekdayOf } from "../time.ts";

export const INDEX_SYMBOLS = ["NIFTY", "BANKNIFTY", "SENSEX", "FINNIFTY", "MIDCPNIFTY"] as const;
export type IndexSymbol = (typeof INDEX_SYMBOLS)[number];

/** Monday is 1, Friday is 5. */
type Weekday = 1 | 2 | 3 | 4 | 5;
/** Lot size of contracts that expire from `fromExpiry` until the next row's date. */
type LotRow = { fromExpiry: string; lot: number };
/** Weekdays of expiry by first day. `weekly` is null if no weekly contracts are listed. */
type ExpiryRow = { from: string; weekly: Weekday | null; monthly: Weekday };

const [MON, TUE, WED, THU, FRI] = [1, 2, 3, 4, 5] as const;
/** First day of the tables. The first row also applies to earlier days. */
const FIRST_DAY = "2022-01-01";

export const LOTS: Record<IndexSymbol, readonly LotRow[]> = {
  NIFTY: [
    { fromExpiry: FIRST_DAY, lot: 50 },
    { fromExpiry: "2024-04-26", lot: 25 },
    { fromExpiry: "2025-01-01", lot: 75 },
    { fromExpiry: "2026-01-01", lot: 65 },
  ],
  BANKNIFTY: [
    { fromExpiry: FIRST_DAY, lot: 25 },
    { fromExpiry: "2023-07-01", lot: 15 },
    { fromExpiry: "2025-01-01", lot: 30 },
    { fromExpiry: "2025-07-01", lot: 35 },
    { fromExpiry: "2026-01-01", lot: 30 },
  ],
  SENSEX: [
    { fromExpiry: FIRST_DAY, lot: 15 },
    { fromExpiry: "2023-05-15", lot: 10 },
    { fromExpiry: "2025-01-01", lot: 20 },
  ],
  FINNIFTY: [
    { fromExpiry: FIRST_DAY, lot: 40 },
    { fromExpiry: "2024-04-26", lot: 25 },
    { fromExpiry: "2025-01-01", lot: 65 },
    { fromExpiry: "2026-01-01", lot: 60 },
  ],
  MIDCPNIFTY: [
    { fromExpiry: FIRST_DAY, lot: 75 },
    { fromExpiry: "2024-04-26", lot: 50 },
    { fromExpiry: "2025-01-01", lot: 120 },
    { fromExpiry: "2025-07-01", lot: 140 },
    { fromExpiry: "2026-01-01", lot: 120 },
  ],
};

export const EXPIRY_DAYS: Record<IndexSymbol, readonly ExpiryRow[]> = {
  NIFTY: [
    { from: FIRST_DAY, weekly: THU, monthly: THU },
    { from: "2025-09-01", weekly: TUE, monthly: TUE },
  ],
  BANKNIFTY: [
    { from: FIRST_DAY, weekly: THU, monthly: THU },
    { from: "2023-09-01", weekly: WED, monthly: THU },
    { from: "2024-03-01", weekly: WED, monthly: WED },
    { from: "2024-11-14", weekly: null, monthly: WED },
    { from: "2025-01-01", weekly: null, monthly: THU },
    { from: "2025-09-01", weekly: null, monthly: TUE },
  ],
  SENSEX: [
    { from: FIRST_DAY, weekly: FRI, monthly: FRI },
    { from: "2025-01-01", weekly: TUE, monthly: TUE },
    { from: "2025-09-01", weekly: THU, monthly: THU },
  ],
  FINNIFTY: [
    { from: FIRST_DAY, weekly: TUE, monthly: TUE },
    { from: "2024-11-20", weekly: null, monthly: TUE },
    { from: "2025-01-01", weekly: null, monthly: THU },
    { from: "2025-09-01", weekly: null, monthly: TUE },
  ],
  MIDCPNIFTY: [
    { from: FIRST_DAY, weekly: WED, monthly: WED },
    { from: "2023-08-21", weekly: MON, monthly: MON },
    { from: "2024-11-19", weekly: null, monthly: MON },
    { from: "2025-01-01", weekly: null, monthly: THU },
    { from: "2025-09-01", weekly: null, monthly: TUE },
  ],
};

/** Expiry weekdays of contracts on shares, which are monthly only and the same at both exchanges. */
export const SHARE_EXPIRY_DAYS: readonly ExpiryRow[] = [
  { from: FIRST_DAY, weekly: null, monthly: THU },
  { from: "2025-09-01", weekly: null, monthly: TUE },
];

export const CONTRACT_GAPS = [
  "Lots of contracts on shares are revised twice a year for each share. Their history is not in this data; the sandbox computes them from its own prices.",
  "Lots of Bank Nifty and Midcap Select between the circulars of October 2024 and July 2025 are taken from the first monthly contract to which they apply.",
  "Sensex contracts are listed from 15 May 2023, when BSE relaunched them.",
  "Freeze quantities are revised every month. The sandbox applies the current ones to its complete history.",
] as const;

/**
 * First day with listed contracts, for symbols listed after FIRST_DAY: BSE relaunched SENSEX options on 15 May 2023.
 */
const LISTED_FROM: Partial<Record<string, number>> = { SENSEX: dayOfIso("2023-05-15") };

/** True if contracts on an underlying are listed on a day. */
export function hasContracts(symbol: string, day: number): boolean {
  return day >= (LISTED_FROM[symbol] ?? Number.NEGATIVE_INFINITY);
}

const isIndexSymbol = (symbol: string): symbol is IndexSymbol => symbol in LOTS;

const lotDays = new Map<string, { day: number; lot: number }[]>();

/** Returns the lot size of index contracts that expire on a day. Null for other symbols. */
export function lotSizeOf(symbol: string, expiryDay: number): number | null {
  if (!isIndexSymbol(symbol)) return null;
  let rows = lotDays.get(symbol);
  if (rows === undefined) {
    rows = LOTS[symbol].map(({ fromExpiry, lot }) => ({ day: dayOfIso(fromExpiry), lot }));
    lotDays.set(symbol, rows);
  }
  let lot = rows[0]?.lot ?? 1;
  for (const row of rows) if (row.day <= expiryDay) lot = row.lot;
  return lot;
}

const expiryDays = new Map<string, { day: number; weekly: number | null; monthly: number }[]>();

/** Returns the kind of contracts that expire on a day, regardless of holidays. Null if no contract expires. */
export function nominalExpiry(symbol: string, day: number): "weekly" | "monthly" | null {
  let rows = expiryDays.get(symbol);
  if (rows === undefined) {
    const source = isIndexSymbol(symbol) ? EXPIRY_DAYS[symbol] : SHARE_EXPIRY_DAYS;
    rows = source.map(({ from, weekly, monthly }) => ({ day: dayOfIso(from), weekly, monthly }));
    expiryDays.set(symbol, rows);
  }
  let row = rows[0];
  for (const next of rows) if (next.day <= day) row = next;
  if (row === undefined) return null;
  const weekday = weekdayOf(day);
  if (weekday === row.monthly && isLastOfItsWeekday(day)) return "monthly";
  // In the week of a monthly expiry there is no weekly contract, even if the two would expire on different weekdays.
  if (weekday === row.weekly && !isLastOfItsWeekday(day - weekday + row.monthly)) return "weekly";
  return null;
}

/** True if the same weekday a week later is in the next month. */
const isLastOfItsWeekday = (day: number) => monthOf(day) !== monthOf(day + 7);
