import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createApiUse } from "./api-use.ts";

const line = (path: string, durationMs: number, change: object = {}) => ({
  method: "GET",
  path: `/sandbox/v2${path}`,
  status: 200,
  durationMs,
  ...change,
});
const groupIn = (use: ReturnType<typeof createApiUse>, group: string) =>
  use.report().groups.find((one) => one.group === group);

it("counts API calls by rate-limit group, and ignores other requests", () => {
  const use = createApiUse(() => 1_000_000);
  use.request(line("/orders", 5));
  use.request(line("/orders", 5, { method: "POST" }));
  use.request(line("/orders/1234", 5, { method: "DELETE" }));
  use.request(line("/marketfeed/ltp", 5, { method: "POST" }));
  use.request(line("/orders", 5, { status: 429 }));
  use.request(line("/nothing", 5, { status: 404 }));
  use.request({ ...line("", 5), path: "/algos" });
  expect(use.report().groups.map(({ group, calls }) => [group, calls])).toEqual([
    ["order", 2],
    ["quote", 1],
    ["data", 0],
    ["other", 1],
  ]);
  expect(groupIn(use, "data")).toMatchObject({ p50Ms: null, p99Ms: null });
});

it("overestimates latency percentiles by at most an eighth", () => {
  const times = fc.array(fc.double({ min: 0.3, max: 9_000, noNaN: true }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(times, (all) => {
      const use = createApiUse(() => 1_000_000);
      for (const ms of all) use.request(line("/orders", ms));
      const sorted = [...all].sort((a, b) => a - b);
      const exact = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
      const { p50Ms, p99Ms } = groupIn(use, "other") ?? { p50Ms: null, p99Ms: null };
      for (const [found, share] of [
        [p50Ms, 0.5],
        [p99Ms, 0.99],
      ] as const) {
        expect(found ?? 0).toBeGreaterThanOrEqual(exact(share));
        expect(found ?? 0).toBeLessThanOrEqual(exact(share) * 1.1251);
      }
    }),
  );
});

it("counts API calls of the last hour, and the open order-update sockets", () => {
  let now = 0;
  const use = createApiUse(() => now);
  use.request(line("/orders", 5));
  const first = use.socket("/sandbox/order-update");
  use.socket("/sandbox/feed");
  expect(use.report().orderSockets).toEqual({ open: 1, openedLastHour: 1 });
  first.close();
  now += 60 * 60_000;
  expect(use.report().orderSockets).toEqual({ open: 0, openedLastHour: 0 });
  expect(groupIn(use, "other")?.calls).toBe(0);
});
