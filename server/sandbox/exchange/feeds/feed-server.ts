// The feeds as the provider serves them: who may connect and how often, what may be asked, and when silence ends a
// connection. One packet a message on the market feed, both sides of one book a message on the depth feed.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { DEPTH_SEGMENTS } from "../../../../app/contract/live/live.ts";
import type { FaultRule, FaultSocket } from "../../../../app/contract/trading-api/faults.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import type { FeedMode } from "../../../protocol/codes.ts";
import { encodeDepthPacket } from "../../../protocol/depth-feed.ts";
import { encodeMarketPacket } from "../../../protocol/market-feed.ts";
import { type FeedInstrument, readRequest } from "../../../protocol/requests.ts";
import { FairWork, runInSlices, type Steps } from "../../slices.ts";
import type { MarketInstrument } from "../instrument-master.ts";
import { type SandboxMarket, STEP_MS } from "../market.ts";
import { FaultyOutbox } from "./faulty-outbox.ts";
import {
  depth200Message,
  depthMessage,
  modePacket,
  openInterestPacket,
  previousClosePacket,
} from "./feed-packets.ts";
import { createSocketGuard, MessageBudget, SOCKET_LIMITS } from "./socket-guard.ts";

const FAREWELL_WITHIN_MS = 1_000;
export const FEED_LIMITS = {
  connectionsPerClient: 5,
  instrumentsPerConnection: 5_000,
  instrumentsPerMessage: 100,
  depthInstrumentsPerConnection: 50,
  depth200InstrumentsPerConnection: 1,
  pingEveryMs: 10_000,
  silentForMs: 40_000,
  /** Whether the token of a connection still stands is looked at this often. */
  tokenCheckEveryMs: 1_000,
  messageBytes: 64 * 1_024,
  /** Messages of one socket: at once, and a second from then on. */
  messagesAtOnce: 120,
  messagesPerSecond: 10,
  /** Subscriptions of all connections together. */
  subscriptionsInAll: 200_000,
  /** A reader that lets this much pile up is cut. */
  queuedBytes: 8 * 1_024 * 1_024,
} as const;

/** Close reason of a connection whose token has ended. */
const TOKEN_EXPIRED = 807;
/** A step of depth is sent this often even where nothing traded. */
const DEPTH_EVERY_STEPS = 4;

/** `deep` is the socket of 200 levels. Connections of each kind are counted apart. */
type Kind = "market" | "depth" | "deep";
type Mode = FeedMode | "depth" | "deep";
type Subscription = { instrument: MarketInstrument; mode: Mode };
type Connection = {
  kind: Kind;
  clientId: string;
  token: string;
  socket: WebSocket;
  outbox: FaultyOutbox;
  heardAt: number;
  subscriptions: Map<string, Subscription>;
  budget: MessageBudget;
  statusSegments: Set<ExchangeSegment>;
};

export type FeedServerOptions = {
  market: SandboxMarket;
  /** The market's clock, epoch ms. */
  now: () => number;
  /** Null lets the client in; a number is the reason why not (806 to 810). */
  authenticate: (clientId: string, token: string) => number | null;
  /** Counts a message of a client's socket, and returns the fault that strikes it. */
  strike?: (clientId: string, socket: FaultSocket) => FaultRule | null;
  limits?: Partial<Record<keyof typeof FEED_LIMITS, number>>;
  onFault?: (fault: unknown) => void;
};

/** Names of the sockets among faults. */
const FAULT_SOCKET: Record<Kind, FaultSocket> = { market: "feed", depth: "depth", deep: "depth200" };
const PATHS: Record<string, Kind> = {
  "/feed": "market",
  "/twentydepth": "depth",
  "/twohundreddepth": "deep",
};

export class FeedServer {
  readonly #options: FeedServerOptions;
  readonly #limits: Record<keyof typeof FEED_LIMITS, number>;
  readonly #market: SandboxMarket;
  readonly #sockets: WebSocketServer;
  /** In the order of their coming: the first is the oldest. */
  readonly #connections = new Set<Connection>();
  readonly #guard = createSocketGuard();
  readonly #work: FairWork<Connection>;
  readonly #phases = new Map<ExchangeSegment, string>();
  readonly #timers: NodeJS.Timeout[];
  #isTicking = false;
  #lastStep: number;
  #depthSequence = 0;

  constructor(options: FeedServerOptions) {
    this.#options = options;
    this.#limits = { ...FEED_LIMITS, ...options.limits };
    this.#market = options.market;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.#limits.messageBytes,
      perMessageDeflate: false,
    });
    this.#work = new FairWork<Connection>(options.onFault ?? (() => {}));
    this.#lastStep = Math.floor(options.now() / STEP_MS);
    this.#timers = [
      setInterval(() => this.#tick(), STEP_MS / 2),
      setInterval(() => this.#keepAlive(), this.#limits.pingEveryMs),
      setInterval(() => this.#endThoseWithoutToken(), this.#limits.tokenCheckEveryMs),
    ];
  }

  connectionCount(): number {
    return this.#connections.size;
  }

  /** True if the path is one of the feeds'. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s, 2);
    const kind = PATHS[path];
    if (kind === undefined) return false;
    const address = this.#guard.admit(request, socket);
    if (address === null) return true;
    this.#sockets.handleUpgrade(request, socket, head, (ws) =>
      this.#accept(ws, kind, new URLSearchParams(query), address),
    );
    return true;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#guard.close();
    for (const connection of this.#connections) connection.socket.terminate();
  }

  #refuse(connection: Connection, reason: number): void {
    const where = { exchangeSegment: "IDX_I" as const, securityId: 0, reason };
    const packet =
      connection.kind === "market"
        ? encodeMarketPacket({ kind: "disconnect", ...where })
        : encodeDepthPacket({ kind: "disconnect", ...where });
    this.#connections.delete(connection);
    this.#work.drop(connection);
    connection.socket.send(packet, () => connection.socket.close(1000));
    setTimeout(() => connection.socket.terminate(), SOCKET_LIMITS.closeWithinMs).unref();
  }

  #accept(socket: WebSocket, kind: Kind, query: URLSearchParams, address: string): void {
    const clientId = query.get("clientId") ?? "";
    const token = query.get("token") ?? "";
    const connection: Connection = {
      kind,
      clientId,
      token,
      socket,
      outbox: new FaultyOutbox(socket, () => this.#options.strike?.(clientId, FAULT_SOCKET[kind]) ?? null),
      heardAt: Date.now(),
      subscriptions: new Map(),
      budget: new MessageBudget(
        { atOnce: this.#limits.messagesAtOnce, perSecond: this.#limits.messagesPerSecond },
        Date.now(),
      ),
      statusSegments: new Set(),
    };
    // ws reports protocol errors to the client; the close frame needs time to be sent.
    socket.on("error", () => setTimeout(() => socket.terminate(), FAREWELL_WITHIN_MS).unref());
    const reason = this.#options.authenticate(clientId, token);
    if (reason !== null) {
      this.#guard.watch(socket, address).refused();
      this.#refuse(connection, reason);
      return;
    }
    this.#connections.add(connection);
    const own = [...this.#connections].filter((other) => other.kind === kind && other.clientId === clientId);
    for (const oldest of own.slice(0, Math.max(0, own.length - this.#limits.connectionsPerClient)))
      this.#refuse(oldest, 805);
    const heard = () => {
      connection.heardAt = Date.now();
    };
    socket.on("pong", heard);
    socket.on("ping", heard);
    socket.on("close", () => {
      this.#connections.delete(connection);
      this.#work.drop(connection);
    });
    socket.on("message", (data, isBinary) => {
      heard();
      if (!this.#connections.has(connection)) return;
      if (!connection.budget.take(Date.now())) return this.#refuse(connection, 805);
      // Some clients say goodbye in an old binary form as well.
      if (!isBinary) this.#receive(connection, data.toString());
    });
  }

  #receive(connection: Connection, text: string): void {
    const request = readRequest(text);
    if (request?.kind === "goodbye") {
      connection.socket.close(1000);
      return;
    }
    if (request === null || (request.mode === "depth") !== (connection.kind !== "market")) {
      this.#refuse(connection, 814);
      return;
    }
    const inMessage =
      connection.kind === "market" ? this.#limits.instrumentsPerMessage : this.#wholeOf(connection);
    if (request.instruments.length > inMessage) {
      this.#refuse(connection, 804);
      return;
    }
    const mode = connection.kind === "deep" ? "deep" : request.mode;
    this.#work.add(connection, this.#follow(connection, { ...request, mode }));
  }

  /** Instruments that a connection takes. */
  #wholeOf({ kind }: Connection): number {
    if (kind === "deep") return this.#limits.depth200InstrumentsPerConnection;
    return kind === "depth"
      ? this.#limits.depthInstrumentsPerConnection
      : this.#limits.instrumentsPerConnection;
  }

  /** Executes a request, one instrument at a time. */
  *#follow(
    connection: Connection,
    request: { kind: "subscribe" | "unsubscribe"; mode: Mode; instruments: readonly FeedInstrument[] },
  ): Steps {
    if (request.kind === "unsubscribe") {
      for (const wanted of request.instruments)
        connection.subscriptions.delete(subscriptionKey(request.mode, wanted));
      return;
    }
    const added = request.instruments.flatMap(
      (wanted) => this.#subscribe(connection, request.mode, wanted) ?? [],
    );
    const instruments = new Set(
      [...connection.subscriptions.values()].map(({ instrument }) => instrument.key),
    );
    if (instruments.size > this.#wholeOf(connection)) return this.#refuse(connection, 804);
    if (this.#subscriptionCount() > this.#limits.subscriptionsInAll) return this.#refuse(connection, 805);
    for (const subscription of added) {
      yield;
      if (!this.#connections.has(connection)) return;
      this.#sendFirst(connection, subscription, this.#options.now());
    }
  }

  #subscriptionCount(): number {
    let count = 0;
    for (const { subscriptions } of this.#connections) count += subscriptions.size;
    return count;
  }

  /** An id that is not listed is passed over without a word, as the provider does. */
  #subscribe(connection: Connection, mode: Mode, wanted: FeedInstrument): Subscription | null {
    const instrument = this.#market.find(wanted.exchangeSegment, wanted.securityId, this.#options.now());
    if (instrument === null) return null;
    if (isDepth(mode) && !DEPTH_SEGMENTS.includes(instrument.exchangeSegment)) return null;
    const subscription = { instrument, mode };
    connection.subscriptions.set(subscriptionKey(mode, wanted), subscription);
    return subscription;
  }

  #sendFirst(connection: Connection, { instrument, mode }: Subscription, now: number): void {
    const { outbox } = connection;
    if (isDepth(mode)) {
      outbox.send(this.#packet(mode, instrument, now));
      return;
    }
    if (!connection.statusSegments.has(instrument.exchangeSegment)) {
      connection.statusSegments.add(instrument.exchangeSegment);
      this.#sendStatus(connection, instrument.exchangeSegment);
    }
    outbox.send(previousClosePacket(this.#market, instrument, now));
    outbox.send(modePacket(mode, this.#market, instrument, now));
    if (mode === "quote" && (instrument.option !== null || instrument.future !== null))
      outbox.send(openInterestPacket(this.#market, instrument, now));
  }

  #packet(mode: Mode, instrument: MarketInstrument, now: number): Buffer {
    if (mode === "deep") return depth200Message(this.#market, instrument, now);
    if (mode === "depth") return depthMessage(this.#market, instrument, now, this.#depthSequence);
    return modePacket(mode, this.#market, instrument, now);
  }

  #sendStatus(connection: Connection, exchangeSegment: ExchangeSegment): void {
    connection.outbox.send(encodeMarketPacket({ kind: "marketStatus", exchangeSegment, securityId: 0 }));
  }

  /** The next step replaces one that is not finished: a slow client gets fewer updates and delays no one. */
  #tick(): void {
    const now = this.#options.now();
    const step = Math.floor(now / STEP_MS);
    if (this.#isTicking || step === this.#lastStep || this.#connections.size === 0) return;
    this.#lastStep = step;
    this.#isTicking = true;
    runInSlices(this.#tellStep(step, now))
      .catch((fault) => this.#options.onFault?.(fault))
      .finally(() => {
        this.#isTicking = false;
      });
  }

  *#tellStep(step: number, now: number): Steps {
    this.#depthSequence = (this.#depthSequence + 1) >>> 0;
    const packets = new Map<string, Buffer>();
    const traded = new Map<string, boolean>();
    for (const connection of [...this.#connections]) {
      if (!this.#connections.has(connection)) continue;
      if (connection.socket.bufferedAmount > this.#limits.queuedBytes) {
        this.#connections.delete(connection);
        connection.socket.terminate();
        continue;
      }
      for (const [key, { instrument, mode }] of connection.subscriptions) {
        let hasTraded = traded.get(instrument.key);
        if (hasTraded === undefined) {
          hasTraded = this.#market.traded(instrument, now);
          traded.set(instrument.key, hasTraded);
        }
        const isDue =
          hasTraded ||
          (isDepth(mode) &&
            step % DEPTH_EVERY_STEPS === 0 &&
            this.#market.session(instrument.exchangeSegment, now).phase === "open");
        if (!isDue) continue;
        let packet = packets.get(key);
        if (packet === undefined) {
          packet = this.#packet(mode, instrument, now);
          packets.set(key, packet);
        }
        connection.outbox.send(packet);
        yield;
      }
      for (const segment of connection.statusSegments) {
        const { phase } = this.#market.session(segment, now);
        if (this.#phases.get(segment) !== phase) this.#sendStatus(connection, segment);
      }
    }
    for (const connection of this.#connections)
      for (const segment of connection.statusSegments)
        this.#phases.set(segment, this.#market.session(segment, now).phase);
  }

  /** A token that was signed out, revoked or has expired ends what was opened with it. */
  #endThoseWithoutToken(): void {
    const isValidByToken = new Map<string, boolean>();
    for (const connection of [...this.#connections]) {
      const { clientId, token } = connection;
      const name = `${clientId} ${token}`;
      let isStanding = isValidByToken.get(name);
      if (isStanding === undefined) {
        isStanding = this.#options.authenticate(clientId, token) === null;
        isValidByToken.set(name, isStanding);
      }
      if (!isStanding) this.#refuse(connection, TOKEN_EXPIRED);
    }
  }

  #keepAlive(): void {
    for (const connection of this.#connections) {
      if (Date.now() - connection.heardAt > this.#limits.silentForMs) {
        this.#connections.delete(connection);
        connection.socket.terminate();
      } else connection.socket.ping();
    }
  }
}

const isDepth = (mode: Mode): mode is "depth" | "deep" => mode === "depth" || mode === "deep";

function subscriptionKey(mode: Mode, wanted: FeedInstrument): string {
  return `${mode} ${wanted.exchangeSegment}:${wanted.securityId}`;
}
