// Routing of order updates with a scripted provider and a manual clock: recipients, message numbers, interruptions,
// slow tabs, and sessions that end.
import { beforeEach, describe, expect, it } from "vitest";
import { CLOSE_CODES } from "../../../app/contract/live/close-codes.ts";
import type { OrdersServerMessage } from "../../../app/contract/live/order-updates.ts";
import { FILLED_ORDER as ORDER } from "../../../tests/support/filled-order.ts";
import { ManualClock, settle } from "../../../tests/support/manual-clock.ts";
import { LIMITS } from "../../limits.ts";
import { encodeOrderAlert } from "../../protocol/order-alert.ts";
import type { FeedDialer, FeedSocketEvents } from "../reconnecting-socket.ts";
import type { OrderSession } from "./client-orders.ts";
import { OrderHub } from "./order-hub.ts";
import type { SessionState } from "./session-watch.ts";

const ASHA = "1000000001";
const RAVI = "1000000002";

type Upstream = { sent: string[]; events: FeedSocketEvents; isEnded: boolean };
let clock: ManualClock;
let upstreams: Upstream[];
let hub: OrderHub;
/** State of the provider's session by token; `alive` for missing tokens. */
let states: Map<string, SessionState>;
let checked: string[];

function start(loginKind: "partner" | "individual" = "partner"): void {
  clock = new ManualClock("2026-11-17T12:00:00+05:30");
  upstreams = [];
  states = new Map();
  checked = [];
  const dial: FeedDialer = (_, events) => {
    const upstream: Upstream = { sent: [], events, isEnded: false };
    upstreams.push(upstream);
    queueMicrotask(() => events.onOpen());
    return {
      send: (text) => upstream.sent.push(text),
      terminate: () => {
        upstream.isEnded = true;
      },
    };
  };
  hub = new OrderHub({
    url: () => "ws://provider.test/order-update",
    dial,
    clock,
    loginKind,
    partner: () => ({ id: "P1", secret: "s3cret" }),
    share: null,
    checkSession: async (accessToken) => {
      checked.push(accessToken);
      return states.get(accessToken) ?? "alive";
    },
    limits: LIMITS,
    onEvent: () => {},
  });
}

class Tab {
  readonly received: OrdersServerMessage[] = [];
  closed: number | null = null;
  queued = 0;
  readonly place: { receive(text: string): void; leave(): void } | null;

  constructor(clientId: string, options: Partial<OrderSession> = {}) {
    const session = {
      clientId,
      accessToken: `token of ${clientId}`,
      endsAt: clock.wall() + 3_600_000,
      ...options,
    };
    this.place = hub.enter(session, {
      send: (text) => this.received.push(JSON.parse(text)),
      queuedBytes: () => this.queued,
      close: (code) => {
        this.closed ??= code;
        this.place?.leave();
      },
    });
  }

  hello(epoch = "", sequence = 0): this {
    this.place?.receive(JSON.stringify(["s", epoch, sequence]));
    return this;
  }

  get changes(): number[] {
    return this.received.flatMap((message) => (message[0] === "o" ? message[1] : []));
  }

  get greeting(): { epoch: string; sequence: number } {
    const message = this.received.findLast((one) => one[0] === "h");
    return message?.[0] === "h" ? { epoch: message[1], sequence: message[2] } : { epoch: "?", sequence: -1 };
  }
}

const sendAlert = (clientId: string, order = ORDER, upstream = upstreams.at(-1)) =>
  upstream?.events.onMessage(Buffer.from(encodeOrderAlert(clientId, order)));

beforeEach(() => start());

describe("the order hub with the partner's login", () => {
  it("opens one connection for all clients with the documented login message", async () => {
    new Tab(ASHA).hello();
    new Tab(RAVI).hello();
    await settle();
    expect(upstreams).toHaveLength(1);
    expect(JSON.parse(upstreams[0]?.sent[0] ?? "")).toEqual({
      LoginReq: { MsgCode: 42, ClientId: "P1" },
      UserType: "PARTNER",
      Secret: "s3cret",
    });
  });

  it("sends clients only their own orders, in all of their tabs", async () => {
    const [one, two, other] = [new Tab(ASHA).hello(), new Tab(ASHA).hello(), new Tab(RAVI).hello()];
    await settle();
    sendAlert(ASHA);
    sendAlert("1000000003");
    expect(one.changes).toEqual([1]);
    expect(two.changes).toEqual([1]);
    expect(other.changes).toEqual([]);
    expect(one.received.at(-1)).toEqual([
      "o",
      1,
      {
        id: ORDER.id,
        symbol: "HDFCBANK",
        side: "BUY",
        quantity: 5,
        filled: 5,
        averagePaise: 97_950,
        status: "TRADED",
        reason: null,
      },
    ]);
  });

  it("closes a tab that sends a client id or a second hello message", async () => {
    const other = new Tab(RAVI);
    other.place?.receive(JSON.stringify(["s", "", 0, ASHA]));
    expect(other.closed).toBe(CLOSE_CODES.badMessage);
    const sneaky = new Tab(RAVI).hello();
    sneaky.place?.receive(JSON.stringify(["s", "", 0]));
    expect(sneaky.closed).toBe(CLOSE_CODES.badMessage);
  });

  it("ignores malformed messages of the provider", async () => {
    const tab = new Tab(ASHA).hello();
    await settle();
    for (const text of [
      "",
      "{",
      "[]",
      '{"Type":"order_alert"}',
      '{"Type":"order_alert","Data":{"OrderNo":"x"}}',
      '{"Type":"other","Data":{}}',
    ])
      upstreams[0]?.events.onMessage(Buffer.from(text));
    expect(tab.changes).toEqual([]);
    sendAlert(ASHA);
    expect(tab.changes).toEqual([1]);
  });
});

describe("the order hub after an interruption", () => {
  it("sends a browser tab its missed order changes once and in order", async () => {
    const first = new Tab(ASHA).hello();
    await settle();
    sendAlert(ASHA);
    const { epoch } = first.greeting;
    first.place?.leave();
    const keeper = new Tab(ASHA).hello();
    sendAlert(ASHA);
    sendAlert(ASHA);
    const back = new Tab(ASHA).hello(epoch, 1);
    expect(back.changes).toEqual([2, 3]);
    expect(keeper.changes).toEqual([2, 3]);
  });

  it("makes a tab reload its list if its sequence number is unknown or outdated", async () => {
    const keeper = new Tab(ASHA).hello();
    await settle();
    for (let count = 0; count < LIMITS.orderChangesKept + 5; count += 1) sendAlert(ASHA);
    const { epoch } = keeper.greeting;
    expect(new Tab(ASHA).hello(epoch, 2).received.at(-1)).toEqual(["r", LIMITS.orderChangesKept + 5]);
    expect(new Tab(ASHA).hello("another-epoch", 200).received.at(-1)).toEqual([
      "r",
      LIMITS.orderChangesKept + 5,
    ]);
    expect(new Tab(ASHA).hello(epoch, 9_999).received.at(-1)).toEqual(["r", LIMITS.orderChangesKept + 5]);
  });

  it("makes all tabs reload their lists after the provider's socket was interrupted", async () => {
    const [one, two] = [new Tab(ASHA).hello(), new Tab(RAVI).hello()];
    await settle();
    sendAlert(ASHA);
    upstreams[0]?.events.onClose({ code: 1006, httpStatus: null });
    expect(one.received.at(-1)).toEqual(["u", 0]);
    await clock.advance(2_000);
    expect(upstreams).toHaveLength(2);
    expect(one.received.slice(-2)).toEqual([
      ["u", 1],
      ["r", 2],
    ]);
    expect(two.received.slice(-2)).toEqual([
      ["u", 1],
      ["r", 1],
    ]);
    sendAlert(ASHA);
    expect(one.changes).toEqual([1, 3]);
  });

  it("reconnects if the provider stops pinging", async () => {
    new Tab(ASHA).hello();
    await settle();
    await clock.advance(4 * LIMITS.upstreamPingLateMs);
    expect(upstreams[0]?.isEnded).toBe(true);
    expect(upstreams.length).toBeGreaterThan(1);
  });
});

describe("the order hub", () => {
  it("closes a browser tab's connection if the tab does not read its messages", async () => {
    const [slow, quick] = [new Tab(ASHA).hello(), new Tab(ASHA).hello()];
    await settle();
    slow.queued = LIMITS.orderQueuedBytes + 1;
    sendAlert(ASHA);
    expect(slow.closed).toBe(CLOSE_CODES.slow);
    expect(quick.changes).toEqual([1]);
  });

  it("closes only the tabs of a session that has expired", async () => {
    const ending = new Tab(ASHA, { endsAt: clock.wall() + 60_000 }).hello();
    const staying = new Tab(ASHA).hello();
    await clock.advance(59_000);
    expect(ending.closed).toBeNull();
    await clock.advance(2_000);
    expect(ending.closed).toBe(CLOSE_CODES.sessionEnded);
    expect(staying.closed).toBeNull();
  });

  it("closes the tabs of a signed-out session, but no tabs of other sessions", async () => {
    const [one, two] = [new Tab(ASHA).hello(), new Tab(ASHA).hello()];
    const elsewhere = new Tab(ASHA, { accessToken: "another browser" }).hello();
    const other = new Tab(RAVI).hello();
    hub.end(`token of ${ASHA}`);
    expect([one, two, elsewhere, other].map(({ closed }) => closed)).toEqual([
      CLOSE_CODES.sessionEnded,
      CLOSE_CODES.sessionEnded,
      null,
      null,
    ]);
  });

  it("limits the open tabs of one client", () => {
    for (let count = 0; count < LIMITS.orderViewersPerClient; count += 1) new Tab(ASHA);
    expect(new Tab(ASHA).place).toBeNull();
    expect(new Tab(RAVI).place).not.toBeNull();
  });

  it("closes a tab's connection if the tab sends nothing", async () => {
    const mute = new Tab(ASHA);
    await clock.advance(LIMITS.orderHelloTimeoutMs + 1);
    expect(mute.closed).toBe(CLOSE_CODES.badMessage);
  });

  it("closes the connection to the provider shortly after the last tab has closed", async () => {
    const tab = new Tab(ASHA).hello();
    await settle();
    tab.place?.leave();
    await clock.advance(LIMITS.orderLingerMs - 1_000);
    expect(upstreams[0]?.isEnded).toBe(false);
    await clock.advance(2_000);
    expect(upstreams[0]?.isEnded).toBe(true);
    expect(hub.tabCount).toBe(0);
  });
});

describe("the order hub's session checks", () => {
  const every = LIMITS.orderSessionCheckEveryMs;

  it("close only the tabs of a session that the provider has ended", async () => {
    const [ending, staying] = [new Tab(ASHA).hello(), new Tab(RAVI).hello()];
    await clock.advance(every + 1_000);
    expect([ending.closed, staying.closed]).toEqual([null, null]);
    states.set(`token of ${ASHA}`, "ended");
    await clock.advance(every + 1_000);
    expect([ending.closed, staying.closed]).toEqual([CLOSE_CODES.sessionEnded, null]);
  });

  it("check each token of a client once when the client's sessions are rechecked", async () => {
    for (let count = 0; count < 5; count += 1) new Tab(ASHA).hello();
    const elsewhere = new Tab(ASHA, { accessToken: "another browser" }).hello();
    states.set("another browser", "ended");
    hub.recheckSessions(ASHA);
    await settle();
    expect(checked.sort()).toEqual(["another browser", `token of ${ASHA}`]);
    expect(elsewhere.closed).toBe(CLOSE_CODES.sessionEnded);
  });

  it("close tabs after a limited time without a response of the provider", async () => {
    const tab = new Tab(ASHA).hello();
    states.set(`token of ${ASHA}`, "unknown");
    await clock.advance(LIMITS.orderSessionUnknownForMs - 2 * every);
    expect(tab.closed).toBeNull();
    await clock.advance(4 * every);
    expect(tab.closed).toBe(CLOSE_CODES.tryLater);
  });

  it("are limited per second, and reach every token within ten seconds", async () => {
    const tokens = Array.from({ length: 3 * LIMITS.orderSessionChecksPerSecond }, (_, index) => `t${index}`);
    for (const accessToken of tokens) new Tab(accessToken, { accessToken }).hello();
    await clock.advance(every - 1_000);
    expect(checked).toEqual([]);
    let seen = 0;
    for (let second = 0; second < 10; second += 1) {
      await clock.advance(1_000);
      expect(checked.length - seen).toBeLessThanOrEqual(LIMITS.orderSessionChecksPerSecond);
      seen = checked.length;
    }
    expect(new Set(checked).size).toBe(tokens.length);
  });
});

describe("the order hub with each client's login", () => {
  beforeEach(() => start("individual"));

  it("opens one connection per client with the client's token", async () => {
    const [asha, ravi] = [new Tab(ASHA).hello(), new Tab(RAVI).hello()];
    new Tab(ASHA).hello();
    await settle();
    expect(upstreams.map(({ sent }) => JSON.parse(sent[0] ?? "").LoginReq.ClientId)).toEqual([ASHA, RAVI]);
    expect(JSON.parse(upstreams[0]?.sent[0] ?? "")).toMatchObject({
      LoginReq: { Token: `token of ${ASHA}` },
      UserType: "SELF",
    });
    sendAlert(ASHA, ORDER, upstreams[0]);
    expect(asha.changes).toEqual([1]);
    expect(ravi.changes).toEqual([]);
  });
});
