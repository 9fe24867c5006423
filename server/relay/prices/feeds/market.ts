// The live market feed: last price, volume and the day's range of every watched instrument, from quote packets. An
// older packet does not overwrite a newer one.
import type { QuoteRow, SparkRow } from "../../../../app/contract/live/live.ts";
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import { reasonKind, SUBSCRIBE_CODES, UNSUBSCRIBE_CODES } from "../../../protocol/codes.ts";
import { decodeMarketMessage, feedTimeToEpochMs, type MarketPacket } from "../../../protocol/market-feed.ts";
import { type LastValue, LastValues } from "../last-values.ts";
import { addLogin, type FeedDefinition, isCount, startsWithKey } from "./feed-definition.ts";

/** Above this price in rupees a 32-bit float cannot represent every paisa, so prices are rounded to the usual tick. */
const FLOAT_EXACT_RUPEES = 131_072;
const COARSE_TICK_PAISE = 5;
/**
 * After a change, rows include the day's range and previous close for this time in ms. It exceeds the slowest flush
 * interval.
 */
const DAY_FIELDS_REPEATED_MS = 1_600;
/**
 * Number of consecutive older packets that are dropped, because packets can arrive out of order. More of them mean that
 * the provider's clock was set back.
 */
const REJECTS_MAX = 5;
const SPARK_POINTS = 90;
const SPARK_EVERY_MS = 60_000;
const FULL_ROW_LENGTH = 9;
/** Length of a row with only key, last price, time, volume, and confirmation. */
const SHORT_ROW_LENGTH = 5;

type Quote = LastValue & {
  ltp: number;
  ltt: number;
  volume: number;
  high: number;
  low: number;
  open: number;
  previousClose: number;
  /** False after a lost connection, until the next packet of this instrument arrives. */
  isConfirmed: boolean;
  tailChangedMono: number;
  textHasTail: boolean;
  rejects: number;
  spark: number[];
  sparkFrom: number;
};

class Quotes extends LastValues<MarketPacket, QuoteRow, Quote> {
  protected override create(key: string): Quote {
    return {
      key,
      ltp: 0,
      ltt: 0,
      volume: 0,
      high: 0,
      low: 0,
      open: 0,
      previousClose: 0,
      isConfirmed: false,
      version: 0,
      tailChangedMono: Number.NEGATIVE_INFINITY,
      textHasTail: false,
      rejects: 0,
      text: null,
      spark: [],
      sparkFrom: 0,
    };
  }

  protected override isShown(quote: Quote): boolean {
    return quote.ltp > 0;
  }

  protected override rowOf(quote: Quote): QuoteRow {
    const { key, ltp, ltt, volume, isConfirmed, high, low, open, previousClose } = quote;
    return [key, ltp, ltt, volume, isConfirmed ? 0 : 1, high, low, open, previousClose];
  }

  /** Rows include range and previous close only for a short time after they changed. */
  protected override textOf(quote: Quote): string {
    const hasTailToSend = this.context.clock.mono() - quote.tailChangedMono < DAY_FIELDS_REPEATED_MS;
    if (quote.text === null || (quote.textHasTail && !hasTailToSend)) {
      quote.text = hasTailToSend
        ? JSON.stringify(this.rowOf(quote))
        : `["${quote.key}",${quote.ltp},${quote.ltt},${quote.volume},${quote.isConfirmed ? 0 : 1}]`;
      quote.textHasTail = hasTailToSend;
    }
    return quote.text;
  }

  override apply(packet: MarketPacket): boolean {
    if (packet.kind === "marketStatus" || packet.kind === "disconnect" || packet.kind === "openInterest")
      return false;
    const quote = this.getOrCreate(instrumentKey(packet));
    if (packet.kind === "previousClose") {
      const previousClose = toPaise(packet.previousClose);
      if (previousClose > 0 && previousClose !== quote.previousClose) {
        quote.previousClose = previousClose;
        this.#tailChanged(quote);
      }
      return false;
    }
    const ltt = feedTimeToEpochMs(packet.lastTradeTime, this.context.timeBase);
    const volume = packet.kind === "ticker" ? quote.volume : packet.volume;
    const isOlder = ltt < quote.ltt || (ltt === quote.ltt && volume < quote.volume);
    if (isOlder && quote.isConfirmed) {
      this.context.counters.outOfOrder += 1;
      quote.rejects += 1;
      if (quote.rejects <= REJECTS_MAX) return true;
    }
    quote.rejects = 0;
    const ltp = toPaise(packet.lastPrice);
    if (ltp === 0) return true;
    const hasChanged = this.#setTrade(quote, ltp, ltt, volume, true);
    if (packet.kind === "ticker")
      this.#setTail(quote, Math.max(quote.high, ltp), Math.min(quote.low || ltp, ltp), quote.open, 0);
    else {
      const { dayHigh, dayLow, dayOpen, close } = packet;
      this.#setTail(quote, toPaise(dayHigh), toPaise(dayLow), toPaise(dayOpen), toPaise(close));
    }
    if (hasChanged) this.changed(quote);
    this.#remember(quote);
    return true;
  }

  override applyRow(row: QuoteRow): void {
    const [key, ltp, ltt, volume, unconfirmed, high = 0, low = 0, open = 0, previousClose = 0] = row;
    const quote = this.getOrCreate(key);
    const hasChanged = this.#setTrade(quote, ltp, ltt, volume, unconfirmed === 0);
    this.#setTail(quote, high, low, open, previousClose);
    if (hasChanged) this.changed(quote);
    if (ltp > 0) this.#remember(quote);
  }

  override unconfirm(keys: Iterable<string>): void {
    for (const key of keys) {
      const quote = this.get(key);
      if (quote === undefined || !quote.isConfirmed) continue;
      quote.isConfirmed = false;
      this.changed(quote);
    }
  }

  override isUnconfirmed(key: string): boolean {
    const quote = this.get(key);
    return quote !== undefined && quote.ltp > 0 && !quote.isConfirmed;
  }

  override spark(key: string): SparkRow | null {
    const quote = this.get(key);
    return quote === undefined || quote.spark.length < 2
      ? null
      : [key, quote.sparkFrom, SPARK_EVERY_MS, ...quote.spark];
  }

  /** Returns true if anything changed. */
  #setTrade(quote: Quote, ltp: number, ltt: number, volume: number, isConfirmed: boolean): boolean {
    const hasChanged =
      ltp !== quote.ltp || ltt !== quote.ltt || volume !== quote.volume || isConfirmed !== quote.isConfirmed;
    quote.ltp = ltp;
    quote.ltt = ltt;
    quote.volume = volume;
    quote.isConfirmed = isConfirmed;
    return hasChanged;
  }

  #setTail(quote: Quote, high: number, low: number, open: number, previousClose: number): void {
    const close = previousClose > 0 ? previousClose : quote.previousClose;
    if (high === quote.high && low === quote.low && open === quote.open && close === quote.previousClose)
      return;
    Object.assign(quote, { high, low, open, previousClose: close });
    this.#tailChanged(quote);
  }

  #tailChanged(quote: Quote): void {
    quote.tailChangedMono = this.context.clock.mono();
    this.changed(quote);
  }

  /** Stores the last price of each minute. */
  #remember(quote: Quote): void {
    const minute = Math.floor(quote.ltt / SPARK_EVERY_MS) * SPARK_EVERY_MS;
    if (quote.spark.length === 0) quote.sparkFrom = minute;
    const index = Math.round((minute - quote.sparkFrom) / SPARK_EVERY_MS);
    if (index < 0 || index > 4 * SPARK_POINTS) {
      quote.spark = [quote.ltp];
      quote.sparkFrom = minute;
      return;
    }
    while (quote.spark.length <= index) quote.spark.push(quote.spark.at(-1) ?? quote.ltp);
    quote.spark[index] = quote.ltp;
    while (quote.spark.length > SPARK_POINTS) {
      quote.spark.shift();
      quote.sparkFrom += SPARK_EVERY_MS;
    }
  }
}

function toPaise(rupees: number): number {
  if (rupees < FLOAT_EXACT_RUPEES) return Math.round(rupees * 100);
  return Math.round((rupees * 100) / COARSE_TICK_PAISE) * COARSE_TICK_PAISE;
}

export const MARKET_FEED = {
  name: "market",
  decode: decodeMarketMessage,
  closeReasonOf: (packet) => (packet.kind === "disconnect" ? packet.reason : null),
  reasonKind,
  isOfInstrument: ({ kind }) => kind !== "marketStatus",
  createValues: (context) => new Quotes(context),
  isRow(row) {
    if (!startsWithKey(row) || row.length < SHORT_ROW_LENGTH || row.length > FULL_ROW_LENGTH) return false;
    const [, ltp, ltt, volume, unconfirmed, ...tail] = row;
    return (
      isCount(ltp) &&
      isCount(ltt) &&
      isCount(volume) &&
      (unconfirmed === 0 || unconfirmed === 1) &&
      tail.every(Number.isSafeInteger)
    );
  },
  batchField: "rows",
  address(target) {
    const address = addLogin(target);
    address.searchParams.set("version", "2");
    return address.href;
  },
  requestCodes: { subscribe: SUBSCRIBE_CODES.quote, unsubscribe: UNSUBSCRIBE_CODES.quote },
  limits: { instrumentsPerConnection: 5_000, instrumentsPerRequest: 100 },
  states: { IDX_I: "IDX_I", NSE_EQ: "NSE_EQ", NSE_FNO: "NSE_FNO", BSE_EQ: "BSE_EQ", BSE_FNO: "BSE_FNO" },
  service: "prices",
  onDemandSegments: null,
  settings: {
    urls: "MARKET_FEED_URL",
    canaries: "MARKET_STRIP",
    defaultCanaries: ["IDX_I:13", "IDX_I:25", "IDX_I:51"],
    sandboxPath: "/feed",
  },
} as const satisfies FeedDefinition<MarketPacket>;
