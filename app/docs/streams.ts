// Pages about the sockets and about postbacks: how to connect, what comes, and every packet by its layout table.
import {
  DEPTH_CODES,
  DEPTH_DISCONNECT_BYTES,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_LEVELS,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  DEPTH_ROWS_AT_MOST,
  type Fields,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
} from "../wire/trading-api/packets.ts";
import {
  orderAlertDataSchema,
  PACKET_FIELD_WORDS,
  POSTBACK_HEADERS,
  postbackSchema,
} from "../wire/trading-api/sockets.ts";
import { type Block, code, list, type Section, section, table, text } from "./blocks.ts";
import { fieldsOf } from "./fields.ts";
import type { ApiPlace } from "./place.ts";
import { SIGNATURE_SAMPLES } from "./postback-samples.ts";

/** Placeholder for a socket, with a provider whose settings do not name it. */
const UNNAMED_SOCKET = "wss://feed.broker.example";

const BYTES: Record<string, number> = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f32: 4, f64: 8 };

function layout(caption: string, fields: Fields): Block {
  return table(
    caption,
    ["Offset", "Type", "Bytes", "Field"],
    Object.entries(fields).map(([name, [type, offset]]) => [
      offset,
      type,
      BYTES[type] ?? 0,
      PACKET_FIELD_WORDS[name] ?? name,
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
const TICKER_EXAMPLE = "02100001350500000048ce441c425669";

export function liveMarketFeed({ feed }: ApiPlace): Section[] {
  const socket = feed ?? UNNAMED_SOCKET;
  return [
    section(
      "connect",
      "Connect",
      code("text", `${socket}?version=2&token=$ACCESS_TOKEN&clientId=$CLIENT_ID&authType=2`),
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

export function marketDepth({ depth }: ApiPlace): Section[] {
  const socket = depth ?? UNNAMED_SOCKET;
  return [
    section(
      "connect",
      "Connect",
      code("text", `${socket}?token=$ACCESS_TOKEN&clientId=$CLIENT_ID&authType=2`),
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

/** A message of both sides of NSE_EQ 1333, two rows each: bids from 1650.25 down, offers from 1650.5 up. */
const DEPTH_200_EXAMPLE =
  "2c00290135050000020000000000000000c99940640000000300000000000000" +
  "00c8994078000000040000002c00330135050000020000000000000000ca99406e" +
  "000000020000000000000000cb99405a00000001000000";

export function depth200({ depth200 }: ApiPlace): Section[] {
  const socket = depth200 ?? UNNAMED_SOCKET;
  return [
    section(
      "connect",
      "Connect",
      code("text", `${socket}?token=$ACCESS_TOKEN&clientId=$CLIENT_ID&authType=2`),
      list(
        "Shares and derivatives of the NSE; one instrument a connection, five connections a client.",
        "Its connections are counted apart from those of the live market feed and of 20 levels.",
        "The sandbox takes every token of the account. A live account is reported to take only tokens that its holder has made, by the portal or by PIN and TOTP (consumer type SELF), and to end connections with an app's token.",
        "A second instrument on the same connection ends it with 804. Leave the first one, or open another connection.",
      ),
    ),
    section(
      "subscribe",
      "Subscribe",
      text("The instrument stands beside the request code. A list with one instrument is taken as well."),
      code(
        "json",
        JSON.stringify({ RequestCode: 23, ExchangeSegment: "NSE_EQ", SecurityId: "1333" }, null, 2),
      ),
      text("24 or 25 leaves. 12 says goodbye."),
    ),
    section(
      "packets",
      "Packets",
      text(
        `A message carries the bids and then the offers, two packets that belong together: code ${DEPTH_CODES.bid} and code ${DEPTH_CODES.ask}. Each is a header of ${DEPTH_HEADER_BYTES} bytes and rows of ${DEPTH_ROW_BYTES}, the best first, ${DEPTH_ROWS_AT_MOST} at most: ${DEPTH_HEADER_BYTES + DEPTH_ROWS_AT_MOST * DEPTH_ROW_BYTES} bytes. The header says how many rows follow; a cheap option has fewer bids, since no price is below one tick.`,
      ),
      layout("Header", DEPTH_HEADER),
      layout("One row", DEPTH_ROW),
      text(
        `A disconnect packet has code ${DEPTH_CODES.disconnect} and ${DEPTH_DISCONNECT_BYTES} bytes; its reason stands at offset 8 and at offset 12.`,
      ),
    ),
    section(
      "example",
      "A message, decoded",
      code("text", DEPTH_200_EXAMPLE),
      code(
        "typescript",
        `const message = Buffer.from("${DEPTH_200_EXAMPLE}", "hex");
for (let at = 0; at < message.length; at += message.readInt16LE(at)) {
  const rows = Array.from({ length: message.readUInt32LE(at + 8) }, (_, row) => ({
    price: message.readDoubleLE(at + ${DEPTH_HEADER_BYTES} + row * ${DEPTH_ROW_BYTES}),
    quantity: message.readUInt32LE(at + ${DEPTH_HEADER_BYTES} + row * ${DEPTH_ROW_BYTES} + 8),
    orders: message.readUInt32LE(at + ${DEPTH_HEADER_BYTES} + row * ${DEPTH_ROW_BYTES} + 12),
  }));
  const side = message.readUInt8(at + 2) === ${DEPTH_CODES.bid} ? "bids" : "offers";
  console.log(side, message.readInt32LE(at + 4), JSON.stringify(rows));
}
// bids 1333 [{"price":1650.25,"quantity":100,"orders":3},{"price":1650,"quantity":120,"orders":4}]
// offers 1333 [{"price":1650.5,"quantity":110,"orders":2},{"price":1650.75,"quantity":90,"orders":1}]`,
      ),
    ),
  ];
}

export function orderUpdate({ orderUpdate }: ApiPlace): Section[] {
  const socket = orderUpdate ?? UNNAMED_SOCKET;
  return [
    section(
      "connect",
      "Connect and log in",
      code("text", socket),
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
      table(
        "Fields of Data",
        ["Field", "Type", "What it is"],
        fieldsOf(orderAlertDataSchema).map(({ name, type, what }) => [name, type, what]),
      ),
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

export function postback({ origin: base }: ApiPlace): Section[] {
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
        ["Header", "What it says", "Example"],
        POSTBACK_HEADERS.map((row) => [...row]),
        [0, 2],
      ),
      table(
        "Fields of the body",
        ["Field", "Type", "What it is"],
        fieldsOf(postbackSchema).map(({ name, type, what }) => [name, type, what]),
      ),
    ),
    section(
      "signature",
      "Check the signature",
      text(
        "Compute the HMAC-SHA-256 of the body exactly as it came, before any parsing, with the secret that the sandbox's portal shows, and compare it in constant time with the header. Each program below reads the body from its input, the header from SIGNATURE and the secret from POSTBACK_SECRET, and ends with 0 when the delivery is genuine.",
      ),
      { kind: "samples", id: "signature", samples: SIGNATURE_SAMPLES },
    ),
    section(
      "answer",
      "Answer",
      text("Answer 2xx within five seconds and work afterwards. The body of your answer is not read."),
    ),
    section(
      "retries",
      "Retry schedule",
      table(
        "Tries of one delivery",
        ["Try", "When", "What follows a failure"],
        [
          ["1", "as the order changes", "another try after 2 seconds"],
          ["2", "2 seconds after the first has failed", "another try after 15 seconds"],
          ["3", "15 seconds after the second has failed", "it is given up; the log keeps it"],
        ],
        [],
      ),
      text(
        "A failure is any other status, no answer within five seconds, or no connection. Further tries carry the same X-Postback-Delivery and the same body. The sandbox's portal lists the last fifty deliveries and sends one again at a click.",
      ),
      text(
        "A receiver that gives no answer to five tries in a row is paused, for 10 seconds at first and for 5 minutes at most. Deliveries wait meanwhile and go on by themselves; after an hour they are given up. Up to 200 deliveries of an account wait; more are not sent, and their events can be replayed. The portal takes 20 replays an hour.",
      ),
    ),
    section(
      "order-of-events",
      "Order of events",
      list(
        "One delivery for each change of an order: a change of state, a partial fill, a change by PUT.",
        "Deliveries are sent as they come, up to two at a time: they can arrive out of order, and a retried one arrives late.",
        "A delivery can come twice. Keep X-Postback-Delivery, or compare orderId, updateTime, orderStatus and filled_qty with what you have.",
        "Take the one with the latest updateTime as the state; of two with the same time a final state wins, then the larger filled_qty.",
        "After a gap read GET /orders once: nothing is sent again by itself.",
      ),
      text(`The signature, the further tries and the log are the sandbox's own, at ${base}/sandbox/portal.`),
    ),
  ];
}
