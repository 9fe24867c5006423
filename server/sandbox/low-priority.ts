// Whatever trades in the sandbox, the site's pages go first; and before what is worked out in the background, both.
import { getPriority, setPriority } from "node:os";

/** As `nice` counts. */
const LOWEST = 19;
const A_STEP = 5;

/** This process goes behind the one that started it. */
export function lowerOwnPriority(): void {
  lower(process.pid, A_STEP);
}

/** A process goes behind this one. */
export function lowerPriority(pid: number | undefined): void {
  lower(pid, A_STEP);
}

/** A process goes behind all others. */
export function lowerPriorityToLast(pid: number | undefined): void {
  lower(pid, LOWEST);
}

function lower(pid: number | undefined, by: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(LOWEST, getPriority() + by));
  } catch {
    // Where the system does not let us, it runs like the others.
  }
}
