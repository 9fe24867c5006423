// Counts the option prices that work computes, in all and between two turns of the event loop.
import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
import { FamilyDay } from "../../server/sandbox/exchange/option-family.ts";

/** Prices of a minute's four bar fields and of its thirty trades. */
export const LADDERS_A_MINUTE = 34;
/** More ladders than a slice has, and far fewer than a session. */
export const A_SLICE = 20 * LADDERS_A_MINUTE;

/** Ladders of option prices that work computes: in all, and at most between two turns of the event loop. */
export async function laddersOf(work: () => Promise<unknown>): Promise<{ inAll: number; inOneTurn: number }> {
  const priced = vi.spyOn(FamilyDay.prototype, "slice");
  // Every reading of the clock takes a millisecond, so that slices are equally long on any machine.
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
  return { inAll: before, inOneTurn: Math.max(...counts) };
}
