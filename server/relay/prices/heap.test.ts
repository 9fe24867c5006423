// Viewers that disconnected do not leak memory.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { HDFC, NIFTY, startRig, type TestViewer } from "../../../tests/support/relay-rig.ts";

/**
 * Maximum number of garbage collections. The engine may keep the last frame in memory for one collection longer; leaked
 * viewers would remain after all of them.
 */
const TURNS = 5;

describe("the relay's heap", () => {
  it("does not grow if a thousand viewers join and leave repeatedly", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const rig = await startRig({ algos: { one: [HDFC] } });
    const joinAndLeave = async (): Promise<WeakRef<object>[]> => {
      const viewers: TestViewer[] = [];
      for (let index = 0; index < 1_000; index += 1) viewers.push(await rig.join(["algo:one"]));
      await rig.trading(1_000, 100, HDFC);
      for (const { viewer } of viewers) rig.relay.hub.remove(viewer, "left");
      return viewers.map(({ viewer }) => new WeakRef(viewer));
    };
    const heapAfter = async (): Promise<{ bytes: number; remaining: number }> => {
      const refs = await joinAndLeave();
      await rig.trading(31_000, 100, NIFTY);
      let remaining = refs.length;
      for (let turn = 0; turn < TURNS && remaining > 0; turn += 1) {
        // A dereferenced WeakRef keeps its object alive until the end of the event loop's iteration.
        await new Promise((resolve) => setImmediate(resolve));
        collect();
        remaining = refs.filter((ref) => ref.deref() !== undefined).length;
      }
      return { bytes: process.memoryUsage().heapUsed, remaining };
    };
    const first = await heapAfter();
    await heapAfter();
    const third = await heapAfter();
    expect([first.remaining, third.remaining]).toEqual([0, 0]);
    // A viewer and its transport use more than a kilobyte, so two thousand leaked viewers would exceed this limit.
    expect(third.bytes - first.bytes).toBeLessThan(1_000_000);
  });
});
