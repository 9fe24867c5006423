// Quotes, with the totals of a session up to a trade. An option's totals need the prices of all minutes before and take
// a fraction of a second, so they are computed in small steps.
import type { WorkSteps } from "../slices.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import { allocateTrades, type MinuteTape } from "./minute-tape.ts";
import { minuteStart, type TradingSession } from "./trading-days.ts";

/** A position on a tape. `trades` is the number of the minute's trades that have occurred so far. */
export type TapePosition = { tape: MinuteTape; session: TradingSession; minute: number; trades: number };

/** Quote of an instrument. Turnover, volume, average price, high and low are summed on first access. */
export type Quote = {
  lastPaise: number;
  lastQuantity: number;
  lastTradeAt: number;
  /** Average price: turnover divided by volume. For an index, its last value. */
  readonly averagePaise: number;
  /** Price in paise times quantity, summed over the session so far. */
  readonly turnoverPaise: number;
  readonly volume: number;
  readonly openPaise: number;
  /** Close of the last regular session. */
  previousClosePaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  openInterest: number;
  previousOpenInterest: number;
  highestOpenInterest: number;
  lowestOpenInterest: number;
  lowerCircuitPaise: number;
  upperCircuitPaise: number;
  /** True outside the exchanges' regular session. */
  isExtended: boolean;
};

/** Fields of a quote that do not depend on the session's trades. */
type QuoteLimits = Pick<
  Quote,
  | "previousClosePaise"
  | "openInterest"
  | "previousOpenInterest"
  | "highestOpenInterest"
  | "lowestOpenInterest"
  | "lowerCircuitPaise"
  | "upperCircuitPaise"
>;

const TRADE_BUFFER = allocateTrades();

export function buildQuote(instrument: MarketInstrument, place: TapePosition, known: QuoteLimits): Quote {
  const { tape, session, minute, trades } = place;
  tape.trades(minute, TRADE_BUFFER);
  const lastPaise = TRADE_BUFFER.price[trades - 1] ?? 0;
  const lastQuantity =
    TRADE_BUFFER.quantity.subarray(0, trades).findLast((one) => one > 0) ?? instrument.lotSize;
  let computed: ReturnType<typeof sessionSums> | null = null;
  const sums = () => {
    computed ??= sessionSums(place);
    return computed;
  };
  return {
    lastPaise,
    lastQuantity: instrument.kind === "INDEX" ? 0 : lastQuantity,
    lastTradeAt: minuteStart(session, minute) + tape.slotMs(trades - 1),
    get turnoverPaise() {
      return tape.turnoverBefore(minute) + sums().turnover;
    },
    get averagePaise() {
      return this.volume === 0 ? lastPaise : Math.round(this.turnoverPaise / this.volume);
    },
    get volume() {
      return sums().volume;
    },
    get openPaise() {
      return tape.bars.open[0] ?? 0;
    },
    get highPaise() {
      return sums().high;
    },
    get lowPaise() {
      return sums().low;
    },
    ...known,
    isExtended: session.kind === "extended",
  };
}

function sessionSums({ tape, minute, trades }: TapePosition) {
  let { high, low, volume } = tape.before(minute);
  let turnover = 0;
  tape.trades(minute, TRADE_BUFFER);
  for (let at = 0; at < trades; at += 1) {
    const paise = TRADE_BUFFER.price[at] ?? 0;
    const quantity = TRADE_BUFFER.quantity[at] ?? 0;
    high = Math.max(high, paise);
    low = Math.min(low, paise);
    volume += quantity;
    turnover += paise * quantity;
  }
  return { high, low, volume, turnover };
}

/**
 * Computes the turnover before each place. Each step covers one minute of all tapes, because options of one expiry need
 * the same prices of a minute. Concurrent callers share the progress.
 */
export function* turnoverSteps(places: readonly TapePosition[]): WorkSteps {
  const last = places.reduce((most, { minute }) => Math.max(most, minute), 0);
  for (let upTo = 1; upTo <= last; upTo += 1) {
    let isAdded = false;
    for (const { tape, minute } of places) if (upTo <= minute) isAdded = tape.addTurnover(upTo) || isAdded;
    if (isAdded) yield;
  }
}
