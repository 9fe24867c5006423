// Routes order changes to the tabs of the client they belong to, and to nobody else, for as long as their session lives. Each client's
// changes are numbered; a tab that comes back gets what it missed, or is told to reload its list. Nothing is dropped in silence.
import { randomBytes } from "node:crypto";
import { ORDERS_CLOSE, type OrderChange, type OrdersServerMessage } from "../../app/wire/order-updates.ts";
import { type OrderLogin, OrderUpstream, type OrderUpstreamOptions } from "./order-upstream.ts";
import { createSessionWatch, type SessionState, type SessionWatchOptions } from "./session-watch.ts";

/** The way to one tab. */
export type OrderTab = {
  send(text: string): void;
  queuedBytes(): number;
  close(code: number, reason: string): void;
};

/** Whose tab it is, and until when. */
export type OrderSession = { clientId: string; accessToken: string; endsAt: number };

type Tab = { line: OrderTab; session: OrderSession; cancelEnd: () => void; hasGreeted: boolean };
type Client = {
  tabs: Set<Tab>;
  sequence: number;
  changes: { sequence: number; text: string }[];
  /** Of its own under individual login; null under the partner's. */
  upstream: OrderUpstream | null;
  cancelLinger: () => void;
};

export type OrderHubOptions = Pick<OrderUpstreamOptions, "url" | "dial" | "clock"> & {
  /** Individual: a connection for each client who has a tab, with his own token. */
  loginKind: "partner" | "individual";
  partner: () => { id: string; secret: string } | null;
  /** Whether a token lives, by the provider's word. */
  checkSession: SessionWatchOptions["check"];
  limits: OrderUpstreamOptions["limits"] &
    SessionWatchOptions["limits"] & {
      orderViewersPerClient: number;
      orderViewers: number;
      orderChangesKept: number;
      orderQueuedBytes: number;
      orderLingerMs: number;
      orderHelloWithinMs: number;
    };
  onEvent: (event: { level: "info" | "warn"; message: string; detail?: string }) => void;
};

export type OrderHub = ReturnType<typeof createOrderHub>;

export function createOrderHub(options: OrderHubOptions) {
  const { clock, limits } = options;
  /** Names this process's numbering: another process counts from elsewhere. */
  const epoch = randomBytes(9).toString("base64url");
  const clients = new Map<string, Client>();
  let tabCount = 0;
  let changesHeard = 0;
  let partnerUpstream: OrderUpstream | null = null;
  let cancelPartnerLinger: () => void = () => {};

  const sessions = createSessionWatch({
    check: options.checkSession,
    clock,
    limits,
    onGone: (accessToken, state) => endTabs(accessToken, state),
  });

  function* tabsOf(accessToken: string): Generator<Tab> {
    for (const { tabs } of clients.values())
      for (const tab of tabs) if (tab.session.accessToken === accessToken) yield tab;
  }

  function endTabs(accessToken: string, state: "ended" | "unknown"): void {
    for (const { line } of [...tabsOf(accessToken)])
      if (state === "ended") line.close(ORDERS_CLOSE.sessionEnded, "the session has ended");
      else line.close(ORDERS_CLOSE.tryLater, "the session cannot be looked up");
  }

  function upstreamFor(login: () => OrderLogin | null, whose: () => Iterable<Client>): OrderUpstream {
    let hasBeenUp = false;
    const upstream = new OrderUpstream({
      url: options.url,
      dial: options.dial,
      clock,
      limits,
      login,
      onAlert: ({ clientId, change }) => publish(clientId, change),
      onState(isUp, reason) {
        options.onEvent({
          level: isUp ? "info" : "warn",
          message: isUp ? "order updates connected" : "order updates disconnected",
          detail: reason,
        });
        for (const client of whose()) {
          tell(client, ["u", isUp ? 1 : 0]);
          // What was sent while nobody listened is not known: a number is skipped, and the list reloaded.
          if (isUp && hasBeenUp) gap(client);
        }
        hasBeenUp ||= isUp;
      },
    });
    upstream.start();
    return upstream;
  }

  function open(session: OrderSession, client: Client): void {
    if (options.loginKind === "individual") {
      client.cancelLinger();
      client.upstream ??= upstreamFor(
        () => {
          const newest = [...client.tabs].at(-1)?.session ?? session;
          return { kind: "individual", clientId: newest.clientId, token: newest.accessToken };
        },
        () => [client],
      );
      return;
    }
    cancelPartnerLinger();
    partnerUpstream ??= upstreamFor(
      () => {
        const partner = options.partner();
        return partner === null ? null : { kind: "partner", ...partner };
      },
      () => clients.values(),
    );
  }

  /** With the last tab gone, the connection stays for a moment: pages follow one another. */
  function leave(clientId: string, client: Client): void {
    if (client.tabs.size === 0) {
      client.cancelLinger = clock.after(limits.orderLingerMs, () => {
        if (client.tabs.size > 0) return;
        client.upstream?.stop();
        clients.delete(clientId);
      });
    }
    if (tabCount === 0)
      cancelPartnerLinger = clock.after(limits.orderLingerMs, () => {
        if (tabCount > 0) return;
        partnerUpstream?.stop();
        partnerUpstream = null;
      });
  }

  function publish(clientId: string, change: OrderChange): void {
    changesHeard += 1;
    const client = clients.get(clientId);
    if (client === undefined) return;
    client.sequence += 1;
    const text = JSON.stringify(["o", client.sequence, change] satisfies OrdersServerMessage);
    client.changes.push({ sequence: client.sequence, text });
    if (client.changes.length > limits.orderChangesKept) client.changes.shift();
    for (const tab of client.tabs) if (tab.hasGreeted) send(tab, text);
  }

  function gap(client: Client): void {
    client.sequence += 1;
    client.changes = [];
    tell(client, ["r", client.sequence]);
  }

  function tell(client: Client, message: OrdersServerMessage): void {
    const text = JSON.stringify(message);
    for (const tab of client.tabs) if (tab.hasGreeted) send(tab, text);
  }

  /** A tab that does not read is closed, not fed: it reloads its list when it is back. */
  function send(tab: Tab, text: string): void {
    if (tab.line.queuedBytes() > limits.orderQueuedBytes) tab.line.close(ORDERS_CLOSE.slow, "too far behind");
    else tab.line.send(text);
  }

  return {
    get tabCount() {
      return tabCount;
    },

    /** Order changes heard from the provider, whether somebody looks or not. */
    get changesHeard() {
      return changesHeard;
    },

    /** Connections to the provider that are up. */
    get upCount() {
      const own = [...clients.values()].filter(({ upstream }) => upstream?.isUp).length;
      return own + (partnerUpstream?.isUp ? 1 : 0);
    },

    /** Whether a session may open a tab, by the provider's word now. */
    stateOf: (session: OrderSession): Promise<SessionState> => sessions.ask(session.accessToken),

    /** Null when the client has as many tabs open as it may. */
    enter(session: OrderSession, line: OrderTab): { receive(text: string): void; leave(): void } | null {
      const client = clients.get(session.clientId) ?? {
        tabs: new Set<Tab>(),
        sequence: 0,
        changes: [],
        upstream: null,
        cancelLinger: () => {},
      };
      if (client.tabs.size >= limits.orderViewersPerClient || tabCount >= limits.orderViewers) return null;
      clients.set(session.clientId, client);
      const cancelHello = clock.after(limits.orderHelloWithinMs, () => {
        if (!tab.hasGreeted) line.close(ORDERS_CLOSE.badMessage, "say what you know first");
      });
      const cancelEnd = clock.after(Math.max(0, session.endsAt - clock.wall()), () =>
        line.close(ORDERS_CLOSE.sessionEnded, "the session has ended"),
      );
      const tab: Tab = { line, session, cancelEnd, hasGreeted: false };
      client.tabs.add(tab);
      sessions.enter(session.accessToken);
      client.cancelLinger();
      tabCount += 1;
      open(session, client);
      return {
        receive(text) {
          const known = tab.hasGreeted ? null : readHello(text);
          if (known === null) {
            line.close(ORDERS_CLOSE.badMessage, "not understood");
            return;
          }
          tab.hasGreeted = true;
          cancelHello();
          line.send(
            JSON.stringify(["h", epoch, client.sequence, session.endsAt] satisfies OrdersServerMessage),
          );
          const upstream = client.upstream ?? partnerUpstream;
          line.send(JSON.stringify(["u", upstream?.isUp ? 1 : 0] satisfies OrdersServerMessage));
          replay(client, tab, known);
        },
        leave() {
          if (!client.tabs.delete(tab)) return;
          tabCount -= 1;
          sessions.leave(session.accessToken);
          cancelHello();
          tab.cancelEnd();
          leave(session.clientId, client);
        },
      };
    },

    /** A session has ended here: its tabs hear no more. */
    end(accessToken: string): void {
      endTabs(accessToken, "ended");
    },

    /** Some of a client's sessions have ended: which ones, the provider says now. */
    lookAgain(clientId: string): void {
      const tabs = clients.get(clientId)?.tabs ?? [];
      sessions.lookAt(new Set([...tabs].map(({ session }) => session.accessToken)));
    },

    stop(): void {
      sessions.stop();
      for (const client of clients.values()) {
        for (const tab of client.tabs) tab.line.close(ORDERS_CLOSE.restart, "restarting");
        client.cancelLinger();
        client.upstream?.stop();
      }
      cancelPartnerLinger();
      partnerUpstream?.stop();
    },
  };

  /** What came after the number that the tab knows; where that is not kept, the list has to be reloaded. */
  function replay(client: Client, tab: Tab, known: { epoch: string; sequence: number }): void {
    const isNew = known.epoch === "";
    const isCurrent = known.epoch === epoch && known.sequence === client.sequence;
    if (isNew || isCurrent) return;
    const oldest = client.changes[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const isCovered =
      known.epoch === epoch && known.sequence < client.sequence && oldest <= known.sequence + 1;
    if (!isCovered) send(tab, JSON.stringify(["r", client.sequence] satisfies OrdersServerMessage));
    else for (const { sequence, text } of client.changes) if (sequence > known.sequence) send(tab, text);
  }
}

function readHello(text: string): { epoch: string; sequence: number } | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(message) || message.length !== 3) return null;
  const [kind, epoch, sequence] = message as unknown[];
  const isHello =
    kind === "s" && typeof epoch === "string" && epoch.length <= 40 && Number.isSafeInteger(sequence);
  return isHello ? { epoch, sequence: sequence as number } : null;
}
