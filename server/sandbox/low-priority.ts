// Process priorities: highest for the site's pages, lower for the sandbox's trading, lowest for background
// computations.
import { getPriority, setPriority } from "node:os";

/** Lowest priority, as a `nice` value. */
const LOWEST_PRIORITY = 19;
const PRIORITY_STEP = 5;

/** Lowers this process below its parent. */
export function lowerOwnPriority(): void {
  lower(process.pid, PRIORITY_STEP);
}

/** Lowers a process below this one. */
export function lowerPriority(pid: number | undefined): void {
  lower(pid, PRIORITY_STEP);
}

/** Lowers a process below all others. */
export function setLowestPriority(pid: number | undefined): void {
  lower(pid, LOWEST_PRIORITY);
}

function lower(pid: number | undefined, by: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + by));
  } catch {
    // The priority remains unchanged on systems that do not permit a change.
  }
}
