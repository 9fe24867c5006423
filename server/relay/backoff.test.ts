import { describe, expect, it } from "vitest";
import { Backoff } from "./backoff.ts";

describe("Backoff", () => {
  it("doubles its ceiling up to the most, and starts over after a success", () => {
    const backoff = new Backoff(100, () => 1);
    expect([1, 2, 3, 4, 5].map(() => backoff.next(1_000))).toEqual([100, 200, 400, 800, 1_000]);
    backoff.reset();
    expect(backoff.next(1_000)).toBe(100);
  });

  it("spreads over the whole of the ceiling", () => {
    expect(new Backoff(100, () => 0).next(1_000)).toBe(0);
    expect(new Backoff(100, () => 0.5).next(1_000)).toBe(50);
  });

  it("waits as long as it was told, and counts that as a try", () => {
    const backoff = new Backoff(100, () => 0.5);
    expect(backoff.told(5_000, 1_000)).toBe(5_500);
    expect(backoff.attempt).toBe(1);
    expect(backoff.next(1_000)).toBe(100);
  });

  it("stays finite however often it is asked", () => {
    const backoff = new Backoff(100, () => 1);
    for (let tries = 0; tries < 2_000; tries += 1) backoff.next(30_000);
    expect(backoff.next(30_000)).toBe(30_000);
  });
});
