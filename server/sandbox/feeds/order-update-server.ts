// The order-update socket as the provider serves it: the first message logs in, as one client or as a partner, and from then
// on every change of an order is told. Each key is sent in both spellings, since clients read the one or the other.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { encodeOrderAlert } from "../../protocol/order-alert.ts";
import type { OrderBook } from "../broker/order-book.ts";

const LOGIN_WITHIN_MS = 10_000;
const PING_EVERY_MS = 10_000;
const QUEUED_BYTES = 1_024 * 1_024;
const MESSAGE_BYTES = 8 * 1_024;
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
  book: OrderBook;
  /** The client whose living token this is. */
  clientOf: (token: string) => string | null;
  isPartner: (id: string, secret: string) => boolean;
}): OrderUpdateServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const listeners = new Set<Listener>();

  const stopListening = options.book.onEvents((events) => {
    for (const event of events) {
      const text = encodeOrderAlert(event.clientId, event.order);
      for (const listener of listeners) {
        if (listener.clientId !== null && listener.clientId !== event.clientId) continue;
        if (listener.socket.bufferedAmount > QUEUED_BYTES) listener.socket.terminate();
        else listener.socket.send(text);
      }
    }
  });

  function welcome(socket: WebSocket): void {
    const refuse = setTimeout(() => socket.close(1008, "log in first"), LOGIN_WITHIN_MS);
    socket.on("error", () => socket.terminate());
    socket.once("message", (data) => {
      clearTimeout(refuse);
      const who = login(data.toString());
      if (who === undefined) return socket.close(1008, "the login was refused");
      const listener: Listener = { socket, clientId: who, isAlive: true };
      listeners.add(listener);
      socket.on("pong", () => {
        listener.isAlive = true;
      });
      socket.on("close", () => listeners.delete(listener));
    });
    socket.on("close", () => clearTimeout(refuse));
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
  }, PING_EVERY_MS);

  return {
    upgrade(request, socket, head) {
      if ((request.url ?? "").split("?", 1)[0] !== "/order-update") return false;
      sockets.handleUpgrade(request, socket, head, welcome);
      return true;
    },
    close() {
      clearInterval(pinging);
      stopListening();
      for (const { socket } of listeners) socket.close(1001);
    },
  };
}
