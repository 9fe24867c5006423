// Upgrade handler of `/orders`, the socket for a signed-in client's tabs. The sealed cookie identifies the client.
// Because a cookie can be copied and can outlast its session, the provider must confirm the session before the tab is
// accepted. The tab then sends a greeting, and is pinged until it closes.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { CLOSE_CODE_TABLE } from "../../../app/contract/live/close-codes.ts";
import { ORDERS_SUBPROTOCOL } from "../../../app/contract/live/order-updates.ts";
import { refuseUpgrade } from "../../protocol/refuse-upgrade.ts";
import type { Clock } from "../clock.ts";
import type { OrderSession } from "./client-orders.ts";
import type { OrderHub } from "./order-hub.ts";

const MESSAGE_BYTES = 512;
const TERMINATE_AFTER_MS = 1_000;
const RETRY_AFTER_S = "5";

export type OrderViewers = ReturnType<typeof createOrderViewers>;

export function createOrderViewers(options: {
  hub: OrderHub;
  clock: Clock;
  limits: { viewerPingEveryMs: number };
}) {
  const { hub, clock, limits } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(ORDERS_SUBPROTOCOL) ? ORDERS_SUBPROTOCOL : false),
  });
  const alive = new Map<WebSocket, boolean>();
  let isShut = false;

  const stopPinging = clock.every(limits.viewerPingEveryMs, () => {
    for (const [socket, hasAnswered] of alive) {
      if (!hasAnswered) socket.terminate();
      alive.set(socket, false);
      socket.ping();
    }
  });

  function welcome(socket: WebSocket, session: OrderSession): void {
    const tab = hub.enter(session, {
      send: (text) => socket.send(text),
      queuedBytes: () => socket.bufferedAmount,
      close(code, reason) {
        socket.close(code, reason);
        clock.after(TERMINATE_AFTER_MS, () => socket.terminate());
      },
    });
    // After a protocol error, the library ws sends a close frame. The socket is terminated later, so that this frame
    // can be sent.
    socket.on("error", () => clock.after(TERMINATE_AFTER_MS, () => socket.terminate()));
    if (tab === null) {
      socket.close(CLOSE_CODE_TABLE.tooManyTabs.code, CLOSE_CODE_TABLE.tooManyTabs.reason);
      return;
    }
    alive.set(socket, true);
    socket.on("pong", () => alive.set(socket, true));
    socket.on("message", (data, isBinary) => tab.receive(isBinary ? "" : data.toString()));
    socket.on("close", () => {
      alive.delete(socket);
      tab.leave();
    });
  }

  return {
    async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, session: OrderSession | null) {
      const state = isShut || session === null ? null : await hub.stateOf(session);
      // The site may have begun to stop during the check.
      if (isShut) return refuseUpgrade(socket, 503, "The site is restarting.", { "Retry-After": "5" });
      if (session === null || state === "ended") return refuseUpgrade(socket, 401, "Sign in first.");
      if (state !== "alive")
        return refuseUpgrade(socket, 503, "Your session could not be checked. Try again in a few seconds.", {
          "Retry-After": RETRY_AFTER_S,
        });
      sockets.handleUpgrade(request, socket, head, (ws) => welcome(ws, session));
    },
    stop() {
      isShut = true;
      stopPinging();
      hub.stop();
    },
  };
}
