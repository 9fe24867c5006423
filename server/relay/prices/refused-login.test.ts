// A login that the provider refuses with a close packet (806 to 810) or with the status of the handshake.
import { describe, expect, it } from "vitest";
import { startRig, type TestViewer } from "../../../tests/support/relay-rig.ts";
import type { ScriptedSocket } from "../../../tests/support/scripted-provider.ts";
import { LIMITS } from "../../limits.ts";

const state = (viewer: TestViewer) => viewer.states().IDX_I?.[0];

async function liveRig() {
  const rig = await startRig();
  const viewer = await rig.join(["algo:one"]);
  await rig.trading(3_000);
  expect(state(viewer)).toBe("live");
  return { rig, viewer };
}

describe("the relay after a refused login to the price feed", () => {
  it.each([806, 807, 808, 809, 810])(
    "connects to the failover address at once (close reason %d)",
    async (reason) => {
      const { rig, viewer } = await liveRig();
      rig.provider.latest.closeWith(reason);
      await rig.clock.advance(100);
      expect(rig.provider.market.map(({ url }) => url.host)).toEqual(["feed.test", "other.test"]);
      await rig.trading(1_000);
      expect(state(viewer)).toBe("live");
    },
  );

  it.each([806, 807, 808, 809, 810])(
    "tries the same token again every 60 s (close reason %d)",
    async (reason) => {
      const { rig, viewer } = await liveRig();
      const refuse = (socket: ScriptedSocket) => {
        socket.accept();
        socket.closeWith(reason);
      };
      rig.provider.onDial = refuse;
      rig.provider.latest.closeWith(reason);
      await rig.clock.advance(LIMITS.upstreamRefusedRetryMs - 5_000);
      expect(rig.provider.market).toHaveLength(2);
      expect(state(viewer)).toBe("unavailable");
      const states = () => viewer.messages.filter((message) => message[0] === "st").length;
      const before = states();
      for (let retry = 1; retry <= 10; retry += 1) {
        await rig.clock.advance(LIMITS.upstreamRefusedRetryMs);
        expect(rig.provider.market).toHaveLength(2 + 2 * retry);
        expect(state(viewer)).toBe("unavailable");
      }
      expect(states()).toBe(before);
      rig.provider.onDial = (socket) => socket.accept();
      await rig.clock.advance(LIMITS.upstreamRefusedRetryMs + LIMITS.upstreamLoginPollMs);
      await rig.trading(1_000);
      expect(state(viewer)).toBe("live");
    },
  );

  it.each([806, 807, 808, 809, 810])(
    "connects within 5 s of a token change (close reason %d)",
    async (reason) => {
      const { rig, viewer } = await liveRig();
      rig.provider.onDial = (socket) => {
        socket.accept();
        if (socket.url.searchParams.get("token") === "first") socket.closeWith(reason);
      };
      rig.provider.latest.closeWith(reason);
      await rig.clock.advance(10_000);
      expect(state(viewer)).toBe("unavailable");
      rig.token.value = "second";
      await rig.clock.advance(5_000);
      expect(rig.provider.latest.url.searchParams.get("token")).toBe("second");
      await rig.trading(1_000);
      expect(state(viewer)).toBe("live");
    },
  );

  it("shows unavailable until a retry has succeeded", async () => {
    const { rig, viewer } = await liveRig();
    rig.provider.onDial = (socket) => socket.hangUp(1006, 401);
    rig.provider.latest.hangUp(1006);
    await rig.clock.advance(10_000);
    expect(state(viewer)).toBe("unavailable");
    rig.provider.onDial = (socket) => socket.accept();
    await rig.clock.advance(LIMITS.upstreamRefusedRetryMs);
    expect(state(viewer)).toBe("unavailable");
    rig.provider.latest.ping();
    await rig.trading(1_000);
    expect(state(viewer)).toBe("live");
  });

  it("retries after 60 s on a 401 response, and after a shorter pause on 429", async () => {
    const { rig } = await liveRig();
    rig.provider.onDial = (socket) => socket.hangUp(1006, 429);
    rig.provider.latest.hangUp(1006);
    await rig.clock.advance(9_000);
    expect(rig.provider.market).toHaveLength(2);
    rig.provider.onDial = (socket) => socket.hangUp(1006, 401);
    await rig.clock.advance(120_000);
    const tries = rig.provider.market.length;
    await rig.clock.advance(2 * (LIMITS.upstreamRefusedRetryMs + LIMITS.upstreamLoginPollMs));
    expect(rig.provider.market).toHaveLength(tries + 4);
  });
});
