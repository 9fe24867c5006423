// The sockets and the postback as an AsyncAPI 3.0 document. Binary packets are described by their layout table.
import { z } from "zod";
import { apiOrderSchema } from "../wire/trading-api/orders.ts";
import {
  DEPTH_HEADER,
  DEPTH_ROW,
  FULL_LEVEL,
  MARKET_HEADER,
  MARKET_PACKETS,
} from "../wire/trading-api/packets.ts";

const BINARY = {
  contentType: "application/octet-stream",
  payload: { type: "string", format: "binary" },
} as const;
const instruments = {
  type: "array",
  maxItems: 100,
  items: {
    type: "object",
    required: ["ExchangeSegment", "SecurityId"],
    properties: { ExchangeSegment: { type: "string" }, SecurityId: { type: "string" } },
  },
} as const;
const request = (codes: number[]) => ({
  contentType: "application/json",
  payload: {
    type: "object",
    required: ["RequestCode"],
    properties: {
      RequestCode: { type: "integer", enum: codes },
      InstrumentCount: { type: "integer" },
      InstrumentList: instruments,
    },
  },
});

/** `origin` is the site's address without a slash at the end. */
export function tradingAsyncApi(origin: string) {
  const { host, protocol } = new URL(origin);
  const query = (names: string[]) => ({
    ws: {
      query: {
        type: "object",
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      },
      bindingVersion: "0.1.0",
    },
  });
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Trading and data API: sockets and postbacks",
      version: "2.0.0",
      description:
        "Requests go up as JSON; prices and depth come down as little-endian packets, order updates as JSON.",
    },
    defaultContentType: "application/json",
    servers: {
      sandbox: { host, protocol: protocol === "https:" ? "wss" : "ws", pathname: "/sandbox" },
    },
    channels: {
      feed: {
        address: "/feed",
        title: "Live market feed",
        bindings: query(["version", "token", "clientId", "authType"]),
        messages: {
          request: request([12, 15, 16, 17, 18, 21, 22]),
          ...Object.fromEntries(
            Object.entries(MARKET_PACKETS).map(([kind, { code, bytes, fields }]) => [
              kind,
              {
                title: `${kind}, code ${code}, ${bytes} bytes`,
                ...BINARY,
                "x-layout": {
                  header: MARKET_HEADER,
                  fields,
                  ...(kind === "full" ? { level: FULL_LEVEL } : {}),
                },
              },
            ]),
          ),
        },
      },
      depth: {
        address: "/twentydepth",
        title: "20 market depth",
        bindings: query(["token", "clientId", "authType"]),
        messages: {
          request: request([12, 23, 24, 25]),
          levels: {
            title: "Bids and offers of one instrument",
            ...BINARY,
            "x-layout": { header: DEPTH_HEADER, row: DEPTH_ROW },
          },
        },
      },
      orderUpdate: {
        address: "/order-update",
        title: "Order updates",
        messages: {
          login: {
            contentType: "application/json",
            payload: {
              type: "object",
              required: ["LoginReq", "UserType"],
              properties: {
                LoginReq: {
                  type: "object",
                  required: ["MsgCode", "ClientId"],
                  properties: {
                    MsgCode: { type: "integer", const: 42 },
                    ClientId: { type: "string" },
                    Token: { type: "string" },
                  },
                },
                UserType: { type: "string", enum: ["SELF", "PARTNER"] },
                Secret: { type: "string" },
              },
            },
          },
          alert: {
            contentType: "application/json",
            payload: {
              type: "object",
              required: ["Type", "Data"],
              properties: {
                Type: { type: "string", const: "order_alert" },
                Data: { type: "object", description: "Every key in two spellings" },
              },
            },
          },
        },
      },
      postback: {
        address: null,
        title: "Postback, to the address that an account has named",
        messages: {
          order: {
            contentType: "application/json",
            payload: z.toJSONSchema(apiOrderSchema.extend({ filled_qty: z.int() }).partial(), {
              target: "draft-7",
            }),
          },
        },
      },
    },
    operations: {
      askFeed: {
        action: "send",
        channel: { $ref: "#/channels/feed" },
        messages: [{ $ref: "#/channels/feed/messages/request" }],
      },
      hearFeed: {
        action: "receive",
        channel: { $ref: "#/channels/feed" },
        messages: Object.keys(MARKET_PACKETS).map((kind) => ({ $ref: `#/channels/feed/messages/${kind}` })),
      },
      askDepth: {
        action: "send",
        channel: { $ref: "#/channels/depth" },
        messages: [{ $ref: "#/channels/depth/messages/request" }],
      },
      hearDepth: {
        action: "receive",
        channel: { $ref: "#/channels/depth" },
        messages: [{ $ref: "#/channels/depth/messages/levels" }],
      },
      logIn: {
        action: "send",
        channel: { $ref: "#/channels/orderUpdate" },
        messages: [{ $ref: "#/channels/orderUpdate/messages/login" }],
      },
      hearOrders: {
        action: "receive",
        channel: { $ref: "#/channels/orderUpdate" },
        messages: [{ $ref: "#/channels/orderUpdate/messages/alert" }],
      },
      hearPostback: {
        action: "receive",
        channel: { $ref: "#/channels/postback" },
        messages: [{ $ref: "#/channels/postback/messages/order" }],
      },
    },
  };
}
