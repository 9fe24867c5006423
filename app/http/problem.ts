// Parses a thrown Response for the error page. The server's provider client creates most of them; loaders create their
// 404 with notFound() below.
import { type Fault, isFault } from "../contract/site/fault.ts";
import { faultText } from "../contract/site/fault-words.ts";

/** A suggested page. `about` describes the page; without `about` its address is shown. */
export type NearPage = { title: string; path: string; about?: string };
export type Problem = {
  status: number;
  kind: Fault["kind"] | "unexpected";
  detail: string;
  /** Start of the outage, epoch ms. Null if unknown. */
  since: number | null;
  near: NearPage[];
};

export function readProblem(status: number, data: unknown): Problem {
  if (isFault(data)) {
    const { kind, reason, since = null, near = [] } = data;
    // A version of the server that is being replaced may send an unknown reason.
    const detail = (reason === undefined ? undefined : faultText[reason]) ?? data.detail;
    return { status, kind, detail, since, near };
  }
  if (status === 404) return { status, kind: "not_found", detail: faultText.noPage, since: null, near: [] };
  return { status, kind: "unexpected", detail: faultText.unexpected, since: null, near: [] };
}

/** Message and status of a refused form. Throws faults of other statuses. `unanswered` is the message of a 503. */
export async function refusalOf(fault: unknown, statuses?: number[], unanswered?: string) {
  if (!(fault instanceof Response)) throw fault;
  const { status } = fault;
  if (status === 503 && unanswered !== undefined) return { message: unanswered, status };
  if (statuses?.includes(status) === false) throw fault;
  return { message: readProblem(status, await fault.json().catch(() => null)).detail, status };
}

/** Returns a 404 for a loader to throw, with suggested pages. */
export function notFound(detail: string, near: NearPage[] = []): Response {
  return new Response(JSON.stringify({ kind: "not_found", detail, near } satisfies Fault), {
    status: 404,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** Returns the response of pages that need a provider on Remix's stock server, which has none. */
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
