// The market depth feed: twenty bids and asks of the instruments whose ladder is looked at. A ladder is whole in each packet, so
// nothing has to be confirmed after a new connection.
import { DEPTH_SUBSCRIBE_CODE, DEPTH_UNSUBSCRIBE_CODES, reasonKind } from "../../../protocol/codes.ts";
import { type DepthPacket, decodeDepthMessage } from "../../../protocol/depth-feed.ts";
import { type PriceFeed, withLogin } from "./price-feed.ts";

export const DEPTH_FEED: PriceFeed<DepthPacket> = {
  decode: decodeDepthMessage,
  farewellOf: (packet) => (packet.kind === "disconnect" ? packet.reason : null),
  reasonKind,
  isOfInstrument: () => true,
  apply: (book, packet) => book.applyDepth(packet),
  forget: (book, key) => book.forgetLadder(key),
  doubt() {},
  isDoubted: () => false,
  // It takes no version.
  address: (target) => withLogin(target).href,
  requestCodes: { subscribe: DEPTH_SUBSCRIBE_CODE, unsubscribe: DEPTH_UNSUBSCRIBE_CODES[0] },
  perConnection: (limits) => limits.depthInstrumentsPerConnection,
  // All instruments of a connection, in one request.
  perRequest: (limits) => limits.depthInstrumentsPerConnection,
  states: { depth: "NSE_EQ" },
};
