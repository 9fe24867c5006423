// The sockets and the postback as an AsyncAPI 3.0 document. Binary packets are described by a table of their layout.
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
  PACKET_FIELD_DESCRIPTIONS,
  POSTBACK_HEADERS,
  postbackSchema,
} from "../contract/trading-api/sockets.ts";
import { draft7 } from "./json-schema.ts";
import { type ApiPlace, omitSandboxMention } from "./place.ts";
import { TRADING_API_VERSION } from "./version.ts";

const BINARY = {
  contentType: "application/octet-stream",
  payload: { type: "string", format: "binary" },
} as const;
const layout = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [type, offset]]) => [
      name,
      { type, offset, description: PACKET_FIELD_DESCRIPTIONS[name] ?? name },
    ]),
  );
const json = (schema: z.ZodType) => ({ contentType: "application/json", payload: draft7(schema) });

const SOCKETS = ["feed", "depth", "depth200", "orderUpdate"] as const;
type Socket = (typeof SOCKETS)[number];

/** Builds the document. Sockets that the provider does not offer are omitted. */
export function tradingAsyncApi(place: ApiPlace) {
  const document = buildDocument(place);
  return place.hasSandbox ? document : (omitSandboxMention(document) as typeof document);
}

function buildDocument(place: ApiPlace) {
  const sockets = SOCKETS.flatMap((name): [Socket, URL][] => {
    const address = place[name];
    return address === null ? [] : [[name, new URL(address)]];
  });
  const addresses = new Map<string, URL>(sockets);
  const isThere = (channel: string) => channel === "postback" || addresses.has(channel);
  return {
    asyncapi: "3.1.0",
    info: {
      title: "Trading and data API: sockets and postbacks",
      version: TRADING_API_VERSION,
      description: "Requests are JSON. Prices and depth are little-endian packets; order updates are JSON.",
      contact: { name: "API support", url: `${place.origin}/support`, email: place.supportEmail },
      license: { name: "Proprietary", url: `${place.origin}/legal/terms` },
      tags: TAGS,
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
        .map(([name, channel]) => [name, { ...parseServerAddress(name, addresses.get(name)), ...channel }]),
    ),
    operations: Object.fromEntries(
      OPERATIONS.filter(({ channel }) => isThere(channel)).map(
        ({ name, action, channel, messages, ...words }) => [
          name,
          {
            action,
            ...words,
            tags: [{ name: TAG_OF[channel] }],
            channel: { $ref: `#/channels/${channel}` },
            messages: messages.map((message) => ({ $ref: `#/channels/${channel}/messages/${message}` })),
          },
        ],
      ),
    ),
  };
}

/** A postback has no fixed address, because it is sent to the account's postback URL. */
const parseServerAddress = (name: string, address: URL | undefined) =>
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
  depth200: depthChannel(
    "200 market depth",
    "Bids and offers of the connection's instrument",
    depth200RequestSchema,
  ),
  orderUpdate: {
    title: "Order updates",
    messages: { login: json(orderLoginSchema), alert: json(orderAlertSchema) },
  },
  postback: {
    title: "Postback, sent to the account's address",
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

type Channel = keyof typeof CHANNELS;
type SocketOperation = {
  name: string;
  action: Action;
  channel: Channel;
  messages: string[];
  summary: string;
  description: string;
};

const TAGS = [
  { name: "prices", description: "Live prices of up to 5,000 instruments a connection" },
  { name: "depth", description: "Market depth of 20 and of 200 levels" },
  { name: "orders", description: "Changes of orders, over a socket and as postbacks" },
];
const TAG_OF: Record<Channel, "prices" | "depth" | "orders"> = {
  feed: "prices",
  depth: "depth",
  depth200: "depth",
  orderUpdate: "orders",
  postback: "orders",
};

const subscription = (
  name: string,
  channel: Channel,
  summary: string,
  description: string,
): SocketOperation => ({
  name,
  action: "send",
  channel,
  messages: ["request"],
  summary,
  description,
});

/** Messages of each channel, described from the client's perspective. */
const OPERATIONS: readonly SocketOperation[] = [
  subscription(
    "askFeed",
    "feed",
    "Subscribe to prices",
    "Subscribes or unsubscribes up to 100 instruments per message: ticker, quote or full packets.",
  ),
  {
    name: "hearFeed",
    action: "receive",
    channel: "feed",
    messages: Object.keys(MARKET_PACKETS),
    summary: "Receive prices",
    description:
      "Binary packets; a message can contain several. A disconnect packet contains the reason for the close.",
  },
  subscription(
    "askDepth",
    "depth",
    "Subscribe to 20 levels",
    "Subscribes or unsubscribes instruments; at most 50 a connection.",
  ),
  {
    name: "hearDepth",
    action: "receive",
    channel: "depth",
    messages: ["levels"],
    summary: "Receive 20 levels",
    description: "Bids and asks of an instrument arrive as two packets, best price first.",
  },
  subscription(
    "askDepth200",
    "depth200",
    "Subscribe to 200 levels",
    "Subscribes to the connection's only instrument.",
  ),
  {
    name: "hearDepth200",
    action: "receive",
    channel: "depth200",
    messages: ["levels"],
    summary: "Receive 200 levels",
    description: "Bids and asks as two packets; the header states the number of rows.",
  },
  {
    name: "logIn",
    action: "send",
    channel: "orderUpdate",
    messages: ["login"],
    summary: "Log in to order updates",
    description: "The first message of the connection: client id and token, or a partner's id and secret.",
  },
  {
    name: "hearOrders",
    action: "receive",
    channel: "orderUpdate",
    messages: ["alert"],
    summary: "Receive order updates",
    description:
      "One message for each change of an order. Messages missed while disconnected are not sent again.",
  },
  {
    name: "hearPostback",
    action: "receive",
    channel: "postback",
    messages: ["order"],
    summary: "Receive a postback",
    description:
      "A POST for each change of an order of the trading API. Respond with 2xx within five seconds.",
  },
];
