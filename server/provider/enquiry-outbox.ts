// Sends requests for API access to the enquiry service of the API admin. If the service does not accept a request, it
// is written to disk before the user is notified, and sent again until it is accepted. Its key ensures that it is
// accepted only once.
import {
  type Enquiry,
  type EnquiryOutcome,
  enquiryReceiptSchema,
} from "../../app/contract/base-api/enquiry.ts";
import { DAY_MS, isoDayOf, istDay } from "../../app/domain/time.ts";
import { sha256 } from "../crypto/sha256.ts";
import {
  CallFailed,
  createProviderCaller,
  type ProviderCallerStatus,
  type ProviderCallLimits,
  parseJsonBody,
} from "../protocol/provider-call.ts";
import type { SharedLimiter } from "../rate-limits/limiter.ts";
import { EnquiryFolder } from "./enquiry-folder.ts";
import { refusalForReason, unreachableResponse } from "./faults.ts";

export type EnquiryOutboxOptions = {
  /** Address of the service without a trailing slash; null while there is none. */
  baseUrl: () => string | null;
  dataDir: string;
  limits: ProviderCallLimits & {
    enquiriesKept: number;
    enquiryRetryMs: number;
    /** Number of days that a request is stored, whether or not it could be sent. */
    enquiryDays: number;
  };
  /** Limits the requests per IP address. */
  requestLimit: SharedLimiter;
  now: () => number;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export type EnquiryOutbox = ReturnType<typeof createEnquiryOutbox>;

/** The service refused the content of the request, so retries are useless. */
class Refused extends Error {}
/**
 * Statuses that refuse the content of a request. Any other refusal, such as 401, 403 or 404, has another cause, such as
 * a wrong setting of the service or its gateway, so the request is stored and sent again.
 */
const CONTENT_REFUSED = [400, 409, 413, 415, 422];

type Note = EnquiryOutboxOptions["onEvent"];
type Send = (key: string, enquiry: Enquiry) => Promise<string>;

/** Returns the reference that the user gets for a stored request. */
const ownReference = (key: string) => key.slice(0, 12).toUpperCase();

/**
 * Returns the key of a request: the same content from the same person on the same day in IST has the same key. `now` is
 * epoch ms.
 */
function enquiryKey(enquiry: Enquiry, now: number): string {
  const day = isoDayOf(istDay(now));
  return sha256(JSON.stringify([enquiry, day])).slice(0, 40);
}

export function createEnquiryOutbox(options: EnquiryOutboxOptions) {
  const { limits, onEvent } = options;
  const folder = new EnquiryFolder(options.dataDir, limits.enquiriesKept);
  const caller = createProviderCaller({ ...options, name: "enquiries" });

  /** Sends a request and returns its reference. Throws Refused, or CallFailed if a later attempt may succeed. */
  async function send(key: string, enquiry: Enquiry): Promise<string> {
    const answer = await caller.call({
      method: "POST",
      path: "/v1/enquiries",
      headers: { accept: "application/json", "idempotency-key": key },
      body: enquiry,
      // The service accepts a request with the same key only once.
      isRepeatable: true,
    });
    if (CONTENT_REFUSED.includes(answer.status)) throw new Refused();
    if (answer.status !== 200 && answer.status !== 201)
      throw new CallFailed("unreachable", `answered ${answer.status}`);
    return enquiryReceiptSchema.parse(parseJsonBody(answer)).reference;
  }

  function removeOld(): void {
    const removed = folder.removeOlderThan(options.now() - limits.enquiryDays * DAY_MS);
    if (removed > 0) onEvent({ level: "warn", message: "old enquiries deleted", detail: String(removed) });
  }

  const sendStored = createResender(folder, send, onEvent);
  const retrying = setInterval(() => void sendStored(), limits.enquiryRetryMs);
  retrying.unref();
  void sendStored();
  const removing = setInterval(removeOld, DAY_MS);
  removing.unref();
  removeOld();

  return {
    async submit(enquiry: Enquiry, address: string): Promise<EnquiryOutcome> {
      const waitS = await options.requestLimit.take(address);
      if (waitS > 0) return { kind: "too_many", retryAfterS: waitS };
      const key = enquiryKey(enquiry, options.now());
      try {
        return { kind: "accepted", reference: await send(key, enquiry) };
      } catch (fault) {
        if (fault instanceof Refused) throw refusalForReason(422, "enquiryRefused");
        onEvent({
          level: "warn",
          message: "enquiry stored for later delivery",
          detail: (fault as Error).message,
        });
        try {
          folder.keep(key, enquiry);
        } catch (worse) {
          onEvent({
            level: "warn",
            message: "enquiry could not be stored",
            detail: (worse as Error).message,
          });
          throw unreachableResponse();
        }
        return { kind: "kept", reference: ownReference(key) };
      }
    },
    waiting: (): number => folder.waiting().length,
    /** Number of requests that the service refused or that cannot be read. */
    setAside: (): number => folder.setAsideCount(),
    status: (): ProviderCallerStatus => caller.status(),
    async close() {
      clearInterval(retrying);
      clearInterval(removing);
      await caller.close();
    },
  };
}

/**
 * Returns a function that sends the stored requests in order until one fails temporarily. Only one round runs at a
 * time.
 */
function createResender(folder: EnquiryFolder, send: Send, note: Note): () => Promise<void> {
  let isSending = false;

  async function sendOne(name: string): Promise<void> {
    const stored = folder.read(name);
    if (stored === null) {
      folder.setAside(name, "unreadable");
      note({ level: "warn", message: "stored enquiry could not be read", detail: name });
      return;
    }
    try {
      const reference = await send(stored.key, stored.enquiry);
      folder.remove(name);
      const detail = `${ownReference(stored.key)} is ${reference}`;
      note({ level: "info", message: "stored enquiry sent", detail });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      folder.setAside(name, "refused");
      note({ level: "warn", message: "stored enquiry refused", detail: name });
    }
  }

  return async () => {
    if (isSending) return;
    isSending = true;
    try {
      for (const name of folder.waiting()) await sendOne(name);
    } catch {
      // After a temporary failure, the remaining requests are sent in the next round.
    } finally {
      isSending = false;
    }
  };
}
