// The price feeds with the provider's rules: authentication, connection limits, accepted requests and idle timeouts.
// The market feed sends one packet per message, the depth feed both sides of a book per message.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { FaultSocket } from "../../../../app/contract/trading-api/faults.ts";
import { SECOND_MS } from "../../../../app/domain/time.ts";
import { encodeDepthPacket } from "../../../protocol/depth-feed.ts";
import { encodeMarketPacket } from "../../../protocol/market-feed.ts";
import { type FeedInstrument, readRequest } from "../../../protocol/requests.ts";
import { FairWork, runInSlices, type WorkSteps } from "../../slices.ts";
import type { MarketInstrument } from "../instrument-master.ts";
import { type SandboxMarket, STEP_MS } from "../market.ts";
import { openFaults, type SocketFaults } from "./faulty-outbox.ts";
import {
  FeedConnection,
  type FeedKind,
  type FeedSource,
  StepPackets,
  type SubscriptionMode,
} from "./feed-connection.ts";
import { createSocketGuard, MessageBudget, SOCKET_LIMITS } from "./socket-guard.ts";

const CLOSE_FRAME_TIMEOUT_MS = 1_000;
export const FEED_LIMITS = {
  connectionsPerClient: 5,
  instrumentsPerConnection: 5_000,
  instrumentsPerMessage: 100,
  depthInstrumentsPerConnection: 50,
  depth200InstrumentsPerConnection: 1,
  pingEveryMs: 10_000,
  silentForMs: 40_000,
  /** Interval at which the tokens of open connections are checked. */
  tokenCheckEveryMs: 1_000,
  messageBytes: 64 * 1_024,
  /** Rate limit for the messages of one socket: burst, and rate per second. */
  messagesAtOnce: 120,
  messagesPerSecond: 10,
  /** Maximum number of subscriptions over all connections. */
  maxSubscriptions: 200_000,
  /** A connection with more unsent bytes than this is closed. */
  queuedBytes: 8 * 1_024 * 1_024,
  /** On an account's own market, a connection with more unsent bytes than this receives no updates. */
  ownQueuedBytes: 1_024 * 1_024,
} as const;

/** Close reason of a connection whose token has ended. */
const TOKEN_EXPIRED = 807;
/** Number of steps after which depth is sent even without a trade. */
const DEPTH_EVERY_STEPS = 4;
/** If an account's clock advances by more than this time, its packets are first computed in small steps. */
const LONG_ADVANCE_MS = 5 * 60_000;

export type FeedServerOptions = {
  market: SandboxMarket;
  /** The market's clock, epoch ms. */
  now: () => number;
  /** Returns the account's own market and clock; null while it uses the shared ones. */
  feedSourceOf?: (clientId: string) => FeedSource | null;
  /** Checks a login. Returns null for a valid login, otherwise the error code (806 to 810). */
  authenticate: (clientId: string, token: string) => number | null;
  faults?: SocketFaults;
  limits?: Partial<Record<keyof typeof FEED_LIMITS, number>>;
  onFault?: (fault: unknown) => void;
};

/** The sockets' names in fault rules. */
const FAULT_SOCKET: Record<FeedKind, FaultSocket> = { market: "feed", depth: "depth", deep: "depth200" };
const PATHS: Record<string, FeedKind> = {
  "/feed": "market",
  "/twentydepth": "depth",
  "/twohundreddepth": "deep",
};

export class FeedServer {
  readonly #options: FeedServerOptions;
  readonly #limits: Record<keyof typeof FEED_LIMITS, number>;
  readonly #common: FeedSource;
  readonly #sockets: WebSocketServer;
  /** Connections in order of arrival, oldest first. */
  readonly #connections = new Set<FeedConnection>();
  readonly #byClient = new Map<string, Set<FeedConnection>>();
  readonly #guard = createSocketGuard();
  readonly #work: FairWork<FeedConnection>;
  readonly #timers: NodeJS.Timeout[];
  #isTicking = false;
  #lastStep: number;
  #depthSequence = 0;

  constructor(options: FeedServerOptions) {
    this.#options = options;
    this.#limits = { ...FEED_LIMITS, ...options.limits };
    this.#common = { market: options.market, now: options.now };
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.#limits.messageBytes,
      perMessageDeflate: false,
    });
    this.#work = new FairWork<FeedConnection>(options.onFault ?? (() => {}));
    this.#lastStep = Math.floor(options.now() / STEP_MS);
    this.#timers = [
      setInterval(() => this.#tick(), STEP_MS / 2),
      setInterval(() => this.#keepAlive(), this.#limits.pingEveryMs),
      setInterval(() => this.#closeUnauthorised(), this.#limits.tokenCheckEveryMs),
    ];
  }

  connectionCount(): number {
    return this.#connections.size;
  }

  /** Returns a client's connections to the market feed and their subscriptions, for the portal. */
  feedUseOf(clientId: string): { connections: number; instruments: number } {
    const own = [...(this.#byClient.get(clientId) ?? [])].filter(({ kind }) => kind === "market");
    return {
      connections: own.length,
      instruments: own.reduce((sum, { subscriptionCount }) => sum + subscriptionCount, 0),
    };
  }

  /** Handles an upgrade request. Returns false if the path belongs to no feed. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s, 2);
    const kind = PATHS[path];
    if (kind === undefined) return false;
    const address = this.#guard.admit(request, socket);
    if (address === null) return true;
    this.#sockets.handleUpgrade(request, socket, head, (ws) =>
      this.#accept(ws, kind, new URLSearchParams(query), address, request.headers),
    );
    return true;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#guard.close();
    for (const connection of this.#connections) connection.socket.terminate();
  }

  #refuse(connection: FeedConnection, reason: number): void {
    const where = { exchangeSegment: "IDX_I" as const, securityId: 0, reason };
    const packet =
      connection.kind === "market"
        ? encodeMarketPacket({ kind: "disconnect", ...where })
        : encodeDepthPacket({ kind: "disconnect", ...where });
    this.#drop(connection);
    connection.socket.send(packet, () => connection.socket.close(1000));
    setTimeout(() => connection.socket.terminate(), SOCKET_LIMITS.closeTimeoutMs).unref();
  }

  #accept(
    socket: WebSocket,
    kind: FeedKind,
    query: URLSearchParams,
    address: string,
    headers: IncomingHttpHeaders,
  ): void {
    // ws reports protocol errors to the client; terminating later leaves time to send the close frame.
    socket.on("error", () => setTimeout(() => socket.terminate(), CLOSE_FRAME_TIMEOUT_MS).unref());
    const nextFault = openFaults(socket, headers, FAULT_SOCKET[kind], this.#options.faults);
    if (nextFault === null) {
      this.#guard.watch(socket, address).loginFailed();
      return;
    }
    const clientId = query.get("clientId") ?? "";
    const token = query.get("token") ?? "";
    const connection = new FeedConnection({
      kind,
      clientId,
      token,
      socket,
      source: this.#sourceOf(clientId),
      nextFault: () => nextFault(clientId),
      budget: new MessageBudget(
        { atOnce: this.#limits.messagesAtOnce, perSecond: this.#limits.messagesPerSecond },
        Date.now(),
      ),
    });
    const reason = this.#options.authenticate(clientId, token);
    if (reason !== null) {
      this.#guard.watch(socket, address).loginFailed();
      this.#refuse(connection, reason);
      return;
    }
    const own = this.#add(connection).filter((other) => other.kind === kind);
    for (const oldest of own.slice(0, Math.max(0, own.length - this.#limits.connectionsPerClient)))
      this.#refuse(oldest, 805);
    const resetSilence = () => {
      connection.heardAt = Date.now();
    };
    socket.on("pong", resetSilence);
    socket.on("ping", resetSilence);
    socket.on("close", () => this.#drop(connection));
    socket.on("message", (data, isBinary) => {
      resetSilence();
      if (!this.#connections.has(connection)) return;
      if (!connection.budget.take(Date.now())) return this.#refuse(connection, 805);
      // Some clients also send an old binary form of the disconnect request.
      if (!isBinary) this.#receive(connection, data.toString());
    });
  }

  /** Adds a connection. Returns all connections of its client, oldest first. */
  #add(connection: FeedConnection): FeedConnection[] {
    const own = this.#byClient.get(connection.clientId) ?? new Set();
    this.#byClient.set(connection.clientId, own.add(connection));
    this.#connections.add(connection);
    return [...own];
  }

  #drop(connection: FeedConnection): void {
    const { clientId } = connection;
    this.#connections.delete(connection);
    this.#work.drop(connection);
    const own = this.#byClient.get(clientId);
    own?.delete(connection);
    if (own?.size === 0) this.#byClient.delete(clientId);
  }

  #sourceOf(clientId: string): FeedSource {
    return this.#options.feedSourceOf?.(clientId) ?? this.#common;
  }

  #receive(connection: FeedConnection, text: string): void {
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
      connection.kind === "market" ? this.#limits.instrumentsPerMessage : this.#maxInstruments(connection);
    if (request.instruments.length > inMessage) {
      this.#refuse(connection, 804);
      return;
    }
    const mode = connection.kind === "deep" ? "deep" : request.mode;
    this.#work.add(connection, this.#follow(connection, { ...request, mode }));
  }

  /** Returns the maximum number of instruments per connection. */
  #maxInstruments({ kind }: FeedConnection): number {
    if (kind === "deep") return this.#limits.depth200InstrumentsPerConnection;
    return kind === "depth"
      ? this.#limits.depthInstrumentsPerConnection
      : this.#limits.instrumentsPerConnection;
  }

  /** Executes a request, one instrument at a time. */
  *#follow(
    connection: FeedConnection,
    request: {
      kind: "subscribe" | "unsubscribe";
      mode: SubscriptionMode;
      instruments: readonly FeedInstrument[];
    },
  ): WorkSteps {
    if (request.kind === "unsubscribe") {
      for (const requested of request.instruments) connection.unsubscribe(request.mode, requested);
      return;
    }
    yield* this.#enterCurrentSource(connection);
    const added = request.instruments.flatMap(
      (requested) => connection.subscribe(request.mode, requested) ?? [],
    );
    if (connection.instrumentCount > this.#maxInstruments(connection)) return this.#refuse(connection, 804);
    if (this.#subscriptionCount() > this.#limits.maxSubscriptions) return this.#refuse(connection, 805);
    yield* connection.prepare(added);
    for (const key of added) {
      yield;
      if (!this.#connections.has(connection)) return;
      connection.sendFirst(key);
    }
  }

  #subscriptionCount(): number {
    let count = 0;
    for (const { subscriptionCount } of this.#connections) count += subscriptionCount;
    return count;
  }

  /** Switches a connection to the market that its account currently uses. */
  *#enterCurrentSource(connection: FeedConnection): WorkSteps {
    const source = this.#sourceOf(connection.clientId);
    if (connection.source !== source) yield* connection.enter(source);
  }

  /**
   * Starts sending a step. A step that begins while another one is being sent is skipped, so slow clients get fewer
   * updates.
   */
  #tick(): void {
    const now = this.#options.now();
    const step = Math.floor(now / STEP_MS);
    if (this.#isTicking || step === this.#lastStep || this.#connections.size === 0) return;
    this.#lastStep = step;
    this.#isTicking = true;
    for (const connection of this.#connections)
      if (connection.source !== this.#sourceOf(connection.clientId))
        this.#work.add(connection, this.#enterCurrentSource(connection));
    runInSlices(this.#sendStep(step, now))
      .catch((fault) => this.#options.onFault?.(fault))
      .finally(() => {
        this.#isTicking = false;
      });
  }

  *#sendStep(step: number, now: number): WorkSteps {
    const { market } = this.#common;
    this.#depthSequence = (this.#depthSequence + 1) >>> 0;
    const stepMessages = {
      now,
      isDepthDue: step % DEPTH_EVERY_STEPS === 0,
      packets: new StepPackets(this.#depthSequence),
      traded: (instrument: MarketInstrument) => market.traded(instrument, now),
    };
    for (const connection of [...this.#connections]) {
      if (!this.#connections.has(connection)) continue;
      if (connection.socket.bufferedAmount > this.#limits.queuedBytes) {
        this.#drop(connection);
        connection.socket.terminate();
        continue;
      }
      if (connection.source === this.#common) yield* connection.sendUpdates(stepMessages);
    }
  }

  /** Sends one step of an account's own clock to the account's connections. */
  *sendOwnStep(clientId: string): WorkSteps {
    const own = this.#byClient.get(clientId);
    if (own === undefined) return;
    const source = this.#sourceOf(clientId);
    const now = source.now();
    for (const connection of [...own]) {
      if (connection.source !== source) {
        yield* connection.enter(source);
        continue;
      }
      const { lastSentAt: previousAt } = connection;
      if (connection.socket.bufferedAmount > this.#limits.ownQueuedBytes || now <= previousAt) continue;
      if (now - previousAt > LONG_ADVANCE_MS) yield* connection.prepare();
      yield* connection.sendUpdates({
        now,
        isDepthDue: Math.floor(now / SECOND_MS) > Math.floor(previousAt / SECOND_MS),
        packets: new StepPackets(Math.floor(now / STEP_MS) >>> 0),
        traded: (instrument) => source.market.tradedBetween(instrument, previousAt, now),
      });
    }
  }

  /** Closes the connections of a token that was signed out, was revoked or has expired. */
  #closeUnauthorised(): void {
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
        this.#drop(connection);
        connection.socket.terminate();
      } else connection.socket.ping();
    }
  }
}
