// Layout of the binary packets in the market feeds: offset, type and length of every field. Encoders, decoders and the
// documentation use it. Offsets start at 0, numbers are little-endian.

export type NumberType = "u8" | "u16" | "u32" | "i16" | "i32" | "f32" | "f64";
export type Fields = Readonly<Record<string, readonly [type: NumberType, offset: number]>>;
export type Values<F extends Fields> = { -readonly [Name in keyof F]: number };

/** Numbers of the exchange segments in the packets. */
export const SEGMENT_NUMBERS = {
  IDX_I: 0,
  NSE_EQ: 1,
  NSE_FNO: 2,
  NSE_CURRENCY: 3,
  BSE_EQ: 4,
  MCX_COMM: 5,
  BSE_CURRENCY: 7,
  BSE_FNO: 8,
} as const;

export const MARKET_HEADER_BYTES = 8;
export const MARKET_HEADER = {
  code: ["u8", 0],
  length: ["u16", 1],
  segment: ["u8", 3],
  securityId: ["u32", 4],
} as const satisfies Fields;

/**
 * Size of one level of the order book in the full packet, in bytes. The packet has five levels, each with bid and ask.
 */
export const FULL_LEVEL_BYTES = 20;
export const FULL_LEVELS = 5;
export const FULL_LEVELS_OFFSET = 62;
export const FULL_LEVEL = {
  bidQuantity: ["u32", 0],
  askQuantity: ["u32", 4],
  bidOrders: ["u16", 8],
  askOrders: ["u16", 10],
  bidPrice: ["f32", 12],
  askPrice: ["f32", 16],
} as const satisfies Fields;

const TRADE = {
  lastPrice: ["f32", 8],
  lastQuantity: ["u16", 12],
  lastTradeTime: ["u32", 14],
  averagePrice: ["f32", 18],
  volume: ["u32", 22],
  totalSellQuantity: ["u32", 26],
  totalBuyQuantity: ["u32", 30],
} as const satisfies Fields;

/**
 * Packets of the live market feed. Prices are rupees. Times are seconds since the feed's epoch
 * (server/protocol/market-feed.ts).
 */
export const MARKET_PACKETS = {
  ticker: { code: 2, bytes: 16, fields: { lastPrice: ["f32", 8], lastTradeTime: ["u32", 12] } },
  quote: {
    code: 4,
    bytes: 50,
    fields: {
      ...TRADE,
      dayOpen: ["f32", 34],
      close: ["f32", 38],
      dayHigh: ["f32", 42],
      dayLow: ["f32", 46],
    },
  },
  openInterest: { code: 5, bytes: 12, fields: { openInterest: ["u32", 8] } },
  previousClose: {
    code: 6,
    bytes: 16,
    fields: { previousClose: ["f32", 8], previousOpenInterest: ["u32", 12] },
  },
  marketStatus: { code: 7, bytes: 8, fields: {} },
  full: {
    code: 8,
    bytes: 162,
    fields: {
      ...TRADE,
      openInterest: ["u32", 34],
      highestOpenInterest: ["u32", 38],
      lowestOpenInterest: ["u32", 42],
      dayOpen: ["f32", 46],
      close: ["f32", 50],
      dayHigh: ["f32", 54],
      dayLow: ["f32", 58],
    },
  },
  disconnect: { code: 50, bytes: 10, fields: { reason: ["u16", 8] } },
} as const satisfies Record<string, { code: number; bytes: number; fields: Fields }>;
export type MarketPacketKind = keyof typeof MARKET_PACKETS;

/** Codes of packets that the site ignores, because it does not need their data. */
export const IGNORED_MARKET_CODES: ReadonlySet<number> = new Set([0, 1, 3]);

export const DEPTH_HEADER_BYTES = 12;
export const DEPTH_HEADER = {
  length: ["i16", 0],
  code: ["u8", 2],
  segment: ["u8", 3],
  securityId: ["i32", 4],
  /**
   * The meaning depends on the packet: the message sequence (20 levels), the number of rows (200 levels), or the reason
   * (disconnect).
   */
  extra: ["u32", 8],
} as const satisfies Fields;
export const DEPTH_ROW_BYTES = 16;
export const DEPTH_ROW = {
  price: ["f64", 0],
  quantity: ["u32", 8],
  orders: ["u32", 12],
} as const satisfies Fields;
export const DEPTH_LEVELS = 20;
export const DEPTH_ROWS_MAX = 200;
export const DEPTH_CODES = { bid: 41, ask: 51, disconnect: 50 } as const;
export const DEPTH_DISCONNECT_BYTES = 14;
/**
 * Offset of the disconnect reason after the header. The header's last field repeats the reason for clients that do not
 * read this offset.
 */
export const DEPTH_DISCONNECT_REASON_OFFSET = 12;
