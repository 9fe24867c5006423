// Page for a request that cannot be answered: the fault, its source and where to go. A 404 offers the pages nearest to the requested
// address, which the loader found.
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { formatDateTime } from "../format/dates.ts";
import { type Problem, readProblem } from "../http/problem.ts";
import { filled } from "../ui/filled.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { RequestIdContext } from "./request.ts";
import { errorPageText as text } from "./text.ts";

export const PROBLEM_HEADINGS: Record<Problem["kind"], string> = {
  unreachable: text.unavailable,
  broken: text.broken,
  refused: text.refused,
  not_found: text.notFound,
  unexpected: text.failed,
};

/** Reads a thrown value as a problem. */
export function problemOf(error: unknown): Problem {
  return isRouteErrorResponse(error) ? readProblem(error.status, error.data) : readProblem(500, null);
}

/** Returns the problem of the enclosing error boundary. */
export function useProblem(): Problem {
  return problemOf(useRouteError());
}

/** Title of a page that shows an error instead. */
export function problemMeta(error: unknown, brand: string) {
  return [
    { title: `${PROBLEM_HEADINGS[problemOf(error).kind]} · ${brand}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Passes Retry-After of a thrown Response on to the browser; no other header. */
export function problemHeaders({ errorHeaders }: { errorHeaders: Headers | undefined }): HeadersInit {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export function ErrorPage(props: { problem: Problem }) {
  const { problem } = props;
  const location = useLocation();
  const requestId = useContext(RequestIdContext);
  const isMissing = problem.kind === "not_found";
  const { near } = problem;
  return (
    <div className="max-w-[65ch] py-12">
      <p className="text-sm font-semibold text-ink-muted">{text.error(problem.status)}</p>
      <h1 className="mt-2 text-2xl sm:text-3xl">{PROBLEM_HEADINGS[problem.kind]}</h1>
      <p className="mt-4 text-lg text-ink-muted">
        {problem.detail}
        {problem.since === null ? null : (
          <span data-down-since={new Date(problem.since).toISOString()}>
            {" "}
            {text.downSince(formatDateTime(new Date(problem.since)))}
          </span>
        )}
      </p>
      {near.length === 0 ? null : (
        <section aria-labelledby="near" className="mt-8">
          <h2 id="near" className="text-lg">
            {text.didYouMean}
          </h2>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {near.map((page) => (
              <li key={page.path}>
                <a href={page.path} className="block py-2.5">
                  <span className="link font-semibold">{page.title}</span>{" "}
                  <span className="text-sm text-ink-muted">{page.path}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-8 flex flex-wrap gap-3">
        {isMissing ? (
          <LinkButton to="/algos">{text.seeAllAlgos}</LinkButton>
        ) : (
          <LinkButton to={`${location.pathname}${location.search}`}>{text.tryAgain}</LinkButton>
        )}
        <LinkButton to="/" kind="quiet">
          {text.goToStart}
        </LinkButton>
      </p>
      {requestId === null ? null : (
        <p className="mt-8 text-sm text-ink-muted">
          {filled(text.quoteRequestId, { id: <code className="font-mono">{requestId}</code> })}
        </p>
      )}
    </div>
  );
}
