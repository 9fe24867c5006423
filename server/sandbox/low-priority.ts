// Process priorities: highest for the site's pages, lower for the sandbox's trading, lowest for background
// computations.
import { getPriority, setPriority } from "node:os";

/** Lowest priority, as a `nice` value. */
const LOWEST_PRIORITY = 19;
const PRIORITY_STEP = 5;

/** Gives this process a lower priority than its parent. */
export function lowerOwnPriority(): void {
  lower(process.pid, PRIORITY_STEP);
}

/** Gives a child process a lower priority than this process. */
export function lowerPriority(pid: number | undefined): void {
  lower(pid, PRIORITY_STEP);
}

/** Gives a process the lowest priority. */
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
