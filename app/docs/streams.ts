// Pages about the sockets and about postbacks: how to connect, what comes, and every packet by its layout table.
import {
  DEPTH_CODES,
  DEPTH_DISCONNECT_BYTES,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_LEVELS,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  type Fields,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
} from "../wire/trading-api/packets.ts";
import { type Block, code, list, type Section, section, table, text } from "./blocks.ts";

const WORDS: Record<string, string> = {
  code: "Response code",
  length: "Length of the whole packet in bytes",
  segment: "Exchange segment's number",
  securityId: "Security id",
  lastPrice: "Last traded price, rupees",
  lastTradeTime: "Time of the last trade: seconds of Indian wall-clock time since 1970",
  lastQuantity: "Quantity of the last trade; wraps above 65,535",
  averagePrice: "Average price of the day, rupees",
  volume: "Volume of the day",
  totalSellQuantity: "Quantity offered, all levels",
  totalBuyQuantity: "Quantity bid for, all levels",
  dayOpen: "Open of the day, rupees",
  close: "Close of the day before, rupees",
  dayHigh: "High of the day, rupees",
  dayLow: "Low of the day, rupees",
  openInterest: "Open interest",
  highestOpenInterest: "Highest open interest of the day",
  lowestOpenInterest: "Lowest open interest of the day",
  previousClose: "Close of the day before, rupees",
  previousOpenInterest: "Open interest of the day before",
  reason: "Why; see the codes on the page about errors",
  bidQuantity: "Quantity bid for",
  askQuantity: "Quantity offered",
  bidOrders: "Orders that bid",
  askOrders: "Orders that offer",
  bidPrice: "Bid, rupees",
  askPrice: "Offer, rupees",
  extra: "A sequence number; in a disconnect packet the reason",
  price: "Price, rupees",
  quantity: "Quantity",
  orders: "Orders",
};
const BYTES: Record<string, number> = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f32: 4, f64: 8 };

function layout(caption: string, fields: Fields): Block {
  return table(
    caption,
    ["Offset", "Type", "Bytes", "Field"],
    Object.entries(fields).map(([name, [type, offset]]) => [
      offset,
      type,
      BYTES[type] ?? 0,
      WORDS[name] ?? name,
    ]),
    [1],
  );
}

export const PACKET_TITLES: Record<keyof typeof MARKET_PACKETS, string> = {
  ticker: "Ticker",
  quote: "Quote",
  openInterest: "Open interest",
  previousClose: "Previous close",
  marketStatus: "Market status",
  full: "Full",
  disconnect: "Disconnect",
};

/** A packet that decodes to NSE_EQ 1333 at 1650.25 and a time. */
export const TICKER_EXAMPLE = "02100001350500000048ce441c425669";

export function liveMarketFeed(base: string): Section[] {
  const socket = base.replace(/^http/, "ws");
  return [
    section(
      "connect",
      "Connect",
      code("text", `${socket}/sandbox/feed?version=2&token=$ACCESS_TOKEN&clientId=$CLIENT_ID&authType=2`),
      list(
        "The server pings every ten seconds and closes after forty seconds of silence; libraries answer pings by themselves.",
        "A login that is refused gets a disconnect packet with its code, then a close.",
        "One WebSocket message carries one packet; read the length field and expect several all the same.",
      ),
    ),
    section(
      "subscribe",
      "Subscribe",
      text(
        "Requests go up as JSON, at most 100 instruments in each. There is no answer: packets begin to come.",
      ),
      code(
        "json",
        JSON.stringify(
          {
            RequestCode: 17,
            InstrumentCount: 2,
            InstrumentList: [
              { ExchangeSegment: "NSE_EQ", SecurityId: "1333" },
              { ExchangeSegment: "IDX_I", SecurityId: "13" },
            ],
          },
          null,
          2,
        ),
      ),
      table(
        "Request codes",
        ["Subscribe", "Leave", "What comes"],
        [
          ["15", "16", "Ticker packets, and the previous close once"],
          ["17", "18", "Quote packets, the previous close once, open interest for derivatives"],
          ["21", "22", "Full packets with five levels of depth, and the previous close once"],
          ["12", "", "Goodbye: the server closes"],
        ],
        [0, 1],
      ),
    ),
    section(
      "header",
      "Header",
      text(
        `Every packet begins with ${MARKET_HEADER_BYTES} bytes. Numbers are little-endian, offsets count from 0.`,
      ),
      layout("Header of every packet", MARKET_HEADER),
    ),
    ...Object.entries(MARKET_PACKETS).map(([kind, packet]): Section => {
      const title = PACKET_TITLES[kind as keyof typeof MARKET_PACKETS];
      const hasFields = Object.keys(packet.fields).length > 0;
      return {
        id: `packet-${kind}`,
        title: `${title}, code ${packet.code}, ${packet.bytes} bytes`,
        level: 3,
        blocks: [
          ...(hasFields ? [layout(`${title} packet`, packet.fields)] : [text("The header alone.")]),
          ...(kind === "full"
            ? [
                text(
                  `From byte ${FULL_LEVELS_OFFSET} on: ${FULL_LEVELS} levels of ${FULL_LEVEL_BYTES} bytes each, the best first.`,
                ),
                layout("One level", FULL_LEVEL),
              ]
            : []),
        ],
      };
    }),
    section(
      "example",
      "A packet, decoded",
      code("text", TICKER_EXAMPLE),
      code(
        "typescript",
        `const packet = Buffer.from("${TICKER_EXAMPLE}", "hex");
console.log({
  code: packet.readUInt8(0),
  length: packet.readUInt16LE(1),
  segment: packet.readUInt8(3),
  securityId: packet.readUInt32LE(4),
  lastPrice: packet.readFloatLE(8),
  lastTradeTime: packet.readUInt32LE(12),
});
// { code: 2, length: 16, segment: 1, securityId: 1333, lastPrice: 1650.25, lastTradeTime: 1767260700 }`,
      ),
      text("Prices are 32-bit floats: round them to the tick."),
    ),
  ];
}

export function marketDepth(base: string): Section[] {
  const socket = base.replace(/^http/, "ws");
  return [
    section(
      "connect",
      "Connect",
      code("text", `${socket}/sandbox/twentydepth?token=$ACCESS_TOKEN&clientId=$CLIENT_ID&authType=2`),
      text("Shares and derivatives of the NSE; up to 50 instruments a connection."),
    ),
    section(
      "subscribe",
      "Subscribe",
      code(
        "json",
        JSON.stringify(
          {
            RequestCode: 23,
            InstrumentCount: 1,
            InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
          },
          null,
          2,
        ),
      ),
      text("24 or 25 leaves. 12 says goodbye."),
    ),
    section(
      "packets",
      "Packets",
      text(
        `A message carries the bids and the offers of one instrument, two packets that belong together: code ${DEPTH_CODES.bid} and code ${DEPTH_CODES.ask}. Each is a header of ${DEPTH_HEADER_BYTES} bytes and ${DEPTH_LEVELS} rows of ${DEPTH_ROW_BYTES}, the best first. The header's order differs from the live feed's.`,
      ),
      layout("Header", DEPTH_HEADER),
      layout("One row", DEPTH_ROW),
      text(
        `A disconnect packet has code ${DEPTH_CODES.disconnect} and ${DEPTH_DISCONNECT_BYTES} bytes; its reason stands at offset 8 and at offset 12.`,
      ),
    ),
  ];
}

const ALERT_FIELDS: [name: string, what: string][] = [
  ["Exchange", "NSE or BSE"],
  ["Segment", "E for shares, D for derivatives"],
  ["Source", "P for orders of the API"],
  ["SecurityId", "Security id"],
  ["ClientId", "Whose order it is"],
  ["ExchOrderNo", "The exchange's number"],
  ["OrderNo", "The order's id"],
  ["Product", "C CNC, I INTRADAY, M MARGIN, F MTF"],
  ["TxnType", "B or S"],
  ["OrderType", "LMT, MKT, SL, SLM"],
  ["Validity", "DAY or IOC"],
  ["RemainingQuantity, Quantity, TradedQty", "What is left, all of it, what is filled"],
  ["Price, TriggerPrice", "Rupees"],
  ["TradedPrice, AvgTradedPrice", "Rupees; 0 until something is filled"],
  ["OffMktFlag", "1 for an after-market order"],
  ["OrderDateTime, ExchOrderTime, LastUpdatedTime", "Indian time"],
  ["Remarks", "Your correlation id, or NR"],
  ["ReasonDescription", "CONFIRMED, or why it was rejected"],
  ["LegNo", "1 entry, 2 stop, 3 target"],
  ["Symbol, DisplayName", "What it is called"],
  ["Status", "TRANSIT, PENDING, PART_TRADED, TRADED, REJECTED, CANCELLED, EXPIRED"],
  ["CorrelationId", "Your own id"],
];

export function orderUpdate(base: string): Section[] {
  const socket = base.replace(/^http/, "ws");
  return [
    section(
      "connect",
      "Connect and log in",
      code("text", `${socket}/sandbox/order-update`),
      text(
        "The first message logs in, within ten seconds. There is no answer to a good login; a refused one is closed with 1008.",
      ),
      code(
        "json",
        JSON.stringify(
          { LoginReq: { MsgCode: 42, ClientId: "$CLIENT_ID", Token: "$ACCESS_TOKEN" }, UserType: "SELF" },
          null,
          2,
        ),
      ),
      text(
        "A partner sends its id as ClientId, UserType PARTNER and its secret as Secret, and receives the orders of all customers connected through it.",
      ),
    ),
    section(
      "messages",
      "Messages",
      text(
        "One JSON message for each change of an order. Every key comes in two spellings, as in the table and beginning with a small letter.",
      ),
      code(
        "json",
        `{ "Type": "order_alert", "Data": { "OrderNo": "11261120000001", "orderNo": "11261120000001", "Status": "TRADED", "status": "TRADED", "…": "…" } }`,
      ),
      table("Fields of Data", ["Field", "What it is"], ALERT_FIELDS),
    ),
    section(
      "gaps",
      "After a lost connection",
      text(
        "Nothing is sent again. Connect, log in, then read GET /orders once: what came before the login is there, what comes after it is sent.",
      ),
    ),
  ];
}

export function postback(base: string): Section[] {
  return [
    section(
      "address",
      "Name an address",
      text(
        "In the developer portal. Each change of an order that was placed with the trading API is posted there as JSON; orders of algos are not. Addresses of private networks are not taken.",
      ),
      { kind: "links", items: [{ title: "Developer portal", to: "/sandbox/portal" }] },
    ),
    section(
      "what-comes",
      "What comes",
      text(
        "The fields of an order as GET /orders answers them, with filled_qty for what is filled. Two headers are the sandbox's own:",
      ),
      table(
        "Headers",
        ["Header", "What it says"],
        [
          ["X-Postback-Delivery", "The delivery's number"],
          [
            "X-Postback-Signature",
            "sha256= and the HMAC-SHA-256 of the raw body with your secret, in hexadecimal",
          ],
        ],
      ),
      code(
        "typescript",
        `import { createHmac, timingSafeEqual } from "node:crypto";

export function isOurs(rawBody: string, signature: string, secret: string): boolean {
  const own = \`sha256=\${createHmac("sha256", secret).update(rawBody).digest("hex")}\`;
  return own.length === signature.length && timingSafeEqual(Buffer.from(own), Buffer.from(signature));
}`,
        "Check the signature",
      ),
    ),
    section(
      "answer",
      "Answer",
      list(
        "Answer 2xx within five seconds and work afterwards.",
        "Anything else is tried again after 2 and after 15 seconds, then given up.",
        "Deliveries can come twice or out of order: take the order's state from updateTime, or read the order.",
        "The portal lists the last fifty with their answers, and sends one again at a click.",
      ),
      text(
        `The provider signs nothing and promises no second try; the signature and the log are the sandbox's, at ${base}/sandbox/portal.`,
      ),
    ),
  ];
}
