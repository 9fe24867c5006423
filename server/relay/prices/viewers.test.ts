// Messages of viewers and responses of the relay: subscriptions, snapshots, pace, limits, shutdown, and the resulting
// subscriptions at the provider.
import { describe, expect, it } from "vitest";
import { CLOSE_CODES, mayReconnect } from "../../../app/contract/live/close-codes.ts";
import { reconnectDelayMs } from "../../../app/contract/live/live.ts";
import { settle } from "../../../tests/support/manual-clock.ts";
import {
  HDFC,
  instrument,
  NIFTY,
  RIG_FEEDS,
  startRig,
  type TestViewer,
} from "../../../tests/support/relay-rig.ts";
import { quote } from "../../../tests/support/scripted-provider.ts";
import { LIMITS } from "../../limits.ts";
import { textFrame } from "./viewer.ts";

describe("the relay", () => {
  it("sends a snapshot at the subscription, then only changes", async () => {
    const rig = await startRig();
    await rig.join(["algo:one"]);
    await rig.trading(2_000, 100);
    const viewer = await rig.join(["algo:one"]);
    expect(viewer.last("s")?.[3].map(([key, ltp]) => [key, ltp])).toEqual([
      [NIFTY, 10_000],
      [HDFC, 10_000],
    ]);
    rig.provider.latest.say(quote(HDFC, 101, rig.clock.wall() + 1_000));
    await rig.clock.advance(300);
    const [, previous, , , rows] = viewer.last("q") ?? [];
    expect(rows?.map(([key, ltp]) => [key, ltp])).toEqual([[HDFC, 10_100]]);
    expect(previous).toBe(viewer.last("s")?.[1]);
  });

  it("puts the number of the previous frame into every frame", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"]);
    await rig.trading(6_000, 100);
    let held = viewer.last("s")?.[1] ?? -1;
    for (const message of viewer.messages) {
      if (message[0] === "s") held = message[1];
      if (message[0] !== "q") continue;
      expect(message[1]).toBe(held);
      held = message[2];
    }
  });

  it("reports unknown channel names, and serves the valid channels of the same request", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:none", "algo:one", "NSE_EQ:1333", "depth:one:NSE_EQ:2885", "strip"]);
    const refused = viewer.messages.filter(([word]) => word === "e").map((message) => message[2]);
    expect(refused).toHaveLength(3);
    await rig.trading(500);
    expect(viewer.price(HDFC)).toBe(10_000);
  });

  it("uses no capacity for a viewer that left during the lookup", async () => {
    const found: (() => void)[] = [];
    const rig = await startRig({
      relay: {
        source: {
          ofStrategy: (id) =>
            new Promise((resolve) => found.push(() => resolve([instrument(`NSE_EQ:${id}`)]))),
          ofInstrument: async () => null,
        },
        limits: { ...LIMITS, viewers: 10, viewersPerAddress: 10, channelSets: 1 },
      },
    });
    const gone = await rig.join(["algo:1"]);
    rig.relay.hub.remove(gone.viewer, "left");
    for (const resolve of found.splice(0)) resolve();
    await settle();
    const next = await rig.join(["algo:2"]);
    for (const resolve of found.splice(0)) resolve();
    await settle();
    expect(next.messages.filter(([word]) => word === "e")).toEqual([]);
    expect(next.last("s")).toBeDefined();
  });

  describe("when the number of channel sets is at its limit", () => {
    const algos = { a: [HDFC], b: [HDFC], c: [HDFC], d: [HDFC], e: [HDFC] };
    const relay = { limits: { ...LIMITS, viewers: 10, viewersPerAddress: 10, channelSets: 4 } };
    const isFull = (viewer: TestViewer) => viewer.last("e")?.[1] === "full";

    it("evicts a set of the network with the most sets to serve a new network", async () => {
      const rig = await startRig({ algos, relay });
      const greedy = [];
      for (const [index, id] of ["a", "b", "c", "d"].entries())
        greedy.push(await rig.join([`algo:${id}`], { address: `2001:db8:1:${index}::/64` }));
      const other = await rig.join(["algo:e"], { address: "2001:db8:2::/64" });
      expect(other.last("s")).toBeDefined();
      expect(greedy.map(isFull)).toEqual([false, false, false, true]);
      expect(rig.relay.hub.stats().sets).toBe(4);
    });

    it("refuses another set if each network has one", async () => {
      const rig = await startRig({ algos, relay });
      for (const [index, id] of ["a", "b", "c", "d"].entries())
        await rig.join([`algo:${id}`], { address: `192.0.2.${index}` });
      expect(isFull(await rig.join(["algo:e"], { address: "192.0.2.9" }))).toBe(true);
    });

    it("lets a viewer change channels when its previous set is dropped to free capacity", async () => {
      const rig = await startRig({ algos, relay });
      const greedy = [];
      for (const id of ["a", "b", "c", "d"])
        greedy.push(await rig.join([`algo:${id}`], { address: "192.0.2.1" }));
      const other = await rig.join(["algo:d"], { address: "192.0.2.2" });
      other.say(["sub", ["algo:e"]]);
      await settle();
      expect(isFull(other)).toBe(false);
      expect(other.messages.filter(([word]) => word === "s")).toHaveLength(2);
      expect(greedy.map(isFull)).toEqual([false, false, false, true]);
      for (const { viewer } of [...greedy, other]) rig.relay.hub.remove(viewer, "left");
      expect(rig.relay.hub.stats()).toMatchObject({ sets: 0, groups: 0 });
    });

    it("replaces the set of a viewer that subscribes to other channels", async () => {
      const rig = await startRig({ algos, relay });
      const viewers = [];
      for (const [index, id] of ["a", "b", "c", "d"].entries())
        viewers.push(await rig.join([`algo:${id}`], { address: `192.0.2.${index}` }));
      viewers[0]?.say(["sub", ["algo:e"]]);
      await settle();
      expect(viewers.map(isFull)).toEqual([false, false, false, false]);
    });

    it("notifies a viewer whose set is dropped while it joins", async () => {
      const rig = await startRig({ algos, relay });
      for (const ids of [["a"], ["b"], ["c"], ["b", "c"]])
        await rig.join(
          ids.map((id) => `algo:${id}`),
          { address: "192.0.2.1" },
        );
      const late = await rig.join(["algo:none"], { address: "192.0.2.2" });
      const other = await rig.join(["algo:none"], { address: "192.0.2.3" });
      late.say(["sub", ["algo:b", "algo:c"]]);
      other.say(["sub", ["algo:a", "algo:b"]]);
      await settle();
      expect(other.last("s")).toBeDefined();
      expect([isFull(late), late.viewer.group]).toEqual([true, null]);
      expect(rig.relay.hub.stats()).toMatchObject({ sets: 4, groups: 4 });
    });
  });

  it("offers market depth only for an algo's instruments with depth", async () => {
    const rig = await startRig();
    await rig.join([`depth:one:${HDFC}`]);
    expect([...(rig.provider.depth.at(-1)?.subscribed ?? [])]).toEqual([HDFC]);
    const other = await rig.join([`depth:one:${NIFTY}`]);
    expect(other.last("e")?.[1]).toBe("no_channel");
  });

  it("sends a new snapshot and subscribes again when an algo's instruments change", async () => {
    const algos: Record<string, string[]> = { one: [NIFTY, HDFC] };
    const rig = await startRig({
      relay: {
        source: {
          ofStrategy: async (id) =>
            algos[id]?.map((key) => {
              const [segment = "", securityId = ""] = key.split(":");
              return {
                exchangeSegment: segment as "NSE_EQ",
                securityId,
                symbol: key,
                name: key,
                role: "traded" as const,
              };
            }) ?? null,
          ofInstrument: async () => null,
        },
      },
    });
    const viewer = await rig.join(["algo:one"]);
    await rig.trading(2_000);
    algos.one = [NIFTY, "NSE_EQ:11536"];
    await rig.trading(LIMITS.channelRefreshMs + 2_000, 100, NIFTY, HDFC, "NSE_EQ:11536");
    expect(viewer.last("s")?.[3].map(([key]) => key)).toEqual([NIFTY, "NSE_EQ:11536"]);
    expect(rig.provider.latest.subscribed.has("NSE_EQ:11536")).toBe(true);
  });

  it("reports a failed lookup of a name without closing the connection", async () => {
    const rig = await startRig({
      relay: {
        source: {
          ofStrategy: async () => {
            throw new Response(null, { status: 503 });
          },
          ofInstrument: async () => null,
        },
      },
    });
    const viewer = await rig.join(["algo:one"]);
    expect(viewer.last("e")?.[1]).toBe("try_later");
    expect(viewer.closedWith).toBeNull();
  });
});

describe("the relay's handling of viewer messages", () => {
  it.each([
    ["invalid JSON", "{"],
    ["an object instead of an array", '{"sub":[]}'],
    ["no channels", '["sub"]'],
    ["too many channels", JSON.stringify(["sub", Array.from({ length: 21 }, (_, i) => `algo:a${i}`)])],
    ["a number for a channel", '["sub",[1]]'],
    ["a long channel", JSON.stringify(["sub", ["a".repeat(161)]])],
    ["an invalid sequence number", '["a","x"]'],
  ])("closes the connection after %s, with a code that forbids a reconnect", async (_, text) => {
    const rig = await startRig();
    const viewer = await rig.join(["strip"]);
    rig.relay.hub.receive(viewer.viewer, text);
    expect(viewer.closedWith).toBe(CLOSE_CODES.badMessage);
    expect(mayReconnect(CLOSE_CODES.badMessage)).toBe(false);
  });

  it("ignores unknown messages and trailing fields", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["strip"]);
    viewer.say(["later", 1]);
    viewer.say(["v", 1, "more"]);
    expect(viewer.closedWith).toBeNull();
  });

  it("closes the connection after too many messages, but allows a reconnect", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["strip"]);
    for (let count = 0; count < 25; count += 1) viewer.say(["r"]);
    expect(viewer.closedWith).toBe(CLOSE_CODES.tooManyMessages);
    expect(mayReconnect(CLOSE_CODES.tooManyMessages)).toBe(true);
  });

  it("sends a snapshot to a viewer that reports a lost frame", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"]);
    await rig.trading(1_000);
    const snapshots = viewer.messages.filter(([word]) => word === "s").length;
    viewer.say(["r"]);
    expect(viewer.messages.filter(([word]) => word === "s")).toHaveLength(snapshots + 1);
  });
});

describe("the relay's frames for viewers", () => {
  it("are sent to hidden tabs once per second, with a snapshot when the tab is shown", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"]);
    viewer.say(["v", 0]);
    const from = viewer.messages.length;
    for (let step = 0; step < 40; step += 1) {
      rig.provider.latest.say(quote(HDFC, 100 + step, rig.clock.wall() + step * 1_000));
      await rig.clock.advance(250);
    }
    const frames = viewer.messages.slice(from).filter(([word]) => word === "q").length;
    expect(frames).toBeGreaterThanOrEqual(9);
    expect(frames).toBeLessThanOrEqual(11);
    const snapshots = viewer.messages.filter(([word]) => word === "s").length;
    viewer.say(["v", 1]);
    expect(viewer.messages.filter(([word]) => word === "s")).toHaveLength(snapshots + 1);
  });

  it("stop after a tab was hidden for five minutes, and resume when it is shown", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"]);
    viewer.say(["v", 0]);
    await rig.trading(LIMITS.viewerHiddenForMs + 2_000, 100);
    expect(viewer.last("e")?.[1]).toBe("paused");
    const frames = viewer.messages.filter(([word]) => word === "q").length;
    await rig.trading(2_000, 200);
    expect(viewer.messages.filter(([word]) => word === "q")).toHaveLength(frames);
    viewer.say(["v", 1]);
    await rig.trading(1_000, 201);
    expect(viewer.price(HDFC)).toBe(20_100);
  });

  it("consist only of heartbeats for a paused tab or a page without known channels", async () => {
    const rig = await startRig();
    const paused = await rig.join(["algo:one"]);
    paused.say(["v", 0]);
    await rig.trading(LIMITS.viewerHiddenForMs + 2_000, 100);
    const unknown = await rig.join(["algo:none"]);
    const received = [paused, unknown].map(({ messages }) => messages.length);
    await rig.trading(20_000, 200);
    for (const [index, { messages }] of [paused, unknown].entries())
      expect(messages.slice(received[index]).map(([word]) => word)).toEqual(["hb", "hb", "hb", "hb"]);
  });

  it("consist only of a heartbeat every five seconds while no value changes", async () => {
    const rig = await startRig({ at: "2026-09-15T20:00:00+05:30" });
    const viewer = await rig.join(["algo:one"]);
    const from = viewer.messages.length;
    for (let ping = 0; ping < 6; ping += 1) {
      rig.provider.latest.ping();
      await rig.clock.advance(5_000);
    }
    const kinds = viewer.messages.slice(from).map(([word]) => word);
    expect(kinds.filter((word) => word === "hb").length).toBeGreaterThanOrEqual(5);
    expect(new Set(kinds)).toEqual(new Set(["hb"]));
  });
});

describe("subscriptions to the price feed", () => {
  it("are sent in batches over several connections, up to their total capacity", async () => {
    const algos = Object.fromEntries(
      Array.from({ length: 10 }, (_, set) => [
        `a${set}`,
        Array.from({ length: 60 }, (_, i) => `NSE_EQ:${3_000 + set * 60 + i}`),
      ]),
    );
    const rig = await startRig({
      algos,
      relay: {
        limits: {
          ...LIMITS,
          viewers: 100,
          viewersPerAddress: 100,
          upstreamConnections: 4,
        },
        feeds: RIG_FEEDS.map((feed) => ({
          ...feed,
          definition: {
            ...feed.definition,
            limits: { instrumentsPerConnection: 120, instrumentsPerRequest: 50 },
          },
        })),
      },
    });
    await rig.join(Object.keys(algos).map((id) => `algo:${id}`));
    await rig.clock.advance(300);
    const open = rig.provider.market.filter((socket) => !socket.isEnded);
    expect(open.map((socket) => socket.subscribed.size)).toEqual([120, 120, 120, 120]);
    expect(Math.max(...open.flatMap((socket) => socket.batches))).toBeLessThanOrEqual(50);
    expect(rig.relay.status().feeds.market).toMatchObject({ wanted: 601, refused: 121 });
  });

  it("stay unchanged if a viewer returns before they expire", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"]);
    await rig.trading(1_000);
    const { batches } = rig.provider.latest;
    const requestCount = batches.length;
    rig.relay.hub.remove(viewer.viewer, "left");
    await rig.trading(10_000);
    await rig.join(["algo:one"]);
    await rig.trading(1_000);
    expect(batches).toHaveLength(requestCount);
  });
});

describe("shutdown of the relay", () => {
  it("notifies all viewers, then closes them one by one with the code for a restart", async () => {
    const rig = await startRig({
      relay: { limits: { ...LIMITS, viewers: 100, viewersPerAddress: 100, drainOverMs: 1_000 } },
    });
    const viewers = await Promise.all(Array.from({ length: 20 }, () => rig.join(["strip"])));
    const done = rig.relay.stop();
    await rig.clock.advance(500);
    const half = viewers.filter(({ closedWith }) => closedWith === CLOSE_CODES.restart).length;
    expect(half).toBeGreaterThan(3);
    expect(half).toBeLessThan(17);
    await rig.clock.advance(1_000);
    await done;
    expect(viewers.every(({ closedWith }) => closedWith === CLOSE_CODES.restart)).toBe(true);
    expect(viewers.every((viewer) => viewer.last("x") !== undefined)).toBe(true);
  });

  it("lets viewers reconnect after a random pause, unless the close code forbids it", () => {
    for (const attempt of [0, 1, 5, 50])
      for (const random of [0, 0.5, 0.999]) {
        const pause = reconnectDelayMs(attempt, random);
        expect(pause).toBeGreaterThanOrEqual(500);
        expect(pause).toBeLessThanOrEqual(20_000);
      }
    expect([1001, 1006, 1012, 1013, CLOSE_CODES.slow].every(mayReconnect)).toBe(true);
    expect([1008, 4500, 4999].some(mayReconnect)).toBe(false);
  });
});

it.each([0, 125, 126, 65_535, 65_536])(
  "writes the payload length %d into the header of a WebSocket frame",
  (length) => {
    const frame = textFrame("x".repeat(length));
    expect(frame[0]).toBe(0x81);
    const headerLength =
      frame[1] === 127
        ? Number(frame.readBigUInt64BE(2))
        : frame[1] === 126
          ? frame.readUInt16BE(2)
          : frame[1];
    expect(headerLength).toBe(length);
    expect(frame.length).toBe(length + (length < 126 ? 2 : length < 65_536 ? 4 : 10));
  },
);
