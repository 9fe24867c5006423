// A step of the wall clock is reported once, in either direction. Gradual adjustment is not reported.
import { expect, it } from "vitest";
import { watchClock } from "./clock-watch.ts";

it("reports the size of a jump of the wall clock, and ignores gradual drift", () => {
  let wall = 1_000_000;
  let steady = 0;
  const jumps: number[] = [];
  const watch = watchClock({
    boundMs: 1_000,
    everyMs: 60_000,
    wallMs: () => wall,
    steadyMs: () => steady,
    onJump: (byMs) => jumps.push(byMs),
  });
  const pass = (wallMs: number, steadyMs: number) => {
    wall += wallMs;
    steady += steadyMs;
    watch.poll();
  };
  pass(5_000, 5_000);
  pass(5_400, 5_000);
  expect(watch.jumps()).toBe(0);
  pass(3_605_000, 5_000);
  pass(5_000, 5_000);
  expect(jumps).toEqual([3_600_000]);
  pass(-85_000, 5_000);
  expect(jumps).toEqual([3_600_000, -90_000]);
  expect(watch.jumps()).toBe(2);
  watch.stop();
});
