// The provider's order-update socket. The first message signs in a client or the partner. The socket then sends every
// change of an order. Each key is sent in two spellings, because clients differ in the spelling that they read.

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { parseJson } from "../../../../app/domain/parse-json.ts";
import { encodeOrderAlert } from "../../../protocol/order-alert.ts";
import type { Broker } from "../../broker/broker.ts";
import type { ClientEvent } from "../../broker/order-events.ts";
import {
  FaultyOutbox,
  type NextClientFault,
  openFaults,
  type SocketFaults,
} from "../../exchange/feeds/faulty-outbox.ts";
import { createSocketGuard, MessageBudget, SOCKET_LIMITS } from "../../exchange/feeds/socket-guard.ts";
import { alertDetails } from "../trading-api/alert-details.ts";

const CLOSE_WITHIN_MS = 1_000;
export const ORDER_UPDATE_LIMITS = {
  /** Maximum number of sockets per client. A further one closes the oldest. The partner's sockets are not limited. */
  socketsPerClient: 5,
  pingEveryMs: 10_000,
  /** Interval at which the tokens of open sockets are checked. */
  tokenCheckEveryMs: 1_000,
  queuedBytes: 1_024 * 1_024,
  messageBytes: 8 * 1_024,
  /** Rate limit for messages after the login: burst, and rate per second. */
  messageBurst: 10,
  messagesPerSecond: 1,
} as const;
const LOGIN_MESSAGE_CODE = 42;

const loginSchema = z.discriminatedUnion("UserType", [
  z.object({
    UserType: z.literal("SELF"),
    LoginReq: z.object({ MsgCode: z.literal(LOGIN_MESSAGE_CODE), ClientId: z.string(), Token: z.string() }),
  }),
  z.object({
    UserType: z.literal("PARTNER"),
    LoginReq: z.object({ MsgCode: z.literal(LOGIN_MESSAGE_CODE), ClientId: z.string() }),
    Secret: z.string(),
  }),
]);

/** `clientId` and `token` are null for the partner, which receives all clients' updates. */
type Login = { clientId: string; token: string } | { clientId: null; token: null };
type Listener = Login & { socket: WebSocket; outbox: FaultyOutbox; isAlive: boolean };

type Options = {
  broker: Broker;
  /** Returns the client of a valid token. */
  clientOf: (token: string) => string | null;
  isPartner: (id: string, secret: string) => boolean;
  faults?: SocketFaults;
};

export class OrderUpdateServer {
  readonly #options: Options;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: ORDER_UPDATE_LIMITS.messageBytes,
    perMessageDeflate: false,
  });
  readonly #listeners = new Set<Listener>();
  readonly #guard = createSocketGuard();
  readonly #stopListening: () => void;
  readonly #timers: NodeJS.Timeout[];

  constructor(options: Options) {
    this.#options = options;
    this.#stopListening = options.broker.onEvents((events, broker) => this.#sendEvents(events, broker));
    this.#timers = [
      setInterval(() => this.#ping(), ORDER_UPDATE_LIMITS.pingEveryMs),
      setInterval(() => this.#closeWithoutValidToken(), ORDER_UPDATE_LIMITS.tokenCheckEveryMs),
    ];
  }

  /** Handles an upgrade request. Returns false if the request's path is not the path of this socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if ((request.url ?? "").split("?", 1)[0] !== "/order-update") return false;
    const address = this.#guard.admit(request, socket);
    if (address === null) return true;
    this.#sockets.handleUpgrade(request, socket, head, (ws) =>
      this.#authenticate(ws, address, request.headers),
    );
    return true;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopListening();
    this.#guard.close();
    for (const { socket } of this.#listeners) socket.close(1001);
  }

  #sendEvents(events: readonly ClientEvent[], broker: Broker): void {
    // The partner receives updates of the common market only, not those of accounts with a separate clock.
    const isCommonMarket = broker === this.#options.broker;
    for (const event of events) {
      const recipients = [...this.#listeners].filter(({ clientId }) =>
        clientId === null ? isCommonMarket : clientId === event.clientId,
      );
      if (recipients.length === 0) continue;
      const text = encodeOrderAlert(event.clientId, event.order, alertDetails(broker, event.row));
      for (const { socket, outbox } of recipients)
        if (socket.bufferedAmount > ORDER_UPDATE_LIMITS.queuedBytes) socket.terminate();
        else outbox.send(text);
    }
  }

  #authenticate(socket: WebSocket, address: string, headers: IncomingHttpHeaders): void {
    const watched = this.#guard.watch(socket, address);
    // `ws` sends a close frame on a protocol error. The connection is terminated later, so that the frame is sent
    // first.
    socket.on("error", () => setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref());
    const strike = openFaults(socket, headers, "order-update", this.#options.faults);
    if (strike === null) {
      watched.loginFailed();
      return;
    }
    socket.once("message", (data) => {
      const who = parseLogin(data.toString(), this.#options);
      if (who === null) {
        watched.loginFailed();
        socket.close(1008, "the login was refused");
        return;
      }
      watched.loggedIn();
      this.#listen(socket, who, strike);
    });
  }

  #listen(socket: WebSocket, login: Login, strike: NextClientFault): void {
    const { clientId } = login;
    const outbox = new FaultyOutbox(socket, () => (clientId === null ? null : strike(clientId)));
    const listener: Listener = { ...login, socket, outbox, isAlive: true };
    this.#listeners.add(listener);
    if (clientId !== null) {
      const own = [...this.#listeners].filter((other) => other.clientId === clientId);
      for (const oldest of own.slice(0, Math.max(0, own.length - ORDER_UPDATE_LIMITS.socketsPerClient)))
        this.#end(oldest, "too many connections");
    }
    const budget = new MessageBudget(
      { atOnce: ORDER_UPDATE_LIMITS.messageBurst, perSecond: ORDER_UPDATE_LIMITS.messagesPerSecond },
      Date.now(),
    );
    socket.on("message", () => {
      if (!budget.take(Date.now())) this.#end(listener, "too many messages");
    });
    socket.on("pong", () => {
      listener.isAlive = true;
    });
    socket.on("close", () => this.#listeners.delete(listener));
  }

  #end(listener: Listener, reason: string): void {
    this.#listeners.delete(listener);
    listener.socket.close(1008, reason);
    setTimeout(() => listener.socket.terminate(), SOCKET_LIMITS.closeTimeoutMs).unref();
  }

  /** Closes the sockets of a token that was signed out, was revoked or has expired. */
  #closeWithoutValidToken(): void {
    for (const listener of [...this.#listeners]) {
      const { clientId, token } = listener;
      if (token !== null && this.#options.clientOf(token) !== clientId)
        this.#end(listener, "the access token has ended");
    }
  }

  #ping(): void {
    for (const listener of this.#listeners) {
      if (!listener.isAlive) listener.socket.terminate();
      listener.isAlive = false;
      listener.socket.ping();
    }
  }
}

/** Verifies the login message. Returns null when the login is rejected. */
function parseLogin(text: string, options: Options): Login | null {
  const parsed = loginSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { LoginReq } = parsed.data;
  if (parsed.data.UserType === "PARTNER")
    return options.isPartner(LoginReq.ClientId, parsed.data.Secret) ? { clientId: null, token: null } : null;
  const token = "Token" in LoginReq ? LoginReq.Token : "";
  const clientId = options.clientOf(token);
  return clientId !== null && clientId === LoginReq.ClientId ? { clientId, token } : null;
}
