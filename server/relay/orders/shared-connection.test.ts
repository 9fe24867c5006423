// Replicas share the partner's connection over an in-memory bus: one connects, all receive, and every loss is detected.
// Without the bus each replica connects separately.
import { beforeEach, describe, expect, it } from "vitest";
import type { OrderChange } from "../../../app/contract/live/order-updates.ts";
import { ManualClock, settle } from "../../../tests/support/manual-clock.ts";
import { LIMITS } from "../../limits.ts";
import type { DirectEvents } from "../bus-direct.ts";
import type { LeaseBus } from "../lease.ts";
import type { OrderUpstream, OrderUpstreamOptions } from "./order-upstream.ts";
import { type OrderBus, SharedOrderConnection } from "./shared-connection.ts";

const CHANGE: OrderChange = {
  id: "11261117000001",
  symbol: "HDFCBANK",
  side: "BUY",
  quantity: 5,
  filled: 5,
  averagePaise: 97_950,
  status: "TRADED",
  reason: null,
};
const alertOf = (id: string) => ({ clientId: "1000000001", change: { ...CHANGE, id } });

type Listener = Parameters<LeaseBus["connect"]>[0];
let clock: ManualClock;
let server: {
  isAway: boolean;
  losesNext: boolean;
  holder: string | null;
  until: number;
  fence: number;
  listeners: Set<Listener>;
  published: string[];
  /** Names that each replica is subscribed to. */
  direct: Map<string, { names: Set<string>; events: DirectEvents }>;
  /** Replicas that received a direct message. */
  received: string[];
};

function openBus(nodeId: string): OrderBus {
  const reached = () => {
    if (server.isAway) throw new Error("away");
    if (server.until < clock.mono()) server.holder = null;
  };
  let listener: Listener | null = null;
  return {
    nodeId,
    onDirect(events) {
      server.direct.set(nodeId, { names: new Set(), events });
    },
    listen: (name) => void server.direct.get(nodeId)?.names.add(name),
    unlisten: (name) => void server.direct.get(nodeId)?.names.delete(name),
    async publishTo(name, text) {
      reached();
      if (server.losesNext) {
        server.losesNext = false;
        throw new Error("lost");
      }
      for (const [node, { names, events }] of server.direct)
        if (names.has(name)) {
          server.received.push(node);
          events.onDirect(text, false);
        }
    },
    connect(events) {
      listener = events;
      server.listeners.add(events);
    },
    isConnected: () => !server.isAway,
    async acquireLease(forMs) {
      reached();
      if (server.holder !== null) return null;
      server.holder = nodeId;
      server.until = clock.mono() + forMs;
      server.fence += 1;
      return server.fence;
    },
    async renewLease(forMs) {
      reached();
      if (server.holder === nodeId) server.until = clock.mono() + forMs;
      return server.holder === nodeId;
    },
    async releaseLease() {
      reached();
      if (server.holder === nodeId) server.holder = null;
    },
    async publish(text) {
      reached();
      server.published.push(text);
      if (server.losesNext) server.losesNext = false;
      else for (const { onMessage } of server.listeners) onMessage(text, false);
    },
    async call() {
      reached();
      for (const { onCall } of server.listeners) onCall();
    },
    async close() {
      if (listener !== null) server.listeners.delete(listener);
    },
  };
}

/** Starts a replica. The result's `own` is the replica's own connection to the provider; null if it has none. */
function start(name: string) {
  const replica = {
    received: [] as string[],
    states: [] as boolean[],
    own: null as null | Pick<OrderUpstreamOptions, "onAlert" | "onState">,
    connection: null as unknown as SharedOrderConnection,
  };
  replica.connection = new SharedOrderConnection({
    share: { openBus: () => openBus(name) },
    dial: (events) =>
      ({
        start() {
          replica.own = events;
          events.onState(true, "connected");
        },
        stop() {
          replica.own = null;
        },
      }) as unknown as OrderUpstream,
    clock,
    limits: LIMITS,
    onAlert: ({ change }) => replica.received.push(change.id),
    onState: (isUp) => replica.states.push(isUp),
    onEvent: () => {},
  });
  replica.connection.start();
  return replica;
}

beforeEach(() => {
  clock = new ManualClock("2026-11-17T12:00:00+05:30");
  server = {
    isAway: false,
    losesNext: false,
    holder: null,
    until: 0,
    fence: 0,
    listeners: new Set(),
    published: [],
    direct: new Map(),
    received: [],
  };
});

/** Starts two replicas that both have a tab of the client. */
async function startTwo() {
  const one = start("one");
  await settle();
  const two = start("two");
  for (const { connection } of [one, two]) connection.watch("1000000001");
  await clock.advance(2 * LIMITS.orderBusBeatMs);
  return { one, two };
}

describe("replicas that share an order-update connection", () => {
  it("open one connection, and each replica receives each order change once", async () => {
    const { one, two } = await startTwo();
    expect([one.own === null, two.own === null]).toEqual([false, true]);
    one.own?.onAlert(alertOf("1"));
    one.own?.onAlert(alertOf("2"));
    await settle();
    expect([one.received, two.received]).toEqual([
      ["1", "2"],
      ["1", "2"],
    ]);
    expect([one.states, two.states]).toEqual([[true], [true]]);
  });

  it("send an order change only to replicas with tabs of the order's client", async () => {
    const { one, two } = await startTwo();
    const three = start("three");
    three.connection.watch("1000000002");
    await clock.advance(2 * LIMITS.orderBusBeatMs);
    one.own?.onAlert(alertOf("1"));
    two.connection.unwatch("1000000001");
    one.own?.onAlert(alertOf("2"));
    await clock.advance(3 * LIMITS.orderBusBeatMs);
    expect([two.received, three.received]).toEqual([["1"], []]);
    expect(server.received.filter((node) => node === "three")).toEqual([]);
    expect([two.states, three.states]).toEqual([[true], [true]]);
    expect(server.published.join()).not.toContain("HDFCBANK");
  });

  it("report an interruption after a reconnect to the bus, so that tabs reload lists", async () => {
    const { two } = await startTwo();
    server.direct.get("two")?.events.onReconnect();
    expect(two.states).toEqual([true, false, true]);
  });

  it("receive order changes that a lease holder of the previous release broadcasts", async () => {
    const { two } = await startTwo();
    const last = JSON.parse(server.published.at(-1) ?? "{}") as { number: number; fence: number };
    const message = {
      node: "one",
      fence: last.fence,
      number: last.number + 1,
      isUp: true,
      alert: alertOf("9"),
    };
    for (const { onMessage } of server.listeners) onMessage(JSON.stringify(message), false);
    expect(two.received).toEqual(["9"]);
    expect(two.states).toEqual([true]);
  });

  it("report an interruption after a lost bus message, so that tabs reload lists", async () => {
    const { one, two } = await startTwo();
    server.losesNext = true;
    one.own?.onAlert(alertOf("1"));
    await clock.advance(LIMITS.orderBusBeatMs);
    expect(two.received).toEqual([]);
    expect(two.states).toEqual([true, false, true]);
  });

  it("report that order updates are down while the provider's socket is down", async () => {
    const { one, two } = await startTwo();
    one.own?.onState(false, "closed with 1006");
    await settle();
    expect([one.connection.isUp, two.connection.isUp]).toEqual([false, false]);
    one.own?.onState(true, "connected");
    await settle();
    expect([one.connection.isUp, two.connection.isUp]).toEqual([true, true]);
  });

  it("transfer the lease at once when its holder stops", async () => {
    const { one, two } = await startTwo();
    one.connection.stop();
    await settle();
    await clock.advance(10);
    expect(two.own).not.toBeNull();
    two.own?.onAlert(alertOf("3"));
    expect(two.received).toEqual(["3"]);
    expect(two.states).toEqual([true, false, true]);
  });

  it("report that order updates are down while a frozen replica holds the lease", async () => {
    const { one, two } = await startTwo();
    // A frozen holder neither renews its lease nor sends messages.
    for (const listener of server.listeners) {
      server.listeners.delete(listener);
      break;
    }
    one.connection.stop();
    server.holder = "one";
    await clock.advance(LIMITS.busSilentMs + 2 * LIMITS.orderBusBeatMs);
    expect(two.connection.isUp).toBe(false);
    await clock.advance(LIMITS.busLeaseMs + LIMITS.busRenewMs);
    expect(two.own).not.toBeNull();
    expect(two.connection.isUp).toBe(true);
  });
});

describe("replicas without the message bus", () => {
  it("each open a connection, and the former lease holder stays connected", async () => {
    const { one, two } = await startTwo();
    server.isAway = true;
    await clock.advance(LIMITS.busLeaseMs + LIMITS.busSilentMs + 2 * LIMITS.busRenewMs);
    expect([one.own === null, two.own === null]).toEqual([false, false]);
    expect(one.states).toEqual([true]);
    two.own?.onAlert(alertOf("4"));
    expect(two.received).toEqual(["4"]);
  });

  it("use a single connection again after the message bus has recovered", async () => {
    const { one, two } = await startTwo();
    server.isAway = true;
    await clock.advance(30_000);
    server.isAway = false;
    await clock.advance(LIMITS.busRenewMs + 3 * LIMITS.orderBusBeatMs);
    expect([one, two].filter(({ own }) => own !== null)).toHaveLength(1);
    expect([one.connection.isUp, two.connection.isUp]).toEqual([true, true]);
    const [holder] = [one, two].filter(({ own }) => own !== null);
    holder?.own?.onAlert(alertOf("5"));
    await settle();
    expect([one.received, two.received]).toEqual([["5"], ["5"]]);
  });
});
