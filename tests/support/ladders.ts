// Counts the option prices that a function computes, in total and between two iterations of the event loop.
import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
import { FamilyDay } from "../../server/sandbox/exchange/option-family.ts";

/** Number of option ladders per minute: for the four prices of its bar and for its thirty trades. */
export const LADDERS_PER_MINUTE = 34;
/** Maximum number of ladders between two iterations: more than a slice computes, and far fewer than a session needs. */
export const SLICE_LADDERS_MAX = 20 * LADDERS_PER_MINUTE;

/**
 * Returns the number of ladders of option prices that `work` computes: in total, and the maximum between two iterations
 * of the event loop.
 */
export async function countLadders(
  work: () => Promise<unknown>,
): Promise<{ total: number; maxPerIteration: number }> {
  const priced = vi.spyOn(FamilyDay.prototype, "slice");
  // Every reading of the clock advances it by a millisecond, so that slices are equally long on any machine.
  let readings = 0;
  vi.spyOn(performance, "now").mockImplementation(() => {
    readings += 1;
    return readings;
  });
  const counts: number[] = [];
  let isDone = false;
  let before = 0;
  const count = () => {
    counts.push(priced.mock.calls.length - before);
    before = priced.mock.calls.length;
  };
  const turns = (async () => {
    for (; !isDone; await setImmediate()) count();
    count();
  })();
  await work();
  isDone = true;
  await turns;
  vi.restoreAllMocks();
  return { total: before, maxPerIteration: Math.max(...counts) };
}
