// Creates the Responses that pages get for provider faults: unreachable (503, can be retried), broken (502), and
// refused (the provider's status and sentence). Pages handle "not found" separately.
import type { Fault } from "../../app/contract/site/fault.ts";
import { faultText } from "../../app/contract/site/fault-words.ts";
import type { CallFailed } from "../protocol/provider-call.ts";

const RETRY_AFTER_S = 5;

/** `since` is the start of the outage, epoch ms; null if it is not known. */
export function unreachable(since: number | null = null): Response {
  return answer(503, {
    kind: "unreachable",
    detail: faultText.unreachable,
    reason: "unreachable",
    ...(since === null ? {} : { since }),
  });
}

export function broken(): Response {
  return answer(502, { kind: "broken", detail: faultText.broken, reason: "broken" });
}

/** Converts a failed call to the Response that a page throws. */
export function faultOf({ kind }: CallFailed, since: number | null = null): Response {
  return kind === "garbled" ? broken() : unreachable(since);
}

/** `detail` is the provider's sentence. */
export function refused(status: number, detail: string): Response {
  return answer(status, { kind: status === 404 ? "not_found" : "refused", detail });
}

/** Refuses with a sentence of this site. */
export function refusedBecause(status: number, reason: keyof typeof faultText): Response {
  return answer(status, {
    kind: status === 404 ? "not_found" : "refused",
    detail: faultText[reason],
    reason,
  });
}

/** Refusal by a rate limit of the service. `retryAfter` is the service's Retry-After header, in seconds. */
export function rateLimited(
  reason: "noMoreAccounts" | "tooManyCalls",
  retryAfter: string | string[] | undefined,
): Response {
  const response = refusedBecause(429, reason);
  response.headers.set("Retry-After", typeof retryAfter === "string" ? retryAfter : String(RETRY_AFTER_S));
  return response;
}

function answer(status: number, fault: Fault): Response {
  return new Response(JSON.stringify(fault), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 503 ? { "Retry-After": String(RETRY_AFTER_S) } : {}),
    },
  });
}
