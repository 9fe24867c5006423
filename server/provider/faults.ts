// Creates the Responses that pages get for provider faults: unreachable (503, can be retried), broken (502), and
// refused (the provider's status and sentence). Pages handle "not found" separately.
import type { Fault } from "../../app/contract/site/fault.ts";
import { faultText } from "../../app/contract/site/fault-texts.ts";
import type { CallFailed } from "../protocol/provider-call.ts";

const RETRY_AFTER_S = 5;

/** Returns a 503. `since` is the start of the outage, epoch ms; null if it is not known. */
export function unreachableResponse(since: number | null = null): Response {
  return answer(503, {
    kind: "unreachable",
    detail: faultText.unreachable,
    reason: "unreachable",
    ...(since === null ? {} : { since }),
  });
}

export function invalidResponse(): Response {
  return answer(502, { kind: "broken", detail: faultText.broken, reason: "broken" });
}

/** Converts a failed call to the Response that a page throws. */
export function toErrorResponse({ kind }: CallFailed, since: number | null = null): Response {
  return kind === "garbled" ? invalidResponse() : unreachableResponse(since);
}

/** Returns a refusal with the provider's status and sentence (`detail`). */
export function refusalResponse(status: number, detail: string): Response {
  return answer(status, { kind: status === 404 ? "not_found" : "refused", detail });
}

/** Returns a refusal with a sentence of this site. */
export function refusalForReason(status: number, reason: keyof typeof faultText): Response {
  return answer(status, {
    kind: status === 404 ? "not_found" : "refused",
    detail: faultText[reason],
    reason,
  });
}

/** Refusal by a rate limit of the service. `retryAfter` is the service's Retry-After header. */
export function rateLimitResponse(
  reason: "noMoreAccounts" | "tooManyCalls",
  retryAfter: string | string[] | undefined,
): Response {
  const response = refusalForReason(429, reason);
  response.headers.set("Retry-After", String(waitSeconds(retryAfter)));
  return response;
}

/** Parses a Retry-After header, which is a number of seconds or an HTTP date (RFC 9110 §10.2.3), to seconds. */
function waitSeconds(value: string | string[] | undefined): number {
  const text = typeof value === "string" ? value.trim() : "";
  if (/^\d{1,6}$/.test(text)) return Math.max(1, Number(text));
  const at = Date.parse(text);
  return Number.isNaN(at) ? RETRY_AFTER_S : Math.max(1, Math.ceil((at - Date.now()) / 1_000));
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
