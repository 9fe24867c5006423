// Figures of the Markets page, computed from the market overview: movers, sector averages, market breadth, upcoming
// dates. Pure.
import type { MarketOverview, ShareLine } from "../contract/base-api/market-overview.ts";
import type { MarketCalendar } from "../domain/market-sessions.ts";
import { dayOfIso, isoDayOf } from "../domain/time.ts";

export const MOVER_KINDS = ["weakest", "strongest", "traded"] as const;
export type MoverKind = (typeof MOVER_KINDS)[number];
export const MOVERS_SHOWN_MAX = 7;
const DATES_SHOWN_MAX = 6;
const HOLIDAYS_WITHIN_DAYS = 60;

type Quoted = Pick<ShareLine, "lastPaise" | "previousClosePaise">;

/** Returns the change since the previous close as a fraction, or 0 without a previous close. */
export function changeFraction({ lastPaise, previousClosePaise }: Quoted): number {
  return previousClosePaise === 0 ? 0 : lastPaise / previousClosePaise - 1;
}

/** Parses the name of a movers list. Unknown names select the first list. */
export function readMoverKind(name: string | null): MoverKind {
  return MOVER_KINDS.find((kind) => kind === name) ?? "weakest";
}

/** Returns the shares with the lowest change, the highest change, or the largest traded value. */
export function selectMovers(shares: readonly ShareLine[], kind: MoverKind): ShareLine[] {
  const traded = ({ volume, lastPaise }: ShareLine) => volume * lastPaise;
  const order: Record<MoverKind, (one: ShareLine, other: ShareLine) => number> = {
    weakest: (one, other) => changeFraction(one) - changeFraction(other),
    strongest: (one, other) => changeFraction(other) - changeFraction(one),
    traded: (one, other) => traded(other) - traded(one),
  };
  return [...shares].sort(order[kind]).slice(0, MOVERS_SHOWN_MAX);
}

export type SectorLine = { name: string; change: number; shares: number };

/** Returns the average change of each sector's shares, largest fall first. */
export function computeSectors(shares: readonly ShareLine[]): SectorLine[] {
  const bySector = new Map<string, number[]>();
  for (const share of shares)
    bySector.set(share.sector, [...(bySector.get(share.sector) ?? []), changeFraction(share)]);
  return [...bySector]
    .map(([name, changes]) => ({
      name,
      change: roundShare(changes.reduce((sum, change) => sum + change, 0) / changes.length),
      shares: changes.length,
    }))
    .sort((one, other) => one.change - other.change);
}

/** Rounds a fraction to a hundredth of a per cent, as displayed. */
const roundShare = (share: number) => Math.round(share * 10_000) / 10_000 || 0;

export function countBreadth(shares: readonly Quoted[]): { fell: number; unchanged: number; rose: number } {
  const count = (isIncluded: (change: number) => boolean) =>
    shares.filter((share) => isIncluded(share.lastPaise - share.previousClosePaise)).length;
  return {
    fell: count((change) => change < 0),
    unchanged: count((change) => change === 0),
    rose: count((change) => change > 0),
  };
}

export type MarketDate =
  | { kind: "expiry"; day: string; name: string; isMonthly: boolean }
  | { kind: "holiday"; day: string; name: string };

/** Returns expiries and exchange holidays, starting today, nearest first. */
export function listMarketDates(
  expiries: MarketOverview["expiries"],
  calendar: MarketCalendar,
  today: string,
): MarketDate[] {
  const until = isoDayOf(dayOfIso(today) + HOLIDAYS_WITHIN_DAYS);
  const holidays = calendar.holidays
    .filter(({ day, segments }) => day >= today && day <= until && segments.includes("NSE_EQ"))
    .map(({ day, name }) => ({ kind: "holiday" as const, day, name }));
  const expiring = expiries
    .filter(({ day }) => day >= today)
    .map((expiry) => ({ kind: "expiry" as const, ...expiry }));
  return [...expiring, ...holidays]
    .sort((one, other) => one.day.localeCompare(other.day))
    .slice(0, DATES_SHOWN_MAX);
}
