// Calls to the provider for names that viewers send. An unknown name is looked up again only after a while, new names
// are limited per viewer and address, and pages do not wait for viewers' lookups. The periodic lookup changes only
// current sets.
import { describe, expect, it } from "vitest";
import { HDFC, instrument, NIFTY, type Rig, startRig } from "../../../tests/support/relay-rig.ts";
import { LIMITS } from "../../limits.ts";
import type { RequestSource } from "./channels.ts";

type Call = { id: string; by: RequestSource };

async function startCounted(limits: Partial<Record<keyof typeof LIMITS, number>> = {}) {
  const calls: Call[] = [];
  const held: (() => void)[] = [];
  let isHeld = false;
  const algos = new Set(["one", "two"]);
  const rig = await startRig({
    relay: {
      limits: { ...LIMITS, viewers: 100, viewersPerAddress: 100, drainOverMs: 0, ...limits },
      source: {
        async ofStrategy(id, by) {
          calls.push({ id, by });
          if (isHeld && by === "viewer") await new Promise<void>((resolve) => held.push(resolve));
          return algos.has(id) ? [instrument(HDFC)] : null;
        },
        async ofInstrument(key, by) {
          calls.push({ id: key, by });
          return key === HDFC ? [instrument(HDFC)] : null;
        },
      },
    },
  });
  return {
    rig,
    calls,
    algos,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const go of held.splice(0)) go();
    },
  };
}

const errors = (viewer: Awaited<ReturnType<Rig["join"]>>, code: string) =>
  viewer.messages.filter((message) => message[0] === "e" && message[1] === code).length;

describe("unknown channel names", () => {
  it("are looked up once for all viewers, and again after the cached result expires", async () => {
    const { rig, calls } = await startCounted();
    const viewer = await rig.join(["algo:none"]);
    for (let second = 0; second < 30; second += 1) {
      for (let count = 0; count < 8; count += 1) viewer.say(["sub", ["algo:none", `depth:none:${HDFC}`]]);
      await rig.clock.advance(1_000);
    }
    expect(viewer.closedWith).toBeNull();
    expect(errors(viewer, "no_channel")).toBeGreaterThan(30);
    expect(calls).toHaveLength(1);
    await rig.clock.advance(LIMITS.unknownForMs);
    await rig.join(["algo:none"]);
    expect(calls).toHaveLength(2);
  });

  it("are evicted oldest first, so that a flood of names uses limited memory", async () => {
    const { rig, calls } = await startCounted({
      unknownNames: 5,
      lookupsPerViewer: 1_000,
      lookupsPerAddress: 1_000,
    });
    for (let count = 0; count < 10; count += 1) await rig.join([`algo:none-${count}`]);
    await rig.join(["algo:none-9"]);
    expect(calls).toHaveLength(10);
    await rig.join(["algo:none-0"]);
    expect(calls).toHaveLength(11);
  });

  it("cause one lookup if they name an instrument, and none if they are malformed", async () => {
    const { rig, calls } = await startCounted();
    await rig.join([`instrument:${HDFC}`]);
    const viewer = await rig.join([`instrument:${HDFC}`, "instrument:NSE_EQ:42", "instrument:../13"]);
    expect(calls.map(({ id }) => id)).toEqual([HDFC, "NSE_EQ:42"]);
    expect(errors(viewer, "no_channel")).toBe(2);
    await rig.trading(2_000, 100, HDFC);
    expect(viewer.price(HDFC)).toBe(10_000);
  });

  it("are accepted from viewers after a page has looked up the new algo", async () => {
    const { rig, algos } = await startCounted();
    await rig.join(["algo:later"]);
    algos.add("later");
    expect(await rig.relay.instrumentsOf("later")).toHaveLength(1);
    const viewer = await rig.join(["algo:later"]);
    expect(errors(viewer, "no_channel")).toBe(0);
  });
});

describe("new channel names", () => {
  it("above a viewer's limit cause the error try_later, and other channels still work", async () => {
    const { rig, calls } = await startCounted();
    const viewer = await rig.join(["algo:one"]);
    for (let count = 0; count < 64; count += 1) {
      viewer.say(["sub", [`algo:new-${count}`]]);
      await rig.clock.advance(125);
    }
    expect(calls.length).toBeLessThanOrEqual(LIMITS.lookupsPerViewer + 1);
    expect(errors(viewer, "try_later")).toBeGreaterThan(10);
    expect(viewer.closedWith).toBeNull();
    viewer.say(["sub", ["algo:one"]]);
    await rig.trading(2_000, 100, HDFC);
    expect(viewer.price(HDFC)).toBe(10_000);
    expect(rig.relay.counters.lookupsRefused.viewer).toBeGreaterThan(10);
  });

  it("are looked up once for many viewers at one IP address", async () => {
    const { rig, calls, hold, release } = await startCounted({ lookupsPerAddress: 5 });
    hold();
    const crowd = await Promise.all(Array.from({ length: 50 }, () => rig.join(["algo:one"])));
    release();
    await rig.clock.advance(500);
    expect(calls).toHaveLength(1);
    expect(crowd.filter((viewer) => errors(viewer, "try_later") > 0)).toEqual([]);
    expect(crowd.every(({ messages }) => messages.some(([word]) => word === "s"))).toBe(true);
  });

  it("are not looked up if the viewer no longer requests them", async () => {
    const { rig, calls, hold, release } = await startCounted();
    hold();
    const viewer = await rig.join(Array.from({ length: 10 }, (_, index) => `algo:old-${index}`));
    viewer.say(["sub", ["strip"]]);
    release();
    await rig.clock.advance(1_000);
    expect(calls).toHaveLength(1);
  });

  it("are limited per IP address across all polling requests", async () => {
    const { rig } = await startCounted({ lookupsPerAddress: 15 });
    const look = (name: string) =>
      rig.relay.hub.look([name], 0, { address: "203.0.113.7" }).then(
        (snapshot) => (snapshot === null ? "none" : "there"),
        (fault: Error) => fault.message,
      );
    const answers = [];
    for (let count = 0; count < 16; count += 1) answers.push(await look(`algo:poll-${count}`));
    expect(answers.slice(0, 15)).toEqual(Array(15).fill("none"));
    expect(answers[15]).toMatch(/^Too many unknown names were requested\. Try again in \d+ s\.$/);
    expect(await look("strip")).toBe("there");
    expect(await rig.relay.hub.look(["algo:poll-99"], 0, { address: "203.0.113.8" })).toBeNull();
  });

  it("do not delay a page's lookup while a viewer's lookup of the same name is pending", async () => {
    const { rig, hold, release } = await startCounted();
    hold();
    const viewer = await rig.join(["algo:two"]);
    expect(viewer.last("s")).toBeUndefined();
    expect(await rig.relay.instrumentsOf("two")).toHaveLength(1);
    expect(await rig.relay.snapshot(["algo:two"])).not.toBeNull();
    release();
    await rig.clock.advance(1_000);
    expect(viewer.last("s")).toBeDefined();
  });
});

it("leaves no instrument subscribed if a set is replaced during the periodic lookup", async () => {
  const algos: Record<string, string> = { one: HDFC, two: HDFC };
  const held: (() => void)[] = [];
  let isHeld = false;
  const rig = await startRig({
    relay: {
      source: {
        async ofStrategy(id) {
          if (isHeld && id === "one") await new Promise<void>((resolve) => held.push(resolve));
          return [instrument(algos[id] ?? HDFC)];
        },
        ofInstrument: async () => null,
      },
    },
  });
  const first = await rig.join(["algo:one"]);
  const former = await rig.join(["algo:two"]);
  isHeld = true;
  algos.two = "NSE_EQ:11536";
  await rig.trading(LIMITS.channelRefreshMs);
  expect(held).toHaveLength(1);
  rig.relay.hub.remove(former.viewer, "left");
  const next = await rig.join(["algo:two"]);
  for (const resolve of held.splice(0)) resolve();
  await rig.trading(1_000);
  for (const { viewer } of [first, next]) rig.relay.hub.remove(viewer, "left");
  await rig.trading(LIMITS.interestLingerMs + 2_000);
  expect([...rig.provider.latest.subscribed]).toEqual([NIFTY]);
});
