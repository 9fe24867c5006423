// A provider's feed whose behaviour the test controls: it accepts, refuses, sends, becomes silent and disconnects on
// demand, and records its requests.

import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";
import { encodeMarketPacket, epochMsToFeedTime } from "../../server/protocol/market-feed.ts";
import { readRequest } from "../../server/protocol/requests.ts";
import type { FeedDialer, FeedSocketEvents } from "../../server/relay/reconnecting-socket.ts";

export class ScriptedSocket {
  readonly url: URL;
  readonly subscribed = new Set<string>();
  readonly batches: number[] = [];
  isEnded = false;
  readonly #events: FeedSocketEvents;

  constructor(url: string, events: FeedSocketEvents) {
    this.url = new URL(url);
    this.#events = events;
  }

  accept(): void {
    if (!this.isEnded) this.#events.onOpen();
  }

  ping(): void {
    if (!this.isEnded) this.#events.onPing();
  }

  say(...packets: Buffer[]): void {
    if (!this.isEnded) this.#events.onMessage(Buffer.concat(packets));
  }

  hangUp(code = 1006, httpStatus: number | null = null): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#events.onClose({ code, httpStatus });
  }

  closeWith(reason: number): void {
    this.say(encodeMarketPacket({ kind: "disconnect", exchangeSegment: "IDX_I", securityId: 0, reason }));
  }

  hear(text: string): void {
    const request = readRequest(text);
    if (request === null || request.kind === "goodbye") throw new Error(`not a request: ${text}`);
    this.batches.push(request.instruments.length);
    for (const { exchangeSegment, securityId } of request.instruments)
      if (request.kind === "subscribe") this.subscribed.add(`${exchangeSegment}:${securityId}`);
      else this.subscribed.delete(`${exchangeSegment}:${securityId}`);
  }
}

export class ScriptedProvider {
  readonly market: ScriptedSocket[] = [];
  readonly depth: ScriptedSocket[] = [];
  /** Called for each new market socket. */
  onDial: (socket: ScriptedSocket) => void = (socket) => socket.accept();

  readonly dial: FeedDialer = (url, events) => {
    const socket = new ScriptedSocket(url, events);
    const isDepth = socket.url.pathname.includes("depth");
    (isDepth ? this.depth : this.market).push(socket);
    queueMicrotask(() => (isDepth ? socket.accept() : this.onDial(socket)));
    return {
      send: (text) => {
        if (!socket.isEnded) socket.hear(text);
      },
      terminate: () => {
        socket.isEnded = true;
      },
    };
  };

  get latest(): ScriptedSocket {
    const socket = this.market.at(-1);
    if (socket === undefined) throw new Error("nobody has dialled");
    return socket;
  }

  openSockets(): number {
    return this.market.filter((socket) => !socket.isEnded).length;
  }
}

/**
 * Encodes a quote packet. The arguments are the key ("NSE_EQ:1333"), the price in rupees, the time of the trade, and
 * the day's volume.
 */
export function quote(key: string, rupees: number, at: number, volume = 1_000): Buffer {
  const [segment = "", id = ""] = key.split(":");
  return encodeMarketPacket({
    kind: "quote",
    exchangeSegment: segment as ExchangeSegment,
    securityId: Number(id),
    lastPrice: rupees,
    lastQuantity: 1,
    lastTradeTime: epochMsToFeedTime(at, "ist"),
    averagePrice: rupees,
    volume,
    totalSellQuantity: 10,
    totalBuyQuantity: 10,
    dayOpen: rupees,
    close: rupees,
    dayHigh: rupees,
    dayLow: rupees,
  });
}
