// Vital signs of this process for its parent, once a second: event loop delay, memory and open files.
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;

export function watchVitals() {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  return {
    /** Returns the event loop delay (99th percentile) since the last call, and the current memory and open files. */
    read(): { loopDelayMs: number; residentBytes: number; openFiles: number } {
      // The histogram contains the times between samples. The delay is the excess over the sampling interval.
      const loopDelayMs = Math.max(0, loop.percentile(99) / 1e6 - RESOLUTION_MS);
      loop.reset();
      return {
        loopDelayMs: Number.isFinite(loopDelayMs) ? loopDelayMs : 0,
        residentBytes: process.memoryUsage.rss(),
        openFiles: openFiles(),
      };
    },
  };
}

/** Returns the number of open files. Zero if the system does not provide it. */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}
