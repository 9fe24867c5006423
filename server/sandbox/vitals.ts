// What this process tells its parent of itself once a second, for operators: how late its event loop is, its memory, its open files.
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;

export function watchVitals() {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  loop.enable();
  return {
    /** Since the last call. */
    read(): { loopDelayMs: number; residentBytes: number; openFiles: number } {
      // The histogram holds the times between samples; the excess over their interval is delay.
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

/** Zero where the system does not say. */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}
