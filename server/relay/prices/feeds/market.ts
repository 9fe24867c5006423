// The live market feed: last price, volume and the day's range of every instrument that is watched, as quote packets.
import { reasonKind, SUBSCRIBE_CODES, UNSUBSCRIBE_CODES } from "../../../protocol/codes.ts";
import { decodeMarketMessage, type MarketPacket } from "../../../protocol/market-feed.ts";
import { type PriceFeed, withLogin } from "./price-feed.ts";

export const MARKET_FEED: PriceFeed<MarketPacket> = {
  decode: decodeMarketMessage,
  farewellOf: (packet) => (packet.kind === "disconnect" ? packet.reason : null),
  reasonKind,
  isOfInstrument: ({ kind }) => kind !== "marketStatus",
  apply: (book, packet) => book.applyMarket(packet),
  forget: (book, key) => book.forget(key),
  doubt: (book, keys) => book.unconfirm(keys),
  isDoubted(book, key) {
    const cell = book.cell(key);
    return cell !== undefined && cell.ltp > 0 && !cell.isConfirmed;
  },
  address(target) {
    const address = withLogin(target);
    address.searchParams.set("version", "2");
    return address.href;
  },
  requestCodes: { subscribe: SUBSCRIBE_CODES.quote, unsubscribe: UNSUBSCRIBE_CODES.quote },
  perConnection: (limits) => limits.marketInstrumentsPerConnection,
  perRequest: (limits) => limits.upstreamBatchInstruments,
  states: { IDX_I: "IDX_I", NSE_EQ: "NSE_EQ", NSE_FNO: "NSE_FNO", BSE_EQ: "BSE_EQ", BSE_FNO: "BSE_FNO" },
};
