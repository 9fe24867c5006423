// The limiter counts in a sliding window for each key, and its counts can be saved and restored.
import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

it("allows uses up to the limit, then refuses and returns the seconds to wait", () => {
  let now = 1_000_000;
  const limiter = createLimiter({ atMost: 2, withinMs: 60_000, now: () => now });
  expect([limiter.take("a"), limiter.take("a"), limiter.take("a"), limiter.take("b")]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(limiter.retryAfterS("a")).toBe(60);
  expect(limiter.retryAfterS("b")).toBe(0);
  now += 60_000;
  expect(limiter.retryAfterS("a")).toBe(0);
  expect(limiter.take("a")).toBe(true);
});

it("includes the uses of a restored snapshot in its counts", () => {
  let now = 1_000_000;
  const options = { atMost: 2, withinMs: 60_000, now: () => now };
  const before = createLimiter(options);
  before.take("a");
  now += 30_000;
  before.take("a");
  const after = createLimiter(options);
  after.restore(JSON.parse(JSON.stringify(before.snapshot())));
  expect(after.take("a")).toBe(false);
  now += 30_000;
  expect(after.take("a")).toBe(true);
  expect(after.take("a")).toBe(false);
});
