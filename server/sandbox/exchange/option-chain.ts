// Option contracts listed on a day, and their symbols. Expiries follow the exchanges' weekdays; an expiry on a holiday
// moves to the previous trading day.

import type { Instrument } from "../../../app/contract/base-api/strategy.ts";
import { hasContracts, nominalExpiry } from "../../../app/domain/calendars/contracts.ts";
import { instrumentKey } from "../../../app/domain/instrument-key.ts";
import { isoDayOf } from "../../../app/domain/time.ts";
import {
  contractFreeze,
  contractLot,
  contractTick,
  futureId,
  type MarketInstrument,
  type OptionTerms,
  optionId,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "./instrument-master.ts";

const WEEKLIES = 4;
const MONTHLIES = 3;
/** Number of strikes on each side of the money that are listed without gaps. */
const STRIKES_EACH_WAY = 20;
/**
 * Distance of the farthest listed strike from the money, as a share of the price. Beyond the dense strikes, only every
 * fifth step is listed.
 */
const STRIKES_REACH = 0.12;
const COARSE_STEPS = 5;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export type Expiry = { day: number; isMonthly: boolean };

/** Returns the expiries listed from `today` on, nearest first. */
export function listExpiries(
  underlying: number,
  today: number,
  isTradingDay: (day: number) => boolean,
): Expiry[] {
  const terms = UNDERLYINGS[underlying];
  if (terms === undefined || !hasContracts(terms.symbol, today)) return [];
  const settle = (day: number) => {
    let settled = day;
    while (!isTradingDay(settled)) settled -= 1;
    return settled;
  };
  const all: Expiry[] = [];
  // 130 days contain at least three monthly expiries.
  for (let nominal = today; nominal < today + 130; nominal += 1) {
    const kind = nominalExpiry(terms.symbol, nominal);
    if (kind === null) continue;
    const day = settle(nominal);
    if (day >= today && all.at(-1)?.day !== day) all.push({ day, isMonthly: kind === "monthly" });
  }
  const hasWeekly = all.some(({ isMonthly }) => !isMonthly);
  const weekly = hasWeekly ? all.slice(0, WEEKLIES) : [];
  const monthly = all.filter(({ isMonthly }) => isMonthly).slice(0, MONTHLIES);
  return all.filter((expiry) => weekly.includes(expiry) || monthly.includes(expiry));
}

/**
 * Returns the strikes around a price level, lowest first. As at the exchanges, every strike is listed near the money
 * and every fifth further out.
 */
export function listStrikes(underlying: number, levelRupees: number): number[] {
  const step = UNDERLYINGS[underlying]?.strikeStepRupees ?? 1;
  const middle = Math.round(levelRupees / step);
  const reach = Math.max(STRIKES_EACH_WAY, Math.ceil((levelRupees * STRIKES_REACH) / step));
  const strikes: number[] = [];
  for (let place = middle - reach - COARSE_STEPS + 1; place < middle + reach + COARSE_STEPS; place += 1) {
    const isDense = Math.abs(place - middle) <= STRIKES_EACH_WAY;
    if (place > 0 && (isDense || (reach > STRIKES_EACH_WAY && place % COARSE_STEPS === 0)))
      strikes.push(place * step);
  }
  return strikes;
}

/**
 * Describes an option. Options nearest to the money and to expiry have the highest volume. `moneyness` is strike over
 * spot minus one.
 */
export function describeOption(
  underlying: number,
  terms: OptionTerms,
  moneyness: number,
  daysToExpiry: number,
): MarketInstrument | null {
  const base = UNDERLYINGS[underlying];
  if (base === undefined) return null;
  const iso = isoDayOf(terms.expiryDay);
  const month = MONTHS[Number(iso.slice(5, 7)) - 1] ?? "";
  const securityId = optionId(underlying, terms);
  const isShare = !base.key.startsWith("IDX_I");
  const lotSize = contractLot(base, terms.expiryDay);
  return {
    key: instrumentKey({ exchangeSegment: base.optionSegment, securityId }),
    exchangeSegment: base.optionSegment,
    securityId,
    kind: isShare ? "OPTSTK" : "OPTIDX",
    symbol: terms.isMonthly
      ? `${base.symbol}-${month}${iso.slice(0, 4)}-${terms.strikeRupees}-${terms.side}`
      : `${base.symbol}-${iso.slice(8, 10)}${month}${iso.slice(0, 4)}-${terms.strikeRupees}-${terms.side}`,
    name: `${base.symbol} ${iso.slice(8, 10)} ${month.toUpperCase()} ${terms.strikeRupees} ${terms.side === "CE" ? "CALL" : "PUT"}`,
    tickPaise: contractTick(base, "option", terms.expiryDay, 0),
    lotSize,
    marginLeverage: 1,
    slots: isShare ? 20 : 30,
    ...optionLiquidity(isShare, lotSize, moneyness, daysToExpiry),
    hasDerivatives: false,
    freezeQuantity: contractFreeze(base, lotSize),
    path: null,
    option: terms,
    future: null,
  };
}

/** Returns the fields of an option that change with its moneyness and with time. */
function optionLiquidity(isShare: boolean, lotSize: number, moneyness: number, daysToExpiry: number) {
  const interest = optionInterest(isShare, moneyness, daysToExpiry);
  return {
    dayVolume: lotSize * optionLots(isShare, interest),
    spreadTicks: interest > 0.3 ? 1 : interest > 0.1 ? 2 : 6,
    spreadShare: (isShare ? SPREAD_SHARE.share : SPREAD_SHARE.index) / Math.sqrt(interest),
  };
}

/**
 * At-the-money bid-ask spread on the last day, as a share of the premium. It widens away from the money and from expiry
 * (NSE option chains: about 0.1 % of a week's premium at the money, 0.2 to 0.5 % three months ahead).
 */
const SPREAD_SHARE = { index: 0.0005, share: 0.002 } as const;

/** Returns the option with the liquidity that it has at another level of its underlying. */
export function addLiquidity(option: MarketInstrument, moneyness: number, today: number): MarketInstrument {
  const daysToExpiry = (option.option?.expiryDay ?? today) - today;
  const isShare = option.kind === "OPTSTK";
  return { ...option, ...optionLiquidity(isShare, option.lotSize, moneyness, daysToExpiry) };
}

/**
 * Returns the trading interest in an option, from 0 to 1 (at the money on its last day). `moneyness` is strike over
 * spot minus one.
 */
export function optionInterest(isShare: boolean, moneyness: number, daysToExpiry: number): number {
  return (
    Math.exp(-Math.abs(moneyness) / (isShare ? 0.05 : 0.02)) * Math.exp(-daysToExpiry / (isShare ? 60 : 25))
  );
}

/** Returns the typical daily volume in lots. */
export function optionLots(isShare: boolean, interest: number): number {
  return Math.round((isShare ? 60_000 : 900_000) * interest);
}

const FUTURE_LOTS = { index: 150_000, share: 25_000 } as const;
/** Ratio of the volume of each further month to that of the month before it. */
const NEXT_MONTH = 0.12;

/** Returns the typical daily volume in lots; `place` is 0 for the nearest month. */
export function futureLots(isShare: boolean, place: number): number {
  return Math.round((isShare ? FUTURE_LOTS.share : FUTURE_LOTS.index) * NEXT_MONTH ** place);
}

/** Describes a future. `levelRupees` is the underlying's close of the previous month. */
export function describeFuture(
  underlying: number,
  expiryDay: number,
  place: number,
  levelRupees: number,
  today: number,
): MarketInstrument | null {
  const base = UNDERLYINGS[underlying];
  if (base === undefined) return null;
  const iso = isoDayOf(expiryDay);
  const month = MONTHS[Number(iso.slice(5, 7)) - 1] ?? "";
  const securityId = futureId(base, expiryDay);
  const isShare = !base.key.startsWith("IDX_I");
  const lotSize = contractLot(base, expiryDay);
  const tickPaise = contractTick(base, "future", today, levelRupees);
  return {
    key: instrumentKey({ exchangeSegment: base.optionSegment, securityId }),
    exchangeSegment: base.optionSegment,
    securityId,
    kind: isShare ? "FUTSTK" : "FUTIDX",
    symbol: `${base.symbol}-${month}${iso.slice(0, 4)}-FUT`,
    name: `${base.symbol} ${month.toUpperCase()} FUT`,
    tickPaise,
    lotSize,
    marginLeverage: 1,
    slots: isShare ? 20 : 30,
    dayVolume: lotSize * futureLots(isShare, place),
    spreadTicks:
      Math.max(1, Math.round((levelRupees * 100 * (isShare ? 0.0003 : 0.00003)) / tickPaise)) * (1 + place),
    hasDerivatives: false,
    freezeQuantity: contractFreeze(base, lotSize),
    path: null,
    option: null,
    future: { underlyingKey: base.key, expiryDay },
  };
}

/** Returns one listed contract; null for an unknown underlying or expiry. */
export function buildContract(
  underlyingKey: string,
  expiry: Expiry,
  strikeRupees: number,
  side: "CE" | "PE",
  spotRupees: number,
  today: number,
): MarketInstrument | null {
  const underlying = UNDERLYING_AT.get(underlyingKey) ?? -1;
  const terms = { underlyingKey, strikeRupees, side, expiryDay: expiry.day, isMonthly: expiry.isMonthly };
  return describeOption(underlying, terms, strikeRupees / spotRupees - 1, expiry.day - today);
}

/** Returns the at-the-money call and put of the index's nearest expiry, which a strategy trades by default. */
export function nearestContracts(
  underlyingKey: string,
  spotRupees: number,
  today: number,
  isTradingDay: (day: number) => boolean,
): MarketInstrument[] {
  const underlying = UNDERLYING_AT.get(underlyingKey) ?? -1;
  const [expiry] = listExpiries(underlying, today, isTradingDay);
  const base = UNDERLYINGS[underlying];
  if (expiry === undefined || base === undefined) return [];
  const strikeRupees = Math.round(spotRupees / base.strikeStepRupees) * base.strikeStepRupees;
  return (["CE", "PE"] as const).flatMap((side) => {
    const terms = { underlyingKey, strikeRupees, side, expiryDay: expiry.day, isMonthly: expiry.isMonthly };
    return describeOption(underlying, terms, strikeRupees / spotRupees - 1, expiry.day - today) ?? [];
  });
}

export function toTradedInstrument(instrument: MarketInstrument): Instrument {
  const { exchangeSegment, securityId, symbol, name } = instrument;
  return { exchangeSegment, securityId, symbol, name, role: "traded" };
}
