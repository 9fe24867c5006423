// Uncovered option selling, the simplest volatility strategy. It earns the index's variance premium and has losses in
// crashes.
import { istDayStart, MINUTE_MS } from "../../app/domain/time.ts";
import {
  type MarketInstrument,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "../../server/sandbox/exchange/instrument-master.ts";
import { computeSpread } from "../../server/sandbox/exchange/market-depth.ts";
import { buildContract } from "../../server/sandbox/exchange/option-chain.ts";
import type { Study } from "./simple-rules.ts";

/** Margin of a sold call and put as a share of the underlying's value. */
const MARGIN_SHARE = 0.15;
/** Taxes and charges as a share of the sold premium; brokerage of an order in rupees per unit. */
const SALE_SHARE = 0.0015;
const ORDER_RUPEES = 0.35;
const STRANGLE = { away: 0.02, sessions: 4 } as const;
const [SOLD_AT, MARKED_AT] = [10 * 60, 15 * 60 + 20];

type Sold = { contracts: MarketInstrument[]; expiryDay: number; worth: number; spot: number };

/** Sells at 10:00 some sessions before expiry and holds to expiry. */
export function shortStrangle(study: Study): number[] {
  let sold: Sold | null = null;
  return study.days.map((day) => {
    let result = 0;
    if (sold !== null) {
      const worth = worthOf(study, sold.contracts, day, MARKED_AT);
      result = (sold.worth - worth) / (MARGIN_SHARE * sold.spot);
      sold = day >= sold.expiryDay ? null : { ...sold, worth };
      return result;
    }
    sold = sell(study, "IDX_I:13", day, STRANGLE.away, (left) => left === STRANGLE.sessions);
    if (sold === null) return 0;
    const worth = worthOf(study, sold.contracts, day, MARKED_AT);
    result = (sold.worth - costOf(sold) - worth) / (MARGIN_SHARE * sold.spot);
    sold = { ...sold, worth };
    return result;
  });
}

/** Sells at 10:00 on the expiry day and buys back before the close. */
export function shortStraddleOfExpiry(study: Study): number[] {
  return study.days.map((day) => {
    const sold = sell(study, "IDX_I:51", day, 0, (left) => left === 0);
    if (sold === null) return 0;
    const worth = worthOf(study, sold.contracts, day, MARKED_AT);
    return (sold.worth - worth - 2 * costOf(sold)) / (MARGIN_SHARE * sold.spot);
  });
}

function sell(
  { market }: Study,
  key: string,
  day: number,
  away: number,
  isWanted: (sessionsLeft: number) => boolean,
): Sold | null {
  const atMs = istDayStart(day) + SOLD_AT * MINUTE_MS;
  const underlying = UNDERLYING_AT.get(key) ?? -1;
  const [expiry] = market.expiries(underlying, atMs);
  const { days } = market.tapes;
  if (expiry === undefined || !isWanted(days.lastOrdinal(expiry.day) - days.lastOrdinal(day))) return null;
  const spot = market.spot(key, atMs);
  const step = UNDERLYINGS[underlying]?.strikeStepRupees ?? 1;
  const contracts = (["CE", "PE"] as const).flatMap((side) => {
    const strike = Math.round((spot * (1 + (side === "CE" ? away : -away))) / step) * step;
    return buildContract(key, expiry, strike, side, spot, day) ?? [];
  });
  const worth = contracts.reduce((sum, contract) => sum + market.fairPrice(contract, atMs), 0);
  return { contracts, expiryDay: expiry.day, worth, spot };
}

function worthOf(
  { market }: Study,
  contracts: readonly MarketInstrument[],
  day: number,
  minute: number,
): number {
  const atMs = istDayStart(day) + minute * MINUTE_MS;
  return contracts.reduce((sum, contract) => sum + market.fairPrice(contract, atMs), 0);
}

/** Returns the costs in rupees per unit, for one side of the trade. */
function costOf({ contracts, worth }: Sold): number {
  const halfSpreads = contracts.reduce(
    (sum, contract) =>
      sum + (computeSpread(contract, (worth / contracts.length) * 100) * contract.tickPaise) / 200,
    0,
  );
  return halfSpreads + worth * SALE_SHARE + contracts.length * ORDER_RUPEES;
}
