// Which option contracts are listed on a day, and what each is called. Expiries follow the exchanges' weekdays; one that
// falls on a holiday moves to the trading day before it.

import { isoDayOf } from "../../../app/wire/market-sessions.ts";
import type { Instrument } from "../../../app/wire/strategy.ts";
import {
  keyOf,
  type MarketInstrument,
  type OptionTerms,
  optionId,
  UNDERLYING_AT,
  UNDERLYINGS,
} from "./instrument-master.ts";

const WEEKLIES = 4;
const MONTHLIES = 3;
const STRIKES_EACH_WAY = 20;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export type Expiry = { day: number; isMonthly: boolean };

/** Listed expiries from `today` on, nearest first. */
export function listExpiries(
  underlying: number,
  today: number,
  isTradingDay: (day: number) => boolean,
): Expiry[] {
  const terms = UNDERLYINGS[underlying];
  if (terms === undefined) return [];
  const settle = (day: number) => {
    let settled = day;
    while (!isTradingDay(settled)) settled -= 1;
    return settled;
  };
  const all: (Expiry & { nominal: number })[] = [];
  // Four months of weekly days hold three month ends, wherever in the month today is.
  for (let nominal = today - 7; nominal < today + 130; nominal += 1) {
    if (new Date(nominal * 86_400_000).getUTCDay() !== terms.expiryWeekday) continue;
    const isMonthly = isoDayOf(nominal).slice(0, 7) !== isoDayOf(nominal + 7).slice(0, 7);
    const day = settle(nominal);
    if (day >= today) all.push({ day, isMonthly, nominal });
  }
  const weekly = terms.hasWeekly ? all.slice(0, WEEKLIES) : [];
  const monthly = all.filter(({ isMonthly }) => isMonthly).slice(0, MONTHLIES);
  return all
    .filter((expiry) => weekly.includes(expiry) || monthly.includes(expiry))
    .map(({ day, isMonthly }) => ({ day, isMonthly }));
}

/** Strikes around a level, lowest first. */
export function listStrikes(underlying: number, levelRupees: number): number[] {
  const step = UNDERLYINGS[underlying]?.strikeStepRupees ?? 1;
  const middle = Math.round(levelRupees / step);
  return Array.from(
    { length: 2 * STRIKES_EACH_WAY + 1 },
    (_, index) => (middle - STRIKES_EACH_WAY + index) * step,
  ).filter((strike) => strike > 0);
}

/** Options nearest to the money and to expiry trade most. `moneyness` is strike over spot less one. */
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
  const interest =
    Math.exp(-Math.abs(moneyness) / (isShare ? 0.05 : 0.02)) * Math.exp(-daysToExpiry / (isShare ? 60 : 25));
  return {
    key: keyOf(base.optionSegment, securityId),
    exchangeSegment: base.optionSegment,
    securityId,
    kind: isShare ? "OPTSTK" : "OPTIDX",
    symbol: terms.isMonthly
      ? `${base.symbol}-${month}${iso.slice(0, 4)}-${terms.strikeRupees}-${terms.side}`
      : `${base.symbol}-${iso.slice(8, 10)}${month}${iso.slice(0, 4)}-${terms.strikeRupees}-${terms.side}`,
    name: `${base.symbol} ${iso.slice(8, 10)} ${month.toUpperCase()} ${terms.strikeRupees} ${terms.side === "CE" ? "CALL" : "PUT"}`,
    tickPaise: 5,
    lotSize: base.lotSize,
    marginLeverage: 1,
    activity: 0.15 + 2 * interest,
    dayVolume: Math.round(base.lotSize * (400 + (isShare ? 60_000 : 900_000) * interest)),
    spreadTicks: interest > 0.3 ? 1 : interest > 0.1 ? 2 : 6,
    hasDerivatives: false,
    path: null,
    option: terms,
  };
}

/** One listed contract; null when there is no such underlying or expiry. */
export function contractOf(
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

/** The contracts a strategy on this index would reach for first: the nearest expiry's call and put at the money. */
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

export function asTraded(instrument: MarketInstrument): Instrument {
  const { exchangeSegment, securityId, symbol, name } = instrument;
  return { exchangeSegment, securityId, symbol, name, role: "traded" };
}
