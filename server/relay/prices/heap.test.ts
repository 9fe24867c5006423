// What viewers leave behind when they go: nothing.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { HDFC, NIFTY, startRig, type TestViewer } from "../../../tests/support/relay-rig.ts";

/** The engine may hold the last frame for one more turn; leaked viewers remain after all of them. */
const TURNS = 5;

describe("the heap", () => {
  it("a thousand viewers who have left leave nothing on the heap, however often they come", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const rig = await startRig({ algos: { one: [HDFC] } });
    const comeAndGo = async (): Promise<WeakRef<object>[]> => {
      const viewers: TestViewer[] = [];
      for (let index = 0; index < 1_000; index += 1) viewers.push(await rig.join(["algo:one"]));
      await rig.trading(1_000, 100, HDFC);
      for (const { viewer } of viewers) rig.relay.hub.remove(viewer, "left");
      return viewers.map(({ viewer }) => new WeakRef(viewer));
    };
    const heapAfter = async (): Promise<{ bytes: number; left: number }> => {
      const refs = await comeAndGo();
      await rig.trading(31_000, 100, NIFTY);
      let left = refs.length;
      for (let turn = 0; turn < TURNS && left > 0; turn += 1) {
        // A dereferenced WeakRef stays alive until the end of the event loop's turn.
        await new Promise((resolve) => setImmediate(resolve));
        collect();
        left = refs.filter((ref) => ref.deref() !== undefined).length;
      }
      return { bytes: process.memoryUsage().heapUsed, left };
    };
    const first = await heapAfter();
    await heapAfter();
    const third = await heapAfter();
    expect([first.left, third.left]).toEqual([0, 0]);
    // A viewer with its transport takes more than a kilobyte, so two thousand leaked ones would show.
    expect(third.bytes - first.bytes).toBeLessThan(1_000_000);
  });
});
