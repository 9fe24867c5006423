// Pricing parameters of one expiry's options at each minute of a session: volatility smile, interest and time to
// expiry.
import { DAY_MS } from "../../../app/domain/time.ts";
import type { MarketFactors } from "./factors.ts";
import { type FairPaths, simulateNight } from "./fair-paths.ts";
import type { IndexBasket } from "./index-basket.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import { accruedShare, MARKET_MODEL } from "./market-model.ts";
import type { ExpirySlice } from "./option-ladder.ts";
import { RISK_FREE_RATE } from "./option-pricing.ts";
import { minuteStart, type Sessions, type TradingSession } from "./trading-days.ts";
import { buildSmile, type SurfaceParameters, totalVariance, varianceState } from "./volatility-surface.ts";

const YEAR_MS = 365 * DAY_MS;
const TRADING_DAYS_PER_YEAR = 250;
/** One minute of a trading day, in years. */
const MIN_YEARS = 1 / 375 / TRADING_DAYS_PER_YEAR;

export function buildSlices(
  {
    paths,
    sessions,
    factors,
    basket,
  }: { paths: FairPaths; sessions: Sessions; factors: MarketFactors; basket: IndexBasket },
  options: { underlying: MarketInstrument; expiryDay: number; session: TradingSession },
): (minute: number) => ExpirySlice {
  const { underlying, expiryDay, session } = options;
  const { path, key } = underlying;
  if (path === null) throw new Error(`${key} has no simulated price path`);
  const terms: SurfaceParameters = {
    kind: key.startsWith("IDX_I") ? "index" : "share",
    beta: path.beta,
    otherDailyVariance: basket.otherDailyVariance(path),
  };
  const beside =
    session.kind === "regular" ? session : (sessions.at("IDX_I", session.day, session.fromMs) ?? session);
  const volatility = paths.volatility(beside);
  const last = volatility.slow.length - 1;
  const offset = (session.fromMs - beside.fromMs) / 60_000;
  return (minute) => {
    const at = Math.min(last, minute + offset);
    const state = varianceState(terms, factors.baseDaily, volatility.slow[at] ?? 0, volatility.fast[at] ?? 0);
    const { years, nights } = timeToExpiry(sessions, expiryDay, session, minute);
    const carried = carryYears(sessions, expiryDay, minuteStart(session, minute));
    return {
      carry: Math.exp(RISK_FREE_RATE * carried),
      discount: Math.exp(-RISK_FREE_RATE * carried),
      smile: buildSmile(terms.kind, totalVariance(state, years, nights)),
      years,
    };
  };
}

/**
 * Returns the time from a minute of a session to an expiry: trading time in years, and the number of nights. The
 * trading time of a day includes a share for the night before it.
 */
function timeToExpiry(
  sessions: Sessions,
  expiryDay: number,
  session: TradingSession,
  minute: number,
): { years: number; nights: number } {
  const until = sessions.days.lastOrdinal(expiryDay);
  let nights: number;
  let days: number;
  if (session.kind === "regular") {
    nights = until - (sessions.days.ordinal(session.day) ?? 0);
    const minutes = sessions.regular("NSE_EQ", session.day)?.minutes ?? session.minutes;
    days = nights + (1 - MARKET_MODEL.overnightShare) * (1 - accruedShare(minute / minutes));
  } else {
    const night = simulateNight(sessions, session);
    const passed = night.share(minuteStart(session, minute));
    nights = until - night.ordinal - passed;
    days = until - night.ordinal - MARKET_MODEL.overnightShare * passed;
  }
  return { years: Math.max(MIN_YEARS, days / TRADING_DAYS_PER_YEAR), nights: Math.max(0, nights) };
}

/** Returns the calendar time until the close of the expiry day, in years of 365 days. */
export function carryYears(sessions: Sessions, expiryDay: number, atMs: number): number {
  const end = sessions.regular("NSE_EQ", expiryDay)?.toMs ?? (expiryDay + 1) * DAY_MS;
  return Math.max(0, end - atMs) / YEAR_MS;
}
