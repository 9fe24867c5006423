// Process priorities: the site's pages before the sandbox's trading, and both before background computations.
import { getPriority, setPriority } from "node:os";

/** Lowest priority, as a `nice` value. */
const LOWEST = 19;
const A_STEP = 5;

/** Lowers this process below its parent. */
export function lowerOwnPriority(): void {
  lower(process.pid, A_STEP);
}

/** Lowers a process below this one. */
export function lowerPriority(pid: number | undefined): void {
  lower(pid, A_STEP);
}

/** Lowers a process below all others. */
export function lowerPriorityToLast(pid: number | undefined): void {
  lower(pid, LOWEST);
}

function lower(pid: number | undefined, by: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + by));
  } catch {
    // The priority remains unchanged on systems that do not permit a change.
  }
}
