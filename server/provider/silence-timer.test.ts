// Time during which both processes are suspended does not count as silence.
import { expect, it } from "vitest";
import { createSilenceTimer } from "./silence-timer.ts";

it("measures the time since the last message, excluding process suspensions", () => {
  let now = 0;
  const silence = createSilenceTimer({ now: () => now, pollEveryMs: 500 });
  for (let tick = 0; tick < 20; tick += 1) {
    now += 500;
    silence.poll();
  }
  expect(silence.poll()).toBe(10_000);
  silence.noteMessage();
  now += 500;
  expect(silence.poll()).toBe(500);
  now += 3_600_000;
  expect(silence.poll()).toBe(1_500);
});
