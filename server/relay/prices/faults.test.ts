// Behaviour of the relay under faults, with a scripted provider and a manual clock. After each fault the tests check
// that no wrong price was shown as live, that everything returns to its initial state, and that the counters report the
// fault.
import { describe, expect, it } from "vitest";
import { CLOSE_CODES } from "../../../app/contract/live/close-codes.ts";
import {
  AT_NIGHT,
  HDFC,
  IN_SESSION,
  NIFTY,
  type Rig,
  startRig,
  type TestViewer,
} from "../../../tests/support/relay-rig.ts";
import { quote } from "../../../tests/support/scripted-provider.ts";
import { encodeMarketPacket } from "../../protocol/market-feed.ts";

const state = (viewer: TestViewer, segment = "IDX_I") => viewer.states()[segment]?.[0];

async function liveRig(): Promise<{ rig: Rig; viewer: TestViewer }> {
  const rig = await startRig();
  const viewer = await rig.join(["algo:one"]);
  await rig.trading(3_000);
  expect(state(viewer)).toBe("live");
  return { rig, viewer };
}

describe("the relay when the price feed falls silent", () => {
  it("in session: shows delayed after 2 s, stale after 5 s, live after reconnecting", async () => {
    const { rig, viewer } = await liveRig();
    const first = rig.provider.latest;
    rig.provider.onDial = () => {};
    await rig.clock.advance(2_300);
    expect(state(viewer)).toBe("delayed");
    await rig.clock.advance(3_500);
    expect(state(viewer)).toBe("stale");
    expect(rig.provider.market).toHaveLength(2);
    expect(first.isEnded).toBe(false);
    const second = rig.provider.latest;
    second.accept();
    expect([...second.subscribed].sort()).toEqual([NIFTY, HDFC].sort());
    rig.trade(101);
    await rig.clock.advance(500);
    expect(first.isEnded).toBe(true);
    expect(state(viewer)).toBe("live");
    expect(viewer.price(HDFC)).toBe(10_100);
    expect(rig.relay.counters.suspicions).toEqual({ market: 1 });
  });

  it("in session: drops the second connection when the first connection resumes", async () => {
    const { rig, viewer } = await liveRig();
    const first = rig.provider.latest;
    rig.provider.onDial = () => {};
    await rig.clock.advance(6_000);
    first.say(quote(NIFTY, 102, rig.clock.wall()));
    expect(rig.provider.openSockets()).toBe(1);
    expect(first.isEnded).toBe(false);
    // Only the index has received data. The share's price stays unconfirmed until the provider sends it again.
    await rig.clock.advance(300);
    expect(viewer.last("q")?.[4].find(([key]) => key === HDFC)?.[4] ?? 1).toBe(1);
    first.say(quote(HDFC, 103, rig.clock.wall()));
    await rig.clock.advance(300);
    expect(viewer.last("q")?.[4].find(([key]) => key === HDFC)?.[4]).toBe(0);
    expect(state(viewer)).toBe("live");
  });

  it("shows live prices soon after a handshake succeeds after minutes of timeouts", async () => {
    const { rig, viewer } = await liveRig();
    rig.provider.onDial = (socket) => {
      rig.clock.after(5_000, () => socket.hangUp(1006));
    };
    await rig.clock.advance(180_000);
    expect(state(viewer)).toBe("stale");
    rig.provider.onDial = (socket) => {
      socket.accept();
      socket.say(quote(NIFTY, 110, rig.clock.wall()), quote(HDFC, 110, rig.clock.wall()));
    };
    // The connection attempt in progress must time out first.
    await rig.clock.advance(5_000);
    for (let passed = 0; passed < 3_000; passed += 500) {
      rig.trade(110);
      await rig.clock.advance(500);
    }
    expect(viewer.price(HDFC)).toBe(11_000);
    expect(state(viewer)).toBe("live");
  });

  it("shows a silent segment with many instruments as stale while another segment is live", async () => {
    const options = Array.from({ length: 60 }, (_, index) => `NSE_FNO:${index + 100}`);
    const rig = await startRig({ algos: { options } });
    const viewer = await rig.join(["algo:options"]);
    await rig.trading(3_000, 100, NIFTY, ...options);
    expect(state(viewer, "NSE_FNO")).toBe("live");
    await rig.trading(20_000, 100, NIFTY);
    expect(state(viewer, "NSE_FNO")).toBe("stale");
    expect(state(viewer, "IDX_I")).toBe("live");
  });

  it("does not reconnect after two hours without a packet at night", async () => {
    const rig = await startRig({ at: AT_NIGHT });
    const viewer = await rig.join(["algo:one"]);
    for (let minutes = 0; minutes < 120; minutes += 1) {
      for (let ping = 0; ping < 6; ping += 1) {
        rig.provider.latest.ping();
        await rig.clock.advance(10_000);
      }
    }
    expect(state(viewer)).toBe("closed");
    expect(rig.provider.market).toHaveLength(1);
    expect(rig.relay.counters.suspicions).toEqual({});
  });

  it("reconnects if the feed stops pinging, even outside trading hours", async () => {
    const rig = await startRig({ at: AT_NIGHT });
    await rig.clock.advance(27_000);
    expect(rig.relay.counters.suspicions).toEqual({ market: 1 });
    expect(rig.provider.market.length).toBeGreaterThan(1);
  });
});

describe("the relay when a trading session opens or closes", () => {
  it("changes from closed to live at the first price without suspecting the feed", async () => {
    const rig = await startRig({ at: "2026-09-15T09:14:50+05:30" });
    const viewer = await rig.join(["algo:one"]);
    rig.provider.latest.ping();
    await rig.clock.advance(9_000);
    expect(state(viewer)).toBe("closed");
    await rig.clock.advance(1_500);
    await rig.trading(2_000);
    expect(state(viewer)).toBe("live");
    expect(rig.relay.counters.suspicions).toEqual({});
  });

  it("marks a connection as suspect if no data arrives within 5 s after the opening", async () => {
    const rig = await startRig({ at: "2026-09-15T09:14:50+05:30" });
    const viewer = await rig.join(["algo:one"]);
    rig.provider.latest.ping();
    await rig.clock.advance(14_000);
    expect(rig.relay.counters.suspicions).toEqual({});
    await rig.clock.advance(2_500);
    expect(rig.relay.counters.suspicions).toEqual({ market: 1 });
    expect(state(viewer)).toBe("stale");
  });

  it("retains the last price with the state closed after the close", async () => {
    const rig = await startRig({ at: "2026-09-15T15:29:55+05:30" });
    const viewer = await rig.join(["algo:one"]);
    await rig.trading(5_500, 99);
    for (let seconds = 0; seconds < 60; seconds += 10) {
      rig.provider.latest.ping();
      await rig.clock.advance(10_000);
    }
    expect(state(viewer)).toBe("closed");
    expect(viewer.price(HDFC)).toBe(9_900);
    expect(rig.relay.counters.suspicions).toEqual({});
  });
});

it("shows depth of shares as closed while the derivatives session is open", async () => {
  const rig = await startRig({ at: "2026-11-25T15:31:00+05:30", algos: { option: ["NSE_FNO:100"] } });
  const viewer = await rig.join(["algo:option", "depth:option:NSE_FNO:100"]);
  await rig.trading(2_000, 100, NIFTY);
  expect(state(viewer, "depth")).toBe("closed");
  expect(state(viewer, "depth_fno")).not.toBe("closed");
});

describe("the relay when the price feed closes the connection", () => {
  it("reconnects to the next address with all subscriptions", async () => {
    const { rig, viewer } = await liveRig();
    rig.provider.latest.hangUp(1006);
    await rig.clock.advance(4_000);
    expect(rig.provider.market).toHaveLength(2);
    expect(rig.provider.latest.url.host).toBe("other.test");
    expect([...rig.provider.latest.subscribed].sort()).toEqual([NIFTY, HDFC].sort());
    await rig.trading(1_000, 105);
    expect(state(viewer)).toBe("live");
    expect(viewer.price(HDFC)).toBe(10_500);
  });

  it("attempts more than 1,000 reconnects in 50 minutes of refusals", async () => {
    const { rig } = await liveRig();
    rig.provider.onDial = (socket) => socket.hangUp(1006);
    rig.provider.latest.hangUp(1006);
    await rig.clock.advance(3_000 * 1_000);
    expect(rig.provider.market.length).toBeGreaterThan(1_000);
  });

  it("reconnects only after a minute if the close reason is 805", async () => {
    const { rig, viewer } = await liveRig();
    rig.provider.latest.closeWith(805);
    await rig.clock.advance(55_000);
    expect(rig.provider.market).toHaveLength(1);
    expect(state(viewer)).toBe("unavailable");
    await rig.clock.advance(6_000);
    expect(rig.provider.market).toHaveLength(2);
    await rig.trading(1_000);
    expect(state(viewer)).toBe("live");
  });
});

describe("the relay when the price feed sends invalid data", () => {
  it("shows the newest price if packets are repeated or out of order", async () => {
    const { rig, viewer } = await liveRig();
    const now = rig.clock.wall();
    const newest = quote(HDFC, 120, now, 5_000);
    const older = quote(HDFC, 90, now - 2_000, 4_000);
    const sameSecond = quote(HDFC, 80, now, 4_900);
    rig.provider.latest.say(newest, newest, older, sameSecond);
    await rig.clock.advance(500);
    expect(viewer.price(HDFC)).toBe(12_000);
    expect(rig.relay.counters.outOfOrder).toBe(2);
  });

  it("accepts older packets after a few rejections if the feed's clock was set back", async () => {
    const { rig, viewer } = await liveRig();
    const back = rig.clock.wall() - 3_600_000;
    for (let second = 0; second < 7; second += 1)
      rig.provider.latest.say(quote(HDFC, 130 + second, back + second * 1_000));
    await rig.clock.advance(500);
    expect(viewer.price(HDFC)).toBe(13_600);
  });

  it("skips a message with a wrong byte in its header, and parses the next message", async () => {
    const { rig, viewer } = await liveRig();
    const good = quote(HDFC, 140, rig.clock.wall(), 9_000);
    for (let at = 0; at < 4; at += 1) {
      for (const byte of [0x00, 0x63, 0xff]) {
        const bad = Buffer.from(good);
        bad[at] = byte;
        if (bad.equals(good)) continue;
        rig.provider.latest.say(bad);
      }
    }
    await rig.clock.advance(300);
    expect(viewer.price(HDFC)).toBe(10_000);
    rig.provider.latest.say(good);
    await rig.clock.advance(300);
    expect(viewer.price(HDFC)).toBe(14_000);
    expect(Object.values(rig.relay.counters.decodeFaults).reduce((a, b) => a + b, 0)).toBeGreaterThan(5);
  });

  it("sends viewers no invalid prices (NaN, infinite, negative or too large)", async () => {
    const { rig, viewer } = await liveRig();
    for (const rupees of [Number.NaN, Number.POSITIVE_INFINITY, -5, 3e9]) {
      const bad = quote(HDFC, 100, rig.clock.wall(), 9_000);
      bad.writeFloatLE(rupees, 8);
      rig.provider.latest.say(bad);
    }
    await rig.clock.advance(300);
    expect(viewer.price(HDFC)).toBe(10_000);
    expect(rig.relay.counters.decodeFaults).toEqual({ price: 4 });
  });

  it("logs why packets are dropped if none of them can be read", async () => {
    const { rig } = await liveRig();
    for (let second = 0; second < 8; second += 1) {
      const bad = quote(NIFTY, 100, rig.clock.wall());
      bad.writeFloatLE(-5, 8);
      rig.provider.latest.say(bad);
      await rig.clock.advance(1_000);
    }
    expect(rig.events.join("\n")).toContain("no readable data during market hours (dropped packets: price)");
  });

  it("ignores packets of an instrument without a subscription", async () => {
    const { rig, viewer } = await liveRig();
    const before = viewer.messages.length;
    rig.provider.latest.say(quote("NSE_EQ:99999", 5, rig.clock.wall()));
    rig.provider.latest.say(
      encodeMarketPacket({ kind: "marketStatus", exchangeSegment: "NSE_EQ", securityId: 0 }),
    );
    await rig.clock.advance(300);
    expect(viewer.messages.slice(before).filter(([word]) => word === "q")).toEqual([]);
  });
});

describe("the relay with slow viewers", () => {
  it("pauses a viewer that acknowledges nothing for 6 s, and later sends a snapshot", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"], { acks: false });
    await rig.trading(5_000, 100);
    expect(rig.relay.counters.skipped).toBe(0);
    await rig.trading(5_000, 100);
    const frames = viewer.messages.filter(([word]) => word === "q").length;
    expect(frames).toBeLessThanOrEqual(26);
    await rig.trading(2_000, 150);
    expect(viewer.messages.filter(([word]) => word === "q")).toHaveLength(frames);
    expect(rig.relay.counters.skipped).toBeGreaterThan(0);
    viewer.say(["a", viewer.last("q")?.[2]]);
    await rig.clock.advance(100);
    expect(viewer.last("s")?.[3].find(([key]) => key === HDFC)?.[1]).toBe(15_000);
    expect(viewer.closedWith).toBeNull();
  });

  it("disconnects a viewer that has not acknowledged frames for 15 s", async () => {
    const rig = await startRig();
    const viewer = await rig.join(["algo:one"], { acks: false });
    await rig.trading(18_000);
    expect(viewer.closedWith).toBe(CLOSE_CODES.slow);
    expect(rig.relay.hub.stats()).toEqual({ viewers: 0, sets: 0, groups: 0, slow: 0 });
    expect(rig.relay.counters.viewersClosed).toEqual({ slow: 1 });
  });

  it("pauses a viewer with too many queued bytes, and closes it above a higher limit", async () => {
    const { rig, viewer } = await liveRig();
    viewer.queued = 100;
    const frames = viewer.messages.filter(([word]) => word === "q").length;
    await rig.trading(1_000, 160);
    expect(viewer.messages.filter(([word]) => word === "q")).toHaveLength(frames);
    viewer.queued = 0;
    await rig.trading(500, 161);
    expect(viewer.last("s")?.[3].find(([key]) => key === HDFC)?.[1]).toBe(16_100);
    viewer.queued = 1_000_000;
    await rig.trading(500, 162);
    expect(viewer.closedWith).toBe(CLOSE_CODES.slow);
  });

  it("sends frames to other viewers without delay", async () => {
    const { rig, viewer } = await liveRig();
    for (let frozen = 0; frozen < 50; frozen += 1) await rig.join(["algo:one"], { acks: false });
    const before = viewer.messages.filter(([word]) => word === "q").length;
    await rig.trading(10_000, 170);
    await rig.trading(10_000, 171);
    expect(viewer.messages.filter(([word]) => word === "q").length - before).toBeGreaterThanOrEqual(18);
    expect(viewer.price(HDFC)).toBe(17_100);
    expect(rig.relay.hub.stats().viewers).toBe(1);
  });
});

describe("the relay", () => {
  it("removes channels and subscriptions after a thousand viewers leave at once", async () => {
    const algos = Object.fromEntries(
      Array.from({ length: 50 }, (_, set) => [
        `a${set}`,
        Array.from({ length: 4 }, (_, i) => `NSE_EQ:${2_000 + set * 4 + i}`),
      ]),
    );
    const rig = await startRig({ algos });
    const base = rig.relay.status();
    const viewers: TestViewer[] = [];
    for (let index = 0; index < 1_000; index += 1) viewers.push(await rig.join([`algo:a${index % 50}`]));
    await rig.trading(1_000, 100, NIFTY, ...Object.values(algos).flat());
    expect(rig.relay.status()).toMatchObject({
      hub: { viewers: 1_000, sets: 50 },
      feeds: { market: { wanted: 201 } },
    });
    for (const { viewer } of viewers) rig.relay.hub.remove(viewer, "left");
    await rig.trading(1_000, 100, NIFTY);
    expect(rig.relay.hub.stats()).toEqual({ viewers: 0, sets: 0, groups: 0, slow: 0 });
    expect(rig.relay.status().feeds.market?.wanted).toBe(201);
    await rig.trading(31_000, 100, NIFTY);
    expect(rig.relay.status().feeds.market?.wanted).toBe(base.feeds.market?.wanted);
    expect(rig.relay.status().cells).toBe(1);
    expect([...rig.provider.latest.subscribed]).toEqual([NIFTY]);
  });

  it("stays live and connected when the wall clock jumps by up to an hour", async () => {
    const { rig, viewer } = await liveRig();
    for (const jump of [1_800_000, -3_600_000, 1_800_000]) {
      rig.clock.jump(jump);
      await rig.trading(3_000, 100);
      expect(rig.provider.market).toHaveLength(1);
    }
    await rig.trading(4_000, 180);
    expect(state(viewer)).toBe("live");
    expect(viewer.price(HDFC)).toBe(18_000);
  });

  it("shows closed while the wall clock is past the close, and live after it returns", async () => {
    const { rig, viewer } = await liveRig();
    rig.clock.jump(6 * 3_600_000);
    await rig.trading(3_000);
    expect(state(viewer)).toBe("closed");
    rig.clock.jump(-6 * 3_600_000);
    await rig.trading(5_000);
    expect(state(viewer)).toBe("live");
  });

  it("shows delayed or stale until the first price if started in trading hours", async () => {
    const rig = await startRig({ at: IN_SESSION });
    const viewer = await rig.join(["strip"]);
    expect(["delayed", "stale"]).toContain(state(viewer));
    await rig.trading(1_000);
    expect(state(viewer)).toBe("live");
  });
});
