// Messages between the sandbox and the site's server, over IPC or within one process. Also opens the store, and reports
// a failure to the server.
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { z } from "zod";
import { FEATURES } from "../../app/contract/site/site.ts";
import { openClaimed } from "../storage/claimed-store.ts";
import { openDatabase } from "./store/database.ts";

const VITALS_EVERY_MS = 1_000;
/** Sampling interval of the event loop delay. */
const LOOP_SAMPLE_MS = 20;
/** Maximum wait for a previous sandbox, which is still stopping, to release the folder. */
const FOLDER_RELEASE_TIMEOUT_MS = 4_000;

type Message = { kind: string; [part: string]: unknown };

/** Receives the messages of a sandbox within this process. Null if the parent process receives the messages. */
let receiver: ((message: Message) => void) | null = null;

/** Sends messages to `receive` in this process instead of to a parent. */
export function deliverMessagesTo(receive: (message: Message) => void): void {
  receiver = receive;
}

export function sendToSite(message: Message): void {
  if (receiver !== null) receiver(message);
  else if (process.connected) process.send?.(message);
}

/** Writes a fault to the site's log. */
export function reportFault(fault: unknown): void {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  sendToSite({ kind: "log", level: "error", text });
}

/**
 * Opens the store and claims its folder, which only one sandbox may use. If the folder is in use or cannot be read, the
 * site is notified and the process ends.
 */
export async function openStore(folder: string) {
  try {
    const claim = openClaimed(folder, "claim", {
      waitMs: FOLDER_RELEASE_TIMEOUT_MS,
      folderName: "The sandbox's folder",
      holderName: "sandbox",
    });
    return { claim, db: openDatabase(folder) };
  } catch (fault) {
    if (receiver !== null) throw fault;
    const text = fault instanceof Error ? fault.message : String(fault);
    await new Promise((resolve) => process.send?.({ kind: "refused", text }, resolve));
    process.exit(1);
  }
}

/** Resolves with null when the site asks the sandbox to stop, or has exited. */
export function waitUntilStopped(): Promise<null> {
  return new Promise((resolve) => {
    process.on("message", (raw) => {
      if (stopSchema.safeParse(raw).success) resolve(null);
    });
    process.once("disconnect", () => resolve(null));
  });
}

/**
 * Sends vital signs to the site at a regular interval: the event loop delay since the last message (99th percentile),
 * memory and open files. The returned function stops sending.
 */
export function sendVitals(): () => void {
  const loop = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  loop.enable();
  const timer = setInterval(() => {
    // The histogram contains the times between samples. The delay is the excess over the sampling interval.
    const loopDelayMs = Math.max(0, loop.percentile(99) / 1e6 - LOOP_SAMPLE_MS);
    loop.reset();
    const vitals = {
      loopDelayMs: Number.isFinite(loopDelayMs) ? loopDelayMs : 0,
      residentBytes: process.memoryUsage.rss(),
      openFiles: openFiles(),
    };
    sendToSite({ kind: "alive", vitals });
  }, VITALS_EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns the number of open files. Zero if the system does not provide it. */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

const stopSchema = z.object({ kind: z.literal("stop") });

const brandSchema = z.object({
  kind: z.literal("brand"),
  brand: z.object({
    facts: z.record(z.string(), z.string()),
    locale: z.string(),
    words: z.record(z.string(), z.unknown()),
    sections: z.record(z.string(), z.array(z.object({ heading: z.string(), text: z.string() }))),
    features: z.record(z.enum(FEATURES), z.boolean()).optional(),
  }),
});

/** Calls `replace` with each brand that the site sends after a reload. */
export function receiveBrands(replace: (brand: z.output<typeof brandSchema>["brand"]) => void): void {
  process.on("message", (raw) => {
    const message = brandSchema.safeParse(raw);
    if (message.success) replace(message.data.brand);
  });
}

const backUpSchema = z.object({ kind: z.literal("back_up"), number: z.int(), folder: z.string() });

/** Calls `backUp` with the folder that the site requests, and sends the site the outcome: null or an error message. */
export function handleBackupRequests(backUp: (folder: string) => void): void {
  process.on("message", (raw) => {
    const message = backUpSchema.safeParse(raw);
    if (!message.success) return;
    const { number, folder } = message.data;
    let fault: string | null = null;
    try {
      backUp(folder);
    } catch (thrown) {
      fault = thrown instanceof Error ? thrown.message : String(thrown);
    }
    sendToSite({ kind: "backed_up", number, fault });
  });
}
