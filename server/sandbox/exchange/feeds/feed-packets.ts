// Encodes market data as packets of the two feeds. Prices are in rupees and times in seconds of Indian wall-clock time.
// The last quantity wraps at 16 bits, as in the real feed.

import type { FeedMode } from "../../../protocol/codes.ts";
import { encodeDepthPacket } from "../../../protocol/depth-feed.ts";
import { encodeMarketPacket, epochMsToFeedTime } from "../../../protocol/market-feed.ts";
import type { MarketInstrument } from "../instrument-master.ts";
import type { SandboxMarket } from "../market.ts";
import type { Book, BookLevel } from "../market-depth.ts";
import type { Quote } from "../quotes.ts";

const U32_MAX = 0xffff_ffff;
const FULL_LEVELS = 5;

function at(instrument: MarketInstrument) {
  return { exchangeSegment: instrument.exchangeSegment, securityId: Number(instrument.securityId) };
}

function rupees(paise: number): number {
  return paise / 100;
}

function total(levels: BookLevel[]): number {
  return Math.min(
    U32_MAX,
    levels.reduce((sum, level) => sum + level.quantity, 0),
  );
}

/** Encodes the current packet of a subscription mode. */
export function modePacket(
  mode: FeedMode,
  market: SandboxMarket,
  instrument: MarketInstrument,
  atMs: number,
): Buffer {
  const quote = market.quote(instrument, atMs);
  const lastTradeTime = epochMsToFeedTime(quote.lastTradeAt, "ist");
  if (mode === "ticker")
    return encodeMarketPacket({
      kind: "ticker",
      ...at(instrument),
      lastPrice: rupees(quote.lastPaise),
      lastTradeTime,
    });
  const book: Book = instrument.kind === "INDEX" ? { bids: [], asks: [] } : market.book(instrument, atMs);
  const trade = tradeFields(quote, lastTradeTime, book);
  if (mode === "quote") return encodeMarketPacket({ kind: "quote", ...at(instrument), ...trade });
  return encodeMarketPacket({
    kind: "full",
    ...at(instrument),
    ...trade,
    openInterest: Math.min(U32_MAX, quote.openInterest),
    highestOpenInterest: Math.min(U32_MAX, quote.highestOpenInterest),
    lowestOpenInterest: Math.min(U32_MAX, quote.lowestOpenInterest),
    levels: Array.from({ length: FULL_LEVELS }, (_, level) => {
      const bid = book.bids[level];
      const ask = book.asks[level];
      return {
        bidQuantity: bid?.quantity ?? 0,
        askQuantity: ask?.quantity ?? 0,
        bidOrders: bid?.orders ?? 0,
        askOrders: ask?.orders ?? 0,
        bidPrice: rupees(bid?.pricePaise ?? 0),
        askPrice: rupees(ask?.pricePaise ?? 0),
      };
    }),
  });
}

function tradeFields(quote: Quote, lastTradeTime: number, book: Book) {
  return {
    lastPrice: rupees(quote.lastPaise),
    lastQuantity: quote.lastQuantity & 0xffff,
    lastTradeTime,
    averagePrice: rupees(quote.averagePaise),
    volume: Math.min(U32_MAX, quote.volume),
    totalSellQuantity: total(book.asks),
    totalBuyQuantity: total(book.bids),
    dayOpen: rupees(quote.openPaise),
    close: rupees(quote.previousClosePaise),
    dayHigh: rupees(quote.highPaise),
    dayLow: rupees(quote.lowPaise),
  };
}

export function previousClosePacket(
  market: SandboxMarket,
  instrument: MarketInstrument,
  atMs: number,
): Buffer {
  const quote = market.quote(instrument, atMs);
  return encodeMarketPacket({
    kind: "previousClose",
    ...at(instrument),
    previousClose: rupees(quote.previousClosePaise),
    previousOpenInterest: Math.min(U32_MAX, quote.previousOpenInterest),
  });
}

export function openInterestPacket(
  market: SandboxMarket,
  instrument: MarketInstrument,
  atMs: number,
): Buffer {
  return encodeMarketPacket({
    kind: "openInterest",
    ...at(instrument),
    openInterest: Math.min(U32_MAX, market.quote(instrument, atMs).openInterest),
  });
}

/**
 * Encodes up to two hundred levels per side: bid and ask in one message. The header field that contains a sequence
 * number in 20-level messages contains the number of rows here.
 */
export function depth200Message(market: SandboxMarket, instrument: MarketInstrument, atMs: number): Buffer {
  const book = market.deepBook(instrument, atMs);
  const side = (kind: "bid" | "ask", levels: BookLevel[]) =>
    encodeDepthPacket({
      kind,
      ...at(instrument),
      sequence: levels.length,
      rows: levels.map(({ pricePaise, quantity, orders }) => ({
        price: rupees(pricePaise),
        quantity,
        orders,
      })),
    });
  return Buffer.concat([side("bid", book.bids), side("ask", book.asks)]);
}

/** Encodes bid and ask in one message, because clients pair the two sides of a message. */
export function depthMessage(
  market: SandboxMarket,
  instrument: MarketInstrument,
  atMs: number,
  sequence: number,
): Buffer {
  const book = market.book(instrument, atMs);
  const side = (kind: "bid" | "ask", levels: BookLevel[]) =>
    encodeDepthPacket({
      kind,
      ...at(instrument),
      sequence,
      rows: Array.from({ length: 20 }, (_, index) => {
        const level = levels[index];
        return {
          price: rupees(level?.pricePaise ?? 0),
          quantity: level?.quantity ?? 0,
          orders: level?.orders ?? 0,
        };
      }),
    });
  return Buffer.concat([side("bid", book.bids), side("ask", book.asks)]);
}
