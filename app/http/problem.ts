// Parses the Response that a loader threw, for the error page. The server's provider client throws most of them;
// loaders throw the 404 from notFound() below.
import { type Fault, isFault } from "../contract/site/fault.ts";
import { faultText, waitText } from "../contract/site/fault-texts.ts";

/** A suggested page. Without `about`, the error page shows its address instead of a description. */
export type SuggestedPage = { title: string; path: string; about?: string };
export type Problem = {
  status: number;
  kind: Fault["kind"] | "unexpected";
  detail: string;
  /** Start of the outage, epoch ms. Null if unknown. */
  since: number | null;
  near: SuggestedPage[];
};

export function readProblem(status: number, data: unknown): Problem {
  if (isFault(data)) {
    const { kind, reason, since = null, near = [] } = data;
    // During an update, the other version of the server may send a reason that this version does not have.
    const detail = (reason === undefined ? undefined : faultText[reason]) ?? data.detail;
    return { status, kind, detail, since, near };
  }
  if (status === 404) return { status, kind: "not_found", detail: faultText.noPage, since: null, near: [] };
  return { status, kind: "unexpected", detail: faultText.unexpected, since: null, near: [] };
}

/**
 * Returns the message, status and Retry-After for a form that the provider refused. With `statuses`, faults with other
 * statuses (except 429) are rethrown. `unanswered` is the message for a status from 500, after which it is not known
 * whether the provider executed the form.
 */
export async function readRefusal(fault: unknown, statuses?: number[], unanswered?: string) {
  if (!(fault instanceof Response)) throw fault;
  const { status } = fault;
  const wait = fault.headers.get("Retry-After");
  const init = { status, headers: wait === null ? {} : { "Retry-After": wait } };
  if (status >= 500 && unanswered !== undefined) return { message: unanswered, init };
  if (status !== 429 && statuses?.includes(status) === false) throw fault;
  if (status === 429 && wait !== null) return { message: waitText.tooManyCalls(Number(wait)), init };
  return { message: readProblem(status, await fault.json().catch(() => null)).detail, init };
}

/** Returns a 404 for a loader to throw, with suggested pages. */
export function notFound(detail: string, near: SuggestedPage[] = []): Response {
  return new Response(JSON.stringify({ kind: "not_found", detail, near } satisfies Fault), {
    status: 404,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** Returns the response of pages that need a provider, on Remix's stock server, which has no provider. */
export function unavailableWithoutProvider(): Response {
  const fault: Fault = {
    kind: "unreachable",
    detail: faultText.withoutProvider,
  };
  return new Response(JSON.stringify(fault), {
    status: 503,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}
