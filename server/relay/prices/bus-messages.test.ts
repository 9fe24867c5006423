// A wrong fence neither blocks nor removes a leader. Malformed messages neither stop a replica nor are stored.
import { describe, expect, it } from "vitest";
import { HDFC, IN_SESSION, NIFTY, RIG_FEEDS, startRig } from "../../../tests/support/relay-rig.ts";
import { LIMITS } from "../../limits.ts";
import type { Bus } from "./bus-member.ts";
import { readBatch, readInterest } from "./bus-messages.ts";
import type { FeedHealth } from "./upstream-feed.ts";

const NOW = Date.parse(IN_SESSION);
const DEFINITIONS = RIG_FEEDS.map(({ definition }) => definition);
const HEALTH: FeedHealth = { phase: "up", reason: "", since: NOW, ageMs: 0, refused: 0 };
const batch = (change: object = {}) => ({
  fence: NOW,
  node: "leader",
  isWhole: false,
  market: HEALTH,
  depth: HEALTH,
  rows: [[HDFC, 170_000, NOW, 1_000, 0, 171_000, 169_000, 170_500, 169_900]],
  ladders: [[HDFC, NOW, [[169_995, 10, 2]], [[170_005, 12, 3]]]],
  ...change,
});

/** A bus that the test controls. Another replica holds the lease. */
function scriptedBus() {
  const bus = {
    say: (_: unknown, _isGap?: boolean) => {},
    interest: [] as string[],
    isLeaseFree: false,
    isLeaseLost: false,
    calls: 0,
    published: [] as string[],
    own: null as unknown as Bus,
  };
  bus.own = {
    nodeId: "follower",
    connect: ({ onMessage }) => {
      bus.say = (message, isGap = false) =>
        onMessage(typeof message === "string" ? message : JSON.stringify(message), isGap);
    },
    isConnected: () => true,
    acquireLease: async () => (bus.isLeaseFree ? NOW + 1 : null),
    renewLease: async () => !bus.isLeaseLost,
    releaseLease: async () => {},
    publish: async (text) => {
      bus.published.push(text);
    },
    call: async () => {
      bus.calls += 1;
    },
    setInterest: async () => {},
    interests: async () => bus.interest,
    close: async () => {},
  };
  return bus;
}

async function startFollower(limits: Partial<Record<keyof typeof LIMITS, number>> = {}) {
  const bus = scriptedBus();
  const rig = await startRig({
    relay: {
      bus: bus.own,
      limits: { ...LIMITS, viewers: 10, viewersPerAddress: 10, drainOverMs: 0, ...limits },
    },
  });
  const viewer = await rig.join(["algo:one", `depth:one:${HDFC}`]);
  return { bus, rig, viewer };
}

describe("a leader's fencing token", () => {
  it.each([9e15, Number.MAX_SAFE_INTEGER, NOW + LIMITS.busMessageValidMs + 10_000])(
    "is rejected without a change of leader if it lies in the future (%d)",
    async (fence) => {
      const { bus, rig, viewer } = await startFollower();
      bus.say(batch({ fence, node: "stranger", rows: [[HDFC, 1, NOW, 1, 0]] }));
      expect(rig.relay.status().bus).toMatchObject({ fence: 0, leader: null });
      expect(rig.relay.counters.busFaults).toBe(1);
      bus.say(batch());
      await rig.clock.advance(500);
      expect(rig.relay.status().bus).toMatchObject({ fence: NOW, leader: "leader" });
      expect(viewer.price(HDFC)).toBe(170_000);
      expect(rig.relay.counters.busFenced).toBe(0);
      expect(rig.events.some((event) => /bus message refused.*fence/.test(event))).toBe(true);
    },
  );

  it("is accepted within the allowed clock difference", async () => {
    const { bus, rig } = await startFollower();
    bus.say(batch({ fence: NOW + LIMITS.busMessageValidMs - 1_000 }));
    expect(rig.relay.status().bus.leader).toBe("leader");
  });

  it("is rejected if it is lower than the last accepted token", async () => {
    const { bus, rig } = await startFollower();
    bus.say(batch());
    bus.say(batch({ fence: NOW - 1, node: "former" }));
    expect(rig.relay.counters.busFenced).toBe(1);
    expect(rig.relay.status().bus.leader).toBe("leader");
  });

  it("blocks the real leader for at most the duration of a lease if it is too high", async () => {
    const { bus, rig, viewer } = await startFollower();
    bus.say(batch({ fence: NOW + LIMITS.busMessageValidMs - 1_000, node: "wrong" }));
    bus.say(batch({ rows: [[HDFC, 171_000, NOW, 1_000, 0]] }));
    expect(rig.relay.status().bus.leader).toBe("wrong");
    await rig.clock.advance(LIMITS.busLeaseMs + 1_000);
    bus.say(batch({ rows: [[HDFC, 171_000, NOW, 2_000, 0]] }));
    await rig.clock.advance(500);
    expect(rig.relay.status().bus.leader).toBe("leader");
    expect(viewer.price(HDFC)).toBe(171_000);
  });

  it.each([9e15, NOW + 20_000])(
    "of a forged message does not depose the leader that holds the lease (%d)",
    async (fence) => {
      const { bus, rig, viewer } = await startFollower();
      bus.isLeaseFree = true;
      await rig.clock.advance(LIMITS.busRenewMs + 100);
      await rig.trading(1_000);
      bus.say(batch({ fence, node: "forger", rows: [[HDFC, 99_999_900, NOW, 1, 0]] }));
      await rig.trading(1_000);
      expect(rig.relay.status()).toMatchObject({ isLeader: true, bus: { leader: "follower" } });
      expect(viewer.price(HDFC)).not.toBe(99_999_900);
    },
  );

  it("of a successor deposes a leader that has lost its lease", async () => {
    const { bus, rig } = await startFollower();
    bus.isLeaseFree = true;
    await rig.clock.advance(LIMITS.busRenewMs + 100);
    expect(rig.relay.status().isLeader).toBe(true);
    bus.isLeaseFree = false;
    bus.isLeaseLost = true;
    bus.say(batch({ fence: NOW + 20_000, node: "successor" }));
    await rig.clock.advance(1);
    expect(rig.relay.status().isLeader).toBe(false);
    bus.say(batch({ fence: NOW + 20_000, node: "successor" }));
    expect(rig.relay.status().bus.leader).toBe("successor");
  });
});

describe("a lost batch of prices", () => {
  it("makes a follower request all prices, at most once per second", async () => {
    const { bus, rig } = await startFollower();
    bus.say(batch({ isWhole: true }));
    const before = bus.calls;
    for (let count = 0; count < 20; count += 1) bus.say(batch(), true);
    expect([bus.calls - before, rig.relay.counters.busGaps]).toEqual([1, 20]);
    await rig.clock.advance(LIMITS.busResyncMs);
    bus.say(batch(), true);
    expect(bus.calls - before).toBe(2);
  });

  it("causes no request if the next message is a snapshot", async () => {
    const { bus, rig } = await startFollower();
    const before = bus.calls;
    bus.say(batch({ isWhole: true }), true);
    expect([bus.calls - before, rig.relay.counters.busGaps]).toEqual([0, 0]);
  });
});

describe("a replica that receives malformed bus messages", () => {
  it.each<[string, unknown]>([
    ["invalid JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["text as the fencing token", batch({ fence: "1" })],
    ["a negative fencing token", batch({ fence: -1 })],
    ["a fractional fencing token", batch({ fence: 1.5 })],
    ["an empty node id", batch({ node: "" })],
    ["a node id that is too long", batch({ node: "n".repeat(1_000) })],
    ["text as an age", batch({ market: { ...HEALTH, ageMs: "0" } })],
    ["an unknown phase", batch({ depth: { ...HEALTH, phase: "perfect" } })],
    ["a reason that is too long", batch({ market: { ...HEALTH, reason: "r".repeat(10_000) } })],
    ["an object as the rows", batch({ rows: {} })],
    ["too many bytes", JSON.stringify(batch()).padEnd(LIMITS.busMessageBytes + 1)],
    ["too many rows", batch({ rows: Array(LIMITS.busInstruments + 1).fill([HDFC, 1, 1, 1, 0]) })],
  ])("refuses and counts a malformed message: %s", async (_, message) => {
    const { bus, rig } = await startFollower();
    bus.say(message);
    expect(rig.relay.counters.busFaults).toBe(1);
    expect(rig.relay.counters.busMessages).toBe(0);
    expect(rig.relay.status()).toMatchObject({ bus: { fence: 0, leader: null }, cells: 0 });
  });

  it.each<[string, string]>([
    ["null", "null"],
    ["text", '"NSE_EQ:1333"'],
    ["an empty list", "[]"],
    ["no key", "[1,2,3,4,0]"],
    ["an invalid key", '["__proto__",1,1,1,0]'],
    ["a key with a quote", '["NSE_EQ:1\\"",1,1,1,0]'],
    ["text as the price", '["NSE_EQ:1333","1",1,1,0]'],
    ["an infinite price", '["NSE_EQ:1333",1e400,1,1,0]'],
    ["a negative price", '["NSE_EQ:1333",-1,1,1,0]'],
    ["a fraction of a paisa", '["NSE_EQ:1333",1.5,1,1,0]'],
    ["no price", '["NSE_EQ:1333",null,1,1,0]'],
    ["an invalid flag", '["NSE_EQ:1333",1,1,1,7]'],
    ["too many fields", '["NSE_EQ:1333",1,1,1,0,1,1,1,1,1]'],
    ["a list as a field", '["NSE_EQ:1333",1,1,1,0,[1]]'],
  ])("ignores a malformed price row, but uses the other rows: %s", async (_, row) => {
    const { bus, rig, viewer } = await startFollower();
    bus.say(
      JSON.stringify(batch({ rows: [] })).replace(
        '"rows":[]',
        `"rows":[${row},["${NIFTY}",2500000,${NOW},0,0]]`,
      ),
    );
    await rig.clock.advance(500);
    expect(rig.relay.counters.busFaults).toBe(1);
    expect(rig.relay.status().cells).toBe(1);
    expect(viewer.price(NIFTY)).toBe(2_500_000);
  });

  it.each<[string, unknown]>([
    ["text", "x"],
    ["three fields", [HDFC, NOW, []]],
    ["sides that are not lists", [HDFC, NOW, {}, 1]],
    ["incomplete levels", [HDFC, NOW, [[1, 2]], []]],
    ["levels of text", [HDFC, NOW, [["1", "2", "3"]], []]],
    ["too many levels", [HDFC, NOW, Array(21).fill([1, 1, 1]), []]],
    ["an invalid time", [HDFC, "now", [], []]],
  ])("ignores a malformed order book: %s", async (_, ladder) => {
    const { bus, rig, viewer } = await startFollower();
    bus.say(batch({ ladders: [ladder] }));
    await rig.clock.advance(500);
    expect(rig.relay.counters.busFaults).toBe(1);
    viewer.say(["r"]);
    expect(viewer.last("s")?.[4]).toEqual([]);
    expect(viewer.price(HDFC)).toBe(170_000);
  });

  it("stores a limited number of instruments, even if each message names new ones", async () => {
    const { bus, rig } = await startFollower({ busInstruments: 50 });
    for (let from = 0; from < 500; from += 50)
      bus.say(
        batch({
          rows: Array.from({ length: 50 }, (_, index) => [`NSE_EQ:${from + index}`, 1, NOW, 1, 0]),
          ladders: Array.from({ length: 50 }, (_, index) => [`NSE_EQ:${from + index}`, NOW, [], []]),
        }),
      );
    expect(rig.relay.status().cells).toBe(50);
  });

  it("does not subscribe to invalid instruments that another replica requests", async () => {
    const { bus, rig } = await startFollower();
    bus.interest = [
      "{",
      JSON.stringify({ market: ["NSE_EQ:11536", "x", "", "NSE_EQ:1 OR 1"], depth: [1] }),
      JSON.stringify({ market: ["NSE_EQ:11536", "rubbish"], depth: [] }),
    ];
    bus.isLeaseFree = true;
    await rig.clock.advance(LIMITS.busRenewMs + 1_000);
    expect(rig.relay.status().isLeader).toBe(true);
    expect([...rig.provider.latest.subscribed].sort()).toEqual([NIFTY, "NSE_EQ:11536", HDFC].sort());
  });
});

it("readBatch parses every price batch that the leader publishes", async () => {
  const { bus, rig } = await startFollower();
  bus.isLeaseFree = true;
  await rig.clock.advance(LIMITS.busRenewMs + 100);
  await rig.trading(2_000, 1_234.55);
  expect(bus.published.length).toBeGreaterThan(5);
  for (const text of bus.published) {
    const read = readBatch(text, LIMITS, DEFINITIONS);
    expect(read).toMatchObject({ faults: 0 });
  }
  expect(readInterest('{"market":["NSE_EQ:1333"],"depth":[]}', LIMITS, DEFINITIONS)).toEqual({
    market: [HDFC],
    depth: [],
  });
});
