// The API's sockets: prices, market depth and order updates.
import type { ApiClient, SocketAddresses } from "./http.ts";
import {
  type DepthPacket,
  type MarketPacket,
  readDepthMessage,
  readMarketMessage,
  withContractSpelling,
} from "./packets-reader.ts";
import { Stream, type StreamOptions } from "./stream.ts";

export type Instrument = { exchangeSegment: string; securityId: string };
export type PriceKind = "ticker" | "quote" | "full";

const INSTRUMENTS_PER_MESSAGE = 100;
const SUBSCRIBE: Record<PriceKind, number> = { ticker: 15, quote: 17, full: 21 };
const SUBSCRIBE_DEPTH = 23;
const UNSUBSCRIBE_DEPTH = 25;
const LOGIN_CODE = 42;

const keyOf = ({ exchangeSegment, securityId }: Instrument) => `${exchangeSegment}:${securityId}`;

function requests(code: number, instruments: readonly Instrument[]): object[] {
  const batches: object[] = [];
  for (let from = 0; from < instruments.length; from += INSTRUMENTS_PER_MESSAGE) {
    const batch = instruments.slice(from, from + INSTRUMENTS_PER_MESSAGE);
    batches.push({
      RequestCode: code,
      InstrumentCount: batch.length,
      InstrumentList: batch.map(({ exchangeSegment, securityId }) => ({
        ExchangeSegment: exchangeSegment,
        SecurityId: securityId,
      })),
    });
  }
  return batches;
}

async function withLogin(client: ApiClient, address: string, version: string): Promise<string> {
  const url = new URL(address);
  if (version !== "") url.searchParams.set("version", version);
  url.searchParams.set("token", await client.token());
  url.searchParams.set("clientId", client.clientId());
  url.searchParams.set("authType", "2");
  return url.href;
}

/** Prices as packets, for up to 5,000 instruments per connection. */
export class MarketFeed extends Stream<MarketPacket> {
  readonly #subscribed: Map<string, { kind: PriceKind; instrument: Instrument }>;

  constructor(client: ApiClient, options: StreamOptions = {}) {
    const subscribed = new Map<string, { kind: PriceKind; instrument: Instrument }>();
    super(
      {
        address: () => withLogin(client, addressesOf(client).marketFeed, "2"),
        async begin(socket) {
          for (const kind of Object.keys(SUBSCRIBE) as PriceKind[]) {
            const instruments = [...subscribed.values()]
              .filter((one) => one.kind === kind)
              .map(({ instrument }) => instrument);
            for (const request of requests(SUBSCRIBE[kind], instruments))
              socket.send(JSON.stringify(request));
          }
        },
        read: readMarketMessage,
        isLossy: true,
      },
      options,
    );
    this.#subscribed = subscribed;
  }

  /** Subscribes to instruments. The subscription is renewed after a reconnect. */
  subscribe(kind: PriceKind, instruments: readonly Instrument[]): this {
    for (const instrument of instruments)
      this.#subscribed.set(`${kind} ${keyOf(instrument)}`, { kind, instrument });
    for (const request of requests(SUBSCRIBE[kind], instruments)) this.send(request);
    return this;
  }

  unsubscribe(kind: PriceKind, instruments: readonly Instrument[]): this {
    for (const instrument of instruments) this.#subscribed.delete(`${kind} ${keyOf(instrument)}`);
    for (const request of requests(SUBSCRIBE[kind] + 1, instruments)) this.send(request);
    return this;
  }
}

/** Twenty levels of market depth, for up to 50 instruments per connection. */
export class DepthFeed extends Stream<DepthPacket> {
  readonly #subscribed: Map<string, Instrument>;

  constructor(client: ApiClient, options: StreamOptions = {}) {
    const subscribed = new Map<string, Instrument>();
    super(
      {
        address: () => withLogin(client, addressesOf(client).depth, ""),
        async begin(socket) {
          for (const request of requests(SUBSCRIBE_DEPTH, [...subscribed.values()]))
            socket.send(JSON.stringify(request));
        },
        read: readDepthMessage,
        isLossy: true,
      },
      options,
    );
    this.#subscribed = subscribed;
  }

  /** Subscribes to instruments. The subscription is renewed after a reconnect. */
  subscribe(instruments: readonly Instrument[]): this {
    for (const instrument of instruments) this.#subscribed.set(keyOf(instrument), instrument);
    for (const request of requests(SUBSCRIBE_DEPTH, instruments)) this.send(request);
    return this;
  }

  unsubscribe(instruments: readonly Instrument[]): this {
    for (const instrument of instruments) this.#subscribed.delete(keyOf(instrument));
    for (const request of requests(UNSUBSCRIBE_DEPTH, instruments)) this.send(request);
    return this;
  }
}

/** Up to two hundred levels of market depth of one instrument, on a separate connection. */
export class FullDepthFeed extends Stream<DepthPacket> {
  constructor(client: ApiClient, { exchangeSegment, securityId }: Instrument, options: StreamOptions = {}) {
    super(
      {
        address: () => withLogin(client, addressesOf(client).fullDepth, ""),
        async begin(socket) {
          const named = { ExchangeSegment: exchangeSegment, SecurityId: securityId };
          socket.send(JSON.stringify({ RequestCode: SUBSCRIBE_DEPTH, ...named }));
        },
        read: readDepthMessage,
        isLossy: true,
      },
      options,
    );
  }
}

/**
 * Order updates of the account. Updates during an interruption are not repeated: after `connected` with `isReconnect`,
 * load the orders once.
 */
export class OrderUpdates<Update> extends Stream<{ kind: "order"; order: Update }> {
  constructor(client: ApiClient, options: StreamOptions = {}) {
    super(
      {
        address: async () => addressesOf(client).orderUpdates,
        async begin(socket) {
          const LoginReq = { MsgCode: LOGIN_CODE, ClientId: client.clientId(), Token: await client.token() };
          socket.send(JSON.stringify({ LoginReq, UserType: "SELF" }));
        },
        read(data) {
          const message = JSON.parse(new TextDecoder().decode(data)) as { Type?: string; Data?: object };
          return message.Type === "order_alert" && message.Data !== undefined
            ? [{ kind: "order", order: withContractSpelling(message.Data) as Update }]
            : [];
        },
        isLossy: false,
      },
      options,
    );
  }
}

/** Returns the socket addresses, which are next to `…/v2` unless the options specify others. */
export function addressesOf(client: ApiClient): SocketAddresses {
  const root = client.options.baseUrl.replace(/\/v2$/, "").replace(/^http/, "ws");
  return {
    marketFeed: `${root}/feed`,
    depth: `${root}/twentydepth`,
    fullDepth: `${root}/twohundreddepth`,
    orderUpdates: `${root}/order-update`,
    ...client.options.sockets,
  };
}
