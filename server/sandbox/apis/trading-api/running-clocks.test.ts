// Running account clocks: steps, the shared time budget, faults, and the end time.
import { afterEach, expect, it } from "vitest";
import { SECOND_MS } from "../../../../app/domain/time.ts";
import { CLOCK_RUN_LIMITS, clockStepMs, RunningClocks } from "./running-clocks.ts";
import type { AccountClock } from "./simulations.ts";

let atMs = 0;
let opened: RunningClocks | null = null;
const faults: unknown[] = [];
afterEach(() => {
  opened?.close();
  faults.length = 0;
});

/** Creates clocks that advance by `runStep`. Time passes when the test sets `atMs`. */
function open(runStep: (clientId: string, stepMs: number) => boolean): RunningClocks {
  opened = new RunningClocks(
    runStep,
    (fault) => void faults.push(fault),
    () => atMs,
  );
  return opened;
}
const clockAt = (speed: number, untilMs = Number.POSITIVE_INFINITY): AccountClock => ({
  nowMs: 0,
  speed,
  untilMs,
});

it.each([
  [1, 250],
  [3, 250],
  [4, 1_000],
  [60, 1_000],
  [61, 2_000],
  [600, 10_000],
])("at speed %i a step of a simulated clock is %i ms long", (speed, stepMs) =>
  expect(clockStepMs(speed)).toBe(stepMs),
);

it("runs the clock steps due since the last tick, and adds the rest to the next tick", async () => {
  const steps: number[] = [];
  const clocks = open((_, stepMs) => steps.push(stepMs) > 0);
  clocks.set("1", clockAt(10));
  atMs += 250;
  await clocks.tick();
  expect(steps).toEqual([SECOND_MS, SECOND_MS]);
  atMs += 50;
  await clocks.tick();
  expect(steps).toHaveLength(3);
});

it("skips clock steps that are overdue by more than a second", async () => {
  let steps = 0;
  const clocks = open(() => {
    steps += 1;
    return true;
  });
  clocks.set("1", clockAt(10));
  atMs += 60 * SECOND_MS;
  await clocks.tick();
  expect(steps).toBe((10 * CLOCK_RUN_LIMITS.backlogMaxMs) / SECOND_MS);
});

it("runs the clocks of several accounts in turn, within a time budget", async () => {
  const worked: Record<string, number> = { slow: 0, quick: 0 };
  const clocks = open((clientId) => {
    worked[clientId] = (worked[clientId] ?? 0) + 1;
    const until = performance.now() + (clientId === "slow" ? 2 : 0);
    while (performance.now() < until);
    return true;
  });
  clocks.set("slow", clockAt(600));
  clocks.set("quick", clockAt(600));
  let others = 0;
  const counting = setInterval(() => {
    others += 1;
  }, 1);
  for (let tick = 0; tick < 5; tick += 1) {
    atMs += CLOCK_RUN_LIMITS.everyMs;
    const startedAt = performance.now();
    await clocks.tick();
    expect(performance.now() - startedAt).toBeLessThan(20 * CLOCK_RUN_LIMITS.budgetMs);
  }
  clearInterval(counting);
  expect(worked.slow).toBeLessThanOrEqual((5 * CLOCK_RUN_LIMITS.budgetMs) / 2 + 5);
  expect(Math.abs((worked.slow ?? 0) - (worked.quick ?? 0))).toBeLessThanOrEqual(1);
  expect(others).toBeGreaterThan(0);
});

it("completes an unfinished clock step before the next step", async () => {
  let calls = 0;
  const clocks = open(() => {
    calls += 1;
    return calls % 3 === 0;
  });
  clocks.set("1", clockAt(4));
  atMs += 500;
  await clocks.tick();
  expect(calls).toBe(6);
});

it("stops a clock at its end time, even if another clock fails", async () => {
  const good = clockAt(4, 2 * SECOND_MS);
  const clocks = open((clientId, stepMs) => {
    if (clientId === "bad") throw new Error("broken");
    good.nowMs += stepMs;
    return true;
  });
  clocks.set("bad", clockAt(4));
  clocks.set("good", good);
  atMs += SECOND_MS;
  await clocks.tick();
  expect([good.nowMs, good.speed]).toEqual([2 * SECOND_MS, 0]);
  expect(faults).toHaveLength(4);
});

it("does not run a clock that is stopped or was removed", async () => {
  let steps = 0;
  const clocks = open(() => {
    steps += 1;
    return true;
  });
  const clock = clockAt(10);
  clocks.set("1", clock);
  clock.speed = 0;
  clocks.set("1", clock);
  clocks.set("2", clockAt(10));
  clocks.drop("2");
  atMs += SECOND_MS;
  await clocks.tick();
  expect(steps).toBe(0);
});
