// Whatever trades in the sandbox, the site's pages go first.
import { setPriority } from "node:os";

/** As `nice` counts. */
const LOW_PRIORITY = 5;

export function lowerOwnPriority(): void {
  try {
    setPriority(LOW_PRIORITY);
  } catch {
    // Where the system does not let us, it runs like the others.
  }
}
