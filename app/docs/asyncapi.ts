// The sockets and the postback as an AsyncAPI 3.0 document. Binary packets are described by their layout table.
import type { z } from "zod";
import {
  DEPTH_HEADER,
  DEPTH_ROW,
  type Fields,
  FULL_LEVEL,
  MARKET_HEADER,
  MARKET_PACKETS,
} from "../contract/trading-api/packets.ts";
import {
  depth200RequestSchema,
  depthRequestSchema,
  FEED_QUERY,
  feedRequestSchema,
  orderAlertSchema,
  orderLoginSchema,
  PACKET_FIELD_WORDS,
  POSTBACK_HEADERS,
  postbackSchema,
} from "../contract/trading-api/sockets.ts";
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

const SOCKETS = ["feed", "depth", "depth200", "orderUpdate"] as const;
type Socket = (typeof SOCKETS)[number];

/** A socket that is not offered at the place is not described. */
export function tradingAsyncApi(place: ApiPlace) {
  const document = described(place);
  return place.hasSandbox ? document : (withoutMention(document) as typeof document);
}

function described(place: ApiPlace) {
  const sockets = SOCKETS.flatMap((name): [Socket, URL][] => {
    const address = place[name];
    return address === null ? [] : [[name, new URL(address)]];
  });
  const addresses = new Map<string, URL>(sockets);
  const isThere = (channel: string) => channel === "postback" || addresses.has(channel);
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
    channels: Object.fromEntries(
      Object.entries(CHANNELS)
        .filter(([name]) => isThere(name))
        .map(([name, channel]) => [name, { ...placeOf(name, addresses.get(name)), ...channel }]),
    ),
    operations: Object.fromEntries(
      OPERATIONS.filter(([, , channel]) => isThere(channel)).map(([name, action, channel, messages]) => [
        name,
        {
          action,
          channel: { $ref: `#/channels/${channel}` },
          messages: messages.map((message) => ({ $ref: `#/channels/${channel}/messages/${message}` })),
        },
      ]),
    ),
  };
}

/** A postback has no address of its own: it goes where an account says. */
const placeOf = (name: string, address: URL | undefined) =>
  address === undefined
    ? { address: null }
    : { address: address.pathname, servers: [{ $ref: `#/servers/${name}` }] };

function queryBindings(names: readonly string[]) {
  return {
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
  };
}

function depthChannel(title: string, levelsTitle: string, request: z.ZodType) {
  return {
    title,
    bindings: queryBindings(["token", "clientId", "authType"]),
    messages: {
      request: json(request),
      levels: {
        title: levelsTitle,
        ...BINARY,
        "x-layout": { header: layout(DEPTH_HEADER), row: layout(DEPTH_ROW) },
      },
    },
  };
}

const CHANNELS = {
  feed: {
    title: "Live market feed",
    bindings: queryBindings(["version", "token", "clientId", "authType"]),
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
  depth: depthChannel("20 market depth", "Bids and offers of one instrument", depthRequestSchema),
  depth200: depthChannel("200 market depth", "Bids and offers of the one instrument", depth200RequestSchema),
  orderUpdate: {
    title: "Order updates",
    messages: { login: json(orderLoginSchema), alert: json(orderAlertSchema) },
  },
  postback: {
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
};

type Action = "send" | "receive";

/** Messages of each channel, from the client's side. */
const OPERATIONS: readonly [name: string, Action, channel: keyof typeof CHANNELS, messages: string[]][] = [
  ["askFeed", "send", "feed", ["request"]],
  ["hearFeed", "receive", "feed", Object.keys(MARKET_PACKETS)],
  ["askDepth", "send", "depth", ["request"]],
  ["hearDepth", "receive", "depth", ["levels"]],
  ["askDepth200", "send", "depth200", ["request"]],
  ["hearDepth200", "receive", "depth200", ["levels"]],
  ["logIn", "send", "orderUpdate", ["login"]],
  ["hearOrders", "receive", "orderUpdate", ["alert"]],
  ["hearPostback", "receive", "postback", ["order"]],
];
