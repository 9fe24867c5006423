// Connections to the provider's order-update socket: either one for all clients with the partner's login, or one per
// client with open tabs, with that client's token. Replicas with a bus share the partner's connection
// (shared-connection.ts). A connection stays open briefly after its last tab closes, because the next page usually
// opens a new tab.
import type { OrderChange } from "../../../app/contract/live/order-updates.ts";
import type { OrderSession } from "./client-orders.ts";
import { type OrderLogin, OrderUpstream, type OrderUpstreamOptions } from "./order-upstream.ts";
import {
  type OrderShare,
  type OrderSource,
  type SharedConnectionOptions,
  SharedOrderConnection,
} from "./shared-connection.ts";

export type ConnectionOptions = Pick<OrderUpstreamOptions, "url" | "dial" | "clock"> & {
  /** `individual`: one connection for each client with an open tab, with the client's token. */
  loginKind: "partner" | "individual";
  partner: () => { id: string; secret: string } | null;
  /** The bus that replicas share; null with a single replica. */
  share: OrderShare | null;
  limits: OrderUpstreamOptions["limits"] & SharedConnectionOptions["limits"] & { orderLingerMs: number };
  onAlert: (alert: { clientId: string; change: OrderChange }) => void;
  /** `wasUp` is true if the connection was up before. `whose` is the client of the connection; null for all clients. */
  onState: (isUp: boolean, wasUp: boolean, whose: string | null) => void;
  onEvent: (event: { level: "info" | "warn"; message: string; detail?: string }) => void;
};

type Waits = { cancel(): void };

export class OrderConnections {
  readonly #options: ConnectionOptions;
  /** Connections by client; the partner's connection has the key null. */
  readonly #connections = new Map<string | null, OrderSource>();
  readonly #lingering = new Map<string | null, Waits>();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Number of connections that are up, including a connection that another replica shares. */
  get upCount(): number {
    return [...this.#connections.values()].filter(({ isUp }) => isUp).length;
  }

  /** True if the connection for this client is up. */
  isUp(clientId: string): boolean {
    return this.#connections.get(this.#keyOf(clientId))?.isUp === true;
  }

  /**
   * Called when a tab of this client opens. `newest` returns the client's newest session, whose token is used to log
   * in.
   */
  open(clientId: string, newest: () => OrderSession): void {
    this.#stay(clientId);
    this.#stay(null);
    const key = this.#keyOf(clientId);
    if (this.#connections.has(key)) {
      this.#connections.get(key)?.watch?.(clientId);
      return;
    }
    const login = (): OrderLogin | null => {
      if (key !== null) return { kind: "individual", clientId: key, token: newest().accessToken };
      const partner = this.#options.partner();
      return partner === null ? null : { kind: "partner", ...partner };
    };
    const connection = this.#dial(login, key);
    this.#connections.set(key, connection);
    connection.start();
    connection.watch?.(clientId);
  }

  /**
   * Called when a client's last tab closes. `isLast` is true if no other client has an open tab. After a pause, closes
   * the client's connection and calls `forget`, unless a tab of the client opens before.
   */
  leave(clientId: string, isLast: boolean, forget: () => void): void {
    this.#linger(clientId, () => {
      this.#connections.get(null)?.unwatch?.(clientId);
      this.#close(clientId);
      forget();
    });
    if (isLast) this.#linger(null, () => this.#close(null));
  }

  stop(): void {
    for (const { cancel } of this.#lingering.values()) cancel();
    for (const connection of this.#connections.values()) connection.stop();
  }

  #keyOf(clientId: string): string | null {
    return this.#options.loginKind === "individual" ? clientId : null;
  }

  #dial(login: () => OrderLogin | null, whose: string | null): OrderSource {
    const { share, url, dial, clock, limits, onAlert, onState, onEvent } = this.#options;
    let wasUp = false;
    const events: Pick<OrderUpstreamOptions, "onAlert" | "onState"> = {
      onAlert,
      onState(isUp, reason) {
        onEvent({
          level: isUp ? "info" : "warn",
          message: isUp ? "order updates connected" : "order updates disconnected",
          detail: reason,
        });
        onState(isUp, wasUp, whose);
        wasUp ||= isUp;
      },
    };
    const own = (on: typeof events) => new OrderUpstream({ url, dial, clock, limits, login, ...on });
    return share === null || whose !== null
      ? own(events)
      : new SharedOrderConnection({ ...events, share, dial: own, clock, limits, onEvent });
  }

  #linger(key: string | null, end: () => void): void {
    this.#stay(key);
    const { clock, limits } = this.#options;
    const cancel = clock.after(limits.orderLingerMs, () => {
      this.#lingering.delete(key);
      end();
    });
    this.#lingering.set(key, { cancel });
  }

  #stay(key: string | null): void {
    this.#lingering.get(key)?.cancel();
    this.#lingering.delete(key);
  }

  #close(key: string | null): void {
    this.#connections.get(key)?.stop();
    this.#connections.delete(key);
  }
}
