// Sends order changes only to the tabs of their client, while the tab's session is valid. Each client's changes are
// numbered (client-orders.ts). Either one connection to the provider serves all clients, or each client has one
// (order-connections.ts).

import { randomBytes } from "node:crypto";
import { CLOSE_CODE_TABLE } from "../../../app/contract/live/close-codes.ts";
import type { OrderChange, OrdersServerMessage } from "../../../app/contract/live/order-updates.ts";
import { parseJson } from "../../../app/domain/parse-json.ts";
import { ClientOrders, closeTab, type OrderSession, type OrderTab, type Tab } from "./client-orders.ts";
import { type ConnectionOptions, OrderConnections } from "./order-connections.ts";
import {
  createSessionWatch,
  type SessionState,
  type SessionWatch,
  type SessionWatchOptions,
} from "./session-watch.ts";

export type OrderHubOptions = Omit<ConnectionOptions, "onAlert" | "onState"> & {
  /** Checks with the provider whether a token is still valid. */
  checkSession: SessionWatchOptions["check"];
  limits: ConnectionOptions["limits"] &
    SessionWatchOptions["limits"] & {
      orderViewersPerClient: number;
      orderViewers: number;
      orderChangesKept: number;
      orderQueuedBytes: number;
      orderHelloTimeoutMs: number;
    };
};

/** Functions of one open tab: `receive` handles its messages, `leave` removes it. */
export type TabEntry = { receive(text: string): void; leave(): void };

export class OrderHub {
  readonly #options: OrderHubOptions;
  /** Random id of this process. Sequence numbers of changes are comparable only within one process. */
  readonly #epoch = randomBytes(9).toString("base64url");
  readonly #clients = new Map<string, ClientOrders>();
  readonly #connections: OrderConnections;
  readonly #sessions: SessionWatch;
  #tabCount = 0;
  #changesReceived = 0;

  constructor(options: OrderHubOptions) {
    this.#options = options;
    this.#connections = new OrderConnections({
      ...options,
      onAlert: ({ clientId, change }) => this.#publish(clientId, change),
      onState: (isUp, wasUp, whose) => this.#notifyState(isUp, wasUp, whose),
    });
    this.#sessions = createSessionWatch({
      check: options.checkSession,
      clock: options.clock,
      limits: options.limits,
      onGone: (accessToken, state) => this.#endTabs(accessToken, state),
    });
  }

  get tabCount(): number {
    return this.#tabCount;
  }

  /** Number of order changes received from the provider, including those of clients without an open tab. */
  get changesReceived(): number {
    return this.#changesReceived;
  }

  /** Number of connections to the provider that are up. */
  get upCount(): number {
    return this.#connections.upCount;
  }

  /** Checks with the provider whether a session is valid, before a tab of it is accepted. */
  stateOf(session: OrderSession): Promise<SessionState> {
    return this.#sessions.ask(session.accessToken);
  }

  /** Adds a tab. Returns null if the client has reached the limit of open tabs. */
  enter(session: OrderSession, socket: OrderTab): TabEntry | null {
    const { limits, clock } = this.#options;
    const { clientId, accessToken } = session;
    const client = this.#clients.get(clientId) ?? new ClientOrders(limits);
    if (client.tabs.size >= limits.orderViewersPerClient || this.#tabCount >= limits.orderViewers)
      return null;
    this.#clients.set(clientId, client);
    const cancelHello = clock.after(limits.orderHelloTimeoutMs, () => {
      if (!tab.hasGreeted) closeTab(socket, CLOSE_CODE_TABLE.badMessage);
    });
    const cancelEnd = clock.after(Math.max(0, session.endsAt - clock.wall()), () =>
      closeTab(socket, CLOSE_CODE_TABLE.sessionEnded),
    );
    const tab: Tab = { socket, session, hasGreeted: false };
    client.tabs.add(tab);
    this.#tabCount += 1;
    this.#sessions.enter(accessToken);
    this.#connections.open(clientId, () => [...client.tabs].at(-1)?.session ?? session);
    return {
      receive: (text) => {
        if (this.#greet(clientId, client, tab, text)) cancelHello();
      },
      leave: () => {
        if (!client.tabs.delete(tab)) return;
        this.#tabCount -= 1;
        this.#sessions.leave(accessToken);
        cancelHello();
        cancelEnd();
        if (client.tabs.size > 0) return;
        const isLast = this.#tabCount === 0;
        this.#connections.leave(clientId, isLast, () => this.#clients.delete(clientId));
      },
    };
  }

  /** Closes the tabs of one session, because it ended on this site. */
  end(accessToken: string): void {
    this.#endTabs(accessToken, "ended");
  }

  /** Closes all tabs of a client after all of the client's sessions have ended. */
  endClient(clientId: string): void {
    for (const { socket } of this.#clients.get(clientId)?.tabs ?? [])
      closeTab(socket, CLOSE_CODE_TABLE.sessionEnded);
  }

  /** Immediately checks with the provider whether a client's sessions are valid, because some of them have ended. */
  recheckSessions(clientId: string): void {
    const tabs = this.#clients.get(clientId)?.tabs ?? [];
    this.#sessions.checkSessions(new Set([...tabs].map(({ session }) => session.accessToken)));
  }

  stop(): void {
    this.#sessions.stop();
    for (const { tabs } of this.#clients.values())
      for (const { socket } of tabs) closeTab(socket, CLOSE_CODE_TABLE.restart);
    this.#connections.stop();
  }

  /**
   * Handles a tab's first message: the number of the last change that the tab received. Closes the tab if the message
   * is invalid or not the first one.
   */
  #greet(clientId: string, client: ClientOrders, tab: Tab, text: string): boolean {
    const known = tab.hasGreeted ? null : readHello(text);
    if (known === null) {
      closeTab(tab.socket, CLOSE_CODE_TABLE.badMessage);
      return false;
    }
    tab.hasGreeted = true;
    const { sequence } = client;
    const hello: OrdersServerMessage = ["h", this.#epoch, sequence, tab.session.endsAt];
    const state: OrdersServerMessage = ["u", this.#connections.isUp(clientId) ? 1 : 0];
    tab.socket.send(JSON.stringify(hello));
    tab.socket.send(JSON.stringify(state));
    client.replay(tab, known.epoch === "" ? null : { ...known, isOurs: known.epoch === this.#epoch });
    return true;
  }

  #publish(clientId: string, change: OrderChange): void {
    this.#changesReceived += 1;
    this.#clients.get(clientId)?.publish(change);
  }

  /**
   * Notifies tabs that order updates have started or stopped. `whose` is the client of the connection; null for all
   * clients.
   */
  #notifyState(isUp: boolean, wasUp: boolean, whose: string | null): void {
    for (const [clientId, client] of this.#clients) {
      if (whose !== null && whose !== clientId) continue;
      client.broadcast(["u", isUp ? 1 : 0]);
      // Changes may have been lost in the interruption. Skipping a number makes tabs reload their lists.
      if (isUp && wasUp) client.gap();
    }
  }

  #endTabs(accessToken: string, state: "ended" | "unknown"): void {
    const closing = state === "ended" ? CLOSE_CODE_TABLE.sessionEnded : CLOSE_CODE_TABLE.sessionUnknown;
    const ending = [...this.#clients.values()]
      .flatMap(({ tabs }) => [...tabs])
      .filter(({ session }) => session.accessToken === accessToken);
    for (const { socket } of ending) closeTab(socket, closing);
  }
}

function readHello(text: string): { epoch: string; sequence: number } | null {
  const message = parseJson(text);
  if (!Array.isArray(message) || message.length !== 3) return null;
  const [kind, epoch, sequence] = message as unknown[];
  const isHello =
    kind === "s" && typeof epoch === "string" && epoch.length <= 40 && Number.isSafeInteger(sequence);
  return isHello ? { epoch, sequence: sequence as number } : null;
}
