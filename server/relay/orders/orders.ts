// Order updates: combines the hub, the socket endpoint and the session checks into one object.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { systemClock } from "../clock.ts";
import { dialTextFeed } from "../reconnecting-socket.ts";
import type { OrderSession } from "./client-orders.ts";
import { OrderHub, type OrderHubOptions } from "./order-hub.ts";
import { createOrderViewers } from "./order-viewers.ts";

export type OrdersOptions = Omit<OrderHubOptions, "dial" | "clock" | "limits"> & {
  limits: OrderHubOptions["limits"] & { viewerPingEveryMs: number };
  /** Returns the session of a Cookie header; null if there is none. */
  readSession: (cookies: string | undefined, isHttps: boolean) => Promise<OrderSession | null>;
  onFault: (fault: unknown) => void;
};

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(options: OrdersOptions) {
  const hub = new OrderHub({ ...options, dial: dialTextFeed, clock: systemClock });
  const viewers = createOrderViewers({ hub, clock: systemClock, limits: options.limits });
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, isHttps: boolean) {
      options
        .readSession(request.headers.cookie, isHttps)
        .then((session) => viewers.upgrade(request, socket, head, session))
        .catch((fault: unknown) => {
          options.onFault(fault);
          socket.destroy();
        });
    },
    /** Closes the tabs of a session that ended. */
    end: (accessToken: string) => hub.end(accessToken),
    /** Closes the tabs of a client after all of the client's sessions have ended. */
    endClient: (clientId: string) => hub.endClient(clientId),
    /**
     * Immediately checks with the provider whether a client's open sessions are valid, because some sessions have ended.
     */
    recheckSessions: (clientId: string) => hub.recheckSessions(clientId),
    status: (): { tabs: number; up: number; changes: number } => ({
      tabs: hub.tabCount,
      up: hub.upCount,
      changes: hub.changesReceived,
    }),
    stop: () => viewers.stop(),
  };
}
