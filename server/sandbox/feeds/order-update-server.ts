// The order-update socket as the provider serves it: the first message logs in, as one client or as a partner, and from then
// on every change of an order is told. Each key is sent in both spellings, since clients read the one or the other.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { encodeOrderAlert } from "../../protocol/order-alert.ts";
import type { Broker } from "../broker/broker.ts";
import { alertDetails } from "../trading-api/alert-details.ts";
import { createSocketGuard, MessageBudget, SOCKET_LIMITS } from "./socket-guard.ts";

export const ORDER_UPDATE_LIMITS = {
  /** Sockets of one client; the oldest makes room. The partner's are not counted. */
  socketsPerClient: 5,
  pingEveryMs: 10_000,
  queuedBytes: 1_024 * 1_024,
  messageBytes: 8 * 1_024,
  /** Messages after the login: at once, and a second from then on. */
  messagesAtOnce: 10,
  messagesPerSecond: 1,
} as const;
const LOGIN_CODE = 42;

const loginSchema = z.discriminatedUnion("UserType", [
  z.object({
    UserType: z.literal("SELF"),
    LoginReq: z.object({ MsgCode: z.literal(LOGIN_CODE), ClientId: z.string(), Token: z.string() }),
  }),
  z.object({
    UserType: z.literal("PARTNER"),
    LoginReq: z.object({ MsgCode: z.literal(LOGIN_CODE), ClientId: z.string() }),
    Secret: z.string(),
  }),
]);

type Listener = { socket: WebSocket; clientId: string | null; isAlive: boolean };

export type OrderUpdateServer = {
  /** True when the path is the socket's. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): void;
};

export function createOrderUpdateServer(options: {
  broker: Broker;
  /** The client whose living token this is. */
  clientOf: (token: string) => string | null;
  isPartner: (id: string, secret: string) => boolean;
}): OrderUpdateServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: ORDER_UPDATE_LIMITS.messageBytes,
    perMessageDeflate: false,
  });
  const listeners = new Set<Listener>();

  const guard = createSocketGuard();
  const stopListening = options.broker.onEvents((events, broker) => {
    if (listeners.size === 0) return;
    // Orders of an account's own clock are that account's alone.
    const isCommon = broker === options.broker;
    for (const event of events) {
      const text = encodeOrderAlert(event.clientId, event.order, alertDetails(broker, event.row));
      for (const listener of listeners) {
        if (listener.clientId === null ? !isCommon : listener.clientId !== event.clientId) continue;
        if (listener.socket.bufferedAmount > ORDER_UPDATE_LIMITS.queuedBytes) listener.socket.terminate();
        else listener.socket.send(text);
      }
    }
  });

  function welcome(socket: WebSocket, address: string): void {
    const watched = guard.watch(socket, address);
    socket.on("error", () => socket.terminate());
    socket.once("message", (data) => {
      const who = login(data.toString());
      if (who === undefined) {
        watched.refused();
        socket.close(1008, "the login was refused");
        return;
      }
      watched.passed();
      listen(socket, who);
    });
  }

  function listen(socket: WebSocket, clientId: string | null): void {
    const listener: Listener = { socket, clientId, isAlive: true };
    listeners.add(listener);
    if (clientId !== null) {
      const own = [...listeners].filter((other) => other.clientId === clientId);
      for (const oldest of own.slice(0, Math.max(0, own.length - ORDER_UPDATE_LIMITS.socketsPerClient)))
        end(oldest, 1008, "too many connections");
    }
    const budget = new MessageBudget(
      { atOnce: ORDER_UPDATE_LIMITS.messagesAtOnce, perSecond: ORDER_UPDATE_LIMITS.messagesPerSecond },
      Date.now(),
    );
    socket.on("message", () => {
      if (!budget.take(Date.now())) end(listener, 1008, "too many messages");
    });
    socket.on("pong", () => {
      listener.isAlive = true;
    });
    socket.on("close", () => listeners.delete(listener));
  }

  function end(listener: Listener, code: number, reason: string): void {
    listeners.delete(listener);
    listener.socket.close(code, reason);
    setTimeout(() => listener.socket.terminate(), SOCKET_LIMITS.closeWithinMs).unref();
  }

  /** A client's id, null for the partner of them all, undefined when refused. */
  function login(text: string): string | null | undefined {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return undefined;
    }
    const parsed = loginSchema.safeParse(json);
    if (!parsed.success) return undefined;
    const { LoginReq } = parsed.data;
    if (parsed.data.UserType === "PARTNER")
      return options.isPartner(LoginReq.ClientId, parsed.data.Secret) ? null : undefined;
    const client = options.clientOf("Token" in LoginReq ? LoginReq.Token : "");
    return client === LoginReq.ClientId ? client : undefined;
  }

  const pinging = setInterval(() => {
    for (const listener of listeners) {
      if (!listener.isAlive) listener.socket.terminate();
      listener.isAlive = false;
      listener.socket.ping();
    }
  }, ORDER_UPDATE_LIMITS.pingEveryMs);

  return {
    upgrade(request, socket, head) {
      if ((request.url ?? "").split("?", 1)[0] !== "/order-update") return false;
      const address = guard.admit(request, socket);
      if (address === null) return true;
      sockets.handleUpgrade(request, socket, head, (ws) => welcome(ws, address));
      return true;
    },
    close() {
      clearInterval(pinging);
      stopListening();
      guard.close();
      for (const { socket } of listeners) socket.close(1001);
    },
  };
}
