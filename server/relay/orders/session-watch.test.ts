import { expect, it } from "vitest";
import { ManualClock, settle } from "../../../tests/support/manual-clock.ts";
import { LIMITS } from "../../limits.ts";
import { createSessionWatch, type SessionState } from "./session-watch.ts";

function startWatch(sessions: number) {
  const clock = new ManualClock("2026-09-15T11:00:00+05:30");
  const rig = { clock, checks: 0, gone: [] as string[], state: "alive" as SessionState };
  const watch = createSessionWatch({
    clock,
    limits: LIMITS,
    check: async () => {
      rig.checks += 1;
      await new Promise<void>((resolve) => clock.after(50, resolve));
      return rig.state;
    },
    onGone: (token) => rig.gone.push(token),
  });
  for (let index = 0; index < sessions; index += 1) watch.enter(`token${index}`);
  return rig;
}

async function pass(clock: ManualClock, ms: number) {
  for (let passed = 0; passed < ms; passed += 50) {
    await clock.advance(50);
    await settle();
  }
}

it("checks about 50 sessions per second if 2,000 sessions are open", async () => {
  const rig = startWatch(2_000);
  await pass(rig.clock, LIMITS.orderSessionCheckEveryMs);
  const before = rig.checks;
  await pass(rig.clock, 10_000);
  expect(rig.checks - before).toBeGreaterThanOrEqual(450);
  expect(rig.checks - before).toBeLessThanOrEqual(510);
});

it("does not report sessions after a single check without a response", async () => {
  const rig = startWatch(4_000);
  await pass(rig.clock, 75_000);
  rig.state = "unknown";
  await pass(rig.clock, 2_000);
  rig.state = "alive";
  await pass(rig.clock, 100_000);
  expect(rig.gone).toEqual([]);
});

it("reports a session after all its checks failed for 60 s", async () => {
  const rig = startWatch(1);
  rig.state = "unknown";
  await pass(rig.clock, LIMITS.orderSessionUnknownForMs);
  expect(rig.gone).toEqual([]);
  await pass(rig.clock, 3 * LIMITS.orderSessionCheckEveryMs);
  expect(rig.gone).toContain("token0");
});
