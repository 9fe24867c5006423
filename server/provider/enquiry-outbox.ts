// Sends requests for access to the API admin form service. One that the service does not take now is written to disk before
// the reader is told so, and is sent again until it is taken; its key makes sure that it is taken once.
import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import {
  type Enquiry,
  type EnquiryOutcome,
  enquiryReceiptSchema,
  enquirySchema,
} from "../../app/wire/enquiry.ts";
import { createLimiter, type Limiter } from "../net/limiter.ts";
import {
  createProviderCaller,
  jsonOf,
  type ProviderCallerStatus,
  type ProviderCallLimits,
} from "../net/provider-call.ts";
import { refused, unreachable } from "./faults.ts";

export type EnquiryOutboxOptions = {
  /** The service's address without a slash at the end; null while there is none. */
  baseUrl: () => string | null;
  dataDir: string;
  limits: ProviderCallLimits & {
    enquiriesPerMinute: number;
    enquiriesKept: number;
    enquiryRetryMs: number;
  };
  /** Requests of one address; one of its own where none is given. */
  sent?: Limiter;
  now: () => number;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export type EnquiryOutbox = {
  submit(enquiry: Enquiry, address: string): Promise<EnquiryOutcome>;
  waiting(): number;
  /** Refused by the service, or not readable any more. */
  setAside(): number;
  status(): ProviderCallerStatus;
  close(): Promise<void>;
};

const MINUTE_MS = 60_000;
const keptSchema = z.object({ key: z.string(), enquiry: enquirySchema });

/** Refused for good: trying again changes nothing. */
class Refused extends Error {}

export function createEnquiryOutbox(options: EnquiryOutboxOptions): EnquiryOutbox {
  const { limits } = options;
  const folder = join(options.dataDir, "enquiries");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const caller = createProviderCaller({ ...options, name: "enquiries" });
  const limiter =
    options.sent ??
    createLimiter({ atMost: limits.enquiriesPerMinute, withinMs: MINUTE_MS, now: options.now });
  let isSending = false;

  async function send(key: string, enquiry: Enquiry): Promise<string> {
    const answer = await caller.call({
      method: "POST",
      path: "/v1/enquiries",
      headers: { accept: "application/json", "idempotency-key": key },
      body: enquiry,
      // Taken once, by its key.
      isRepeatable: true,
    });
    if (answer.status !== 200 && answer.status !== 201) throw new Refused(`answered ${answer.status}`);
    return enquiryReceiptSchema.parse(jsonOf(answer)).reference;
  }

  /** On disk for sure before it returns. */
  function keep(key: string, enquiry: Enquiry): void {
    if (waiting().length >= limits.enquiriesKept) throw new Error("the outbox is full");
    const file = join(folder, `${key}.json`);
    const handle = openSync(`${file}.new`, "w", 0o600);
    writeSync(handle, JSON.stringify({ key, enquiry }));
    fsyncSync(handle);
    closeSync(handle);
    renameSync(`${file}.new`, file);
    const directory = openSync(folder, "r");
    fsyncSync(directory);
    closeSync(directory);
  }

  function waiting(): string[] {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  }

  async function sendKept(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (const name of waiting()) {
        const file = join(folder, name);
        let kept: z.output<typeof keptSchema>;
        try {
          kept = keptSchema.parse(JSON.parse(readFileSync(file, "utf8")));
        } catch {
          renameSync(file, `${file}.unreadable`);
          options.onEvent({ level: "warn", message: "a kept enquiry cannot be read", detail: name });
          continue;
        }
        try {
          const reference = await send(kept.key, kept.enquiry);
          rmSync(file);
          options.onEvent({
            level: "info",
            message: "a kept enquiry was sent",
            detail: `${kept.key.slice(0, 12).toUpperCase()} is ${reference}`,
          });
        } catch (fault) {
          if (!(fault instanceof Refused)) return;
          renameSync(file, `${file}.refused`);
          options.onEvent({ level: "warn", message: "a kept enquiry was refused", detail: name });
        }
      }
    } finally {
      isSending = false;
    }
  }

  const retrying = setInterval(() => void sendKept(), limits.enquiryRetryMs);
  retrying.unref();
  void sendKept();

  return {
    async submit(enquiry, address) {
      const now = options.now();
      if (!limiter.take(address)) return { kind: "too_many", retryAfterS: limiter.retryAfterS(address) };
      // The same words from the same person on the same day are the same enquiry, however often they are sent.
      const day = new Date(now).toISOString().slice(0, 10);
      const key = createHash("sha256")
        .update(JSON.stringify([enquiry, day]))
        .digest("hex")
        .slice(0, 40);
      try {
        return { kind: "accepted", reference: await send(key, enquiry) };
      } catch (fault) {
        if (fault instanceof Refused)
          throw refused(422, "The service that takes requests did not accept this one.");
        options.onEvent({ level: "warn", message: "an enquiry is kept", detail: (fault as Error).message });
        try {
          keep(key, enquiry);
        } catch (worse) {
          options.onEvent({
            level: "warn",
            message: "an enquiry cannot be kept",
            detail: (worse as Error).message,
          });
          throw unreachable();
        }
        return { kind: "kept", reference: key.slice(0, 12).toUpperCase() };
      }
    },
    waiting: () => waiting().length,
    setAside: () => readdirSync(folder).filter((name) => /\.(?:refused|unreadable)$/.test(name)).length,
    status: () => caller.status(),
    async close() {
      clearInterval(retrying);
      await caller.close();
    },
  };
}
