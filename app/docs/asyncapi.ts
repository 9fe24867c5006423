// The sockets and the postback as an AsyncAPI 3.0 document. Binary packets are described by their layout table.
import type { z } from "zod";
import {
  DEPTH_HEADER,
  DEPTH_ROW,
  type Fields,
  FULL_LEVEL,
  MARKET_HEADER,
  MARKET_PACKETS,
} from "../wire/trading-api/packets.ts";
import {
  deepDepthRequestSchema,
  depthRequestSchema,
  FEED_QUERY,
  feedRequestSchema,
  orderAlertSchema,
  orderLoginSchema,
  PACKET_FIELD_WORDS,
  POSTBACK_HEADERS,
  postbackSchema,
} from "../wire/trading-api/sockets.ts";
import { draft7 } from "./json-schema.ts";
import { type ApiPlace, withoutMention } from "./place.ts";

const BINARY = {
  contentType: "application/octet-stream",
  payload: { type: "string", format: "binary" },
} as const;
const layout = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [type, offset]]) => [
      name,
      { type, offset, description: PACKET_FIELD_WORDS[name] ?? name },
    ]),
  );
const json = (schema: z.ZodType) => ({ contentType: "application/json", payload: draft7(schema) });

type Channel = "feed" | "depth" | "deepDepth" | "orderUpdate";

/** A socket that is not offered at the place is not described. */
export function tradingAsyncApi(place: ApiPlace) {
  const document = described(place);
  return place.hasSandbox ? document : (withoutMention(document) as typeof document);
}

function described(place: ApiPlace) {
  const sockets = (["feed", "depth", "deepDepth", "orderUpdate"] as const).flatMap(
    (name): [Channel, URL][] => {
      const address = place[name];
      return address === null ? [] : [[name, new URL(address)]];
    },
  );
  const has = (name: Channel) => sockets.some(([known]) => known === name);
  const only = <T>(name: Channel, part: T): Partial<T> => (has(name) ? part : {});
  const at = (name: Channel) => ({
    address: sockets.find(([known]) => known === name)?.[1].pathname ?? "/",
    servers: [{ $ref: `#/servers/${name}` }],
  });
  const query = (names: readonly string[]) => ({
    ws: {
      query: {
        type: "object",
        required: names,
        properties: Object.fromEntries(
          FEED_QUERY.filter(([name]) => names.includes(name)).map(([name, description]) => [
            name,
            { type: "string", description },
          ]),
        ),
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
    servers: Object.fromEntries(
      sockets.map(([name, { host, protocol }]) => [
        name,
        { host, protocol: protocol.replace(":", ""), description: place.hasSandbox ? "Sandbox" : "Live" },
      ]),
    ),
    channels: {
      ...only("feed", {
        feed: {
          ...at("feed"),
          title: "Live market feed",
          bindings: query(["version", "token", "clientId", "authType"]),
          messages: {
            request: json(feedRequestSchema),
            ...Object.fromEntries(
              Object.entries(MARKET_PACKETS).map(([kind, { code, bytes, fields }]) => [
                kind,
                {
                  title: `${kind}, code ${code}, ${bytes} bytes`,
                  ...BINARY,
                  "x-layout": {
                    header: layout(MARKET_HEADER),
                    fields: layout(fields),
                    ...(kind === "full" ? { level: layout(FULL_LEVEL) } : {}),
                  },
                },
              ]),
            ),
          },
        },
      }),
      ...only("depth", {
        depth: {
          ...at("depth"),
          title: "20 market depth",
          bindings: query(["token", "clientId", "authType"]),
          messages: {
            request: json(depthRequestSchema),
            levels: {
              title: "Bids and offers of one instrument",
              ...BINARY,
              "x-layout": { header: layout(DEPTH_HEADER), row: layout(DEPTH_ROW) },
            },
          },
        },
      }),
      ...only("deepDepth", {
        deepDepth: {
          ...at("deepDepth"),
          title: "200 market depth",
          bindings: query(["token", "clientId", "authType"]),
          messages: {
            request: json(deepDepthRequestSchema),
            levels: {
              title: "Bids and offers of the one instrument",
              ...BINARY,
              "x-layout": { header: layout(DEPTH_HEADER), row: layout(DEPTH_ROW) },
            },
          },
        },
      }),
      ...only("orderUpdate", {
        orderUpdate: {
          ...at("orderUpdate"),
          title: "Order updates",
          messages: {
            login: json(orderLoginSchema),
            alert: json(orderAlertSchema),
          },
        },
      }),
      postback: {
        address: null,
        title: "Postback, to the address that an account has named",
        messages: {
          order: {
            ...json(postbackSchema),
            headers: {
              type: "object",
              properties: Object.fromEntries(
                POSTBACK_HEADERS.map(([name, description]) => [name, { type: "string", description }]),
              ),
            },
          },
        },
      },
    },
    operations: {
      ...only("feed", {
        askFeed: {
          action: "send",
          channel: { $ref: "#/channels/feed" },
          messages: [{ $ref: "#/channels/feed/messages/request" }],
        },
      }),
      ...only("feed", {
        hearFeed: {
          action: "receive",
          channel: { $ref: "#/channels/feed" },
          messages: Object.keys(MARKET_PACKETS).map((kind) => ({ $ref: `#/channels/feed/messages/${kind}` })),
        },
      }),
      ...only("depth", {
        askDepth: {
          action: "send",
          channel: { $ref: "#/channels/depth" },
          messages: [{ $ref: "#/channels/depth/messages/request" }],
        },
      }),
      ...only("depth", {
        hearDepth: {
          action: "receive",
          channel: { $ref: "#/channels/depth" },
          messages: [{ $ref: "#/channels/depth/messages/levels" }],
        },
      }),
      ...only("deepDepth", {
        askDeepDepth: {
          action: "send",
          channel: { $ref: "#/channels/deepDepth" },
          messages: [{ $ref: "#/channels/deepDepth/messages/request" }],
        },
        hearDeepDepth: {
          action: "receive",
          channel: { $ref: "#/channels/deepDepth" },
          messages: [{ $ref: "#/channels/deepDepth/messages/levels" }],
        },
      }),
      ...only("orderUpdate", {
        logIn: {
          action: "send",
          channel: { $ref: "#/channels/orderUpdate" },
          messages: [{ $ref: "#/channels/orderUpdate/messages/login" }],
        },
      }),
      ...only("orderUpdate", {
        hearOrders: {
          action: "receive",
          channel: { $ref: "#/channels/orderUpdate" },
          messages: [{ $ref: "#/channels/orderUpdate/messages/alert" }],
        },
      }),
      hearPostback: {
        action: "receive",
        channel: { $ref: "#/channels/postback" },
        messages: [{ $ref: "#/channels/postback/messages/order" }],
      },
    },
  };
}
