// Page for a failed request: the fault, its source and links. For a 404 it shows the closest existing pages, which the
// loader has found.
import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { formatDateTime } from "../format/dates.ts";
import { type Problem, readProblem } from "../http/problem.ts";
import { filled } from "../ui/filled.tsx";
import { LinkButton, SubmitButton, TextLink } from "../ui/link-button.tsx";
import { RequestIdContext } from "./request.ts";
import { errorPageText as text } from "./text.ts";

export const PROBLEM_HEADINGS: Record<Problem["kind"], string> = {
  unreachable: text.unavailable,
  broken: text.broken,
  refused: text.refused,
  not_found: text.notFound,
  unexpected: text.failed,
};

/** Converts a thrown value to a problem. */
export function problemFromError(error: unknown): Problem {
  return isRouteErrorResponse(error) ? readProblem(error.status, error.data) : readProblem(500, null);
}

/** Returns the problem that the enclosing error boundary caught. */
export function useProblem(): Problem {
  return problemFromError(useRouteError());
}

export function problemMeta(error: unknown, brand: string) {
  return [
    { title: `${PROBLEM_HEADINGS[problemFromError(error).kind]} · ${brand}` },
    { name: "robots", content: "noindex" },
  ];
}

/** Copies the header Retry-After of a thrown Response, and no other header. */
export function problemHeaders({ errorHeaders }: { errorHeaders: Headers | undefined }): HeadersInit {
  const retryAfter = errorHeaders?.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export function ErrorPage(props: { problem: Problem }) {
  const { problem } = props;
  const location = useLocation();
  const requestId = useContext(RequestIdContext);
  const isMissing = problem.kind === "not_found";
  const isDown = problem.kind === "unreachable";
  return (
    <div className="mx-auto max-w-[45rem] py-12">
      <p>
        <span className="badge">{text.error(problem.status)}</span>
      </p>
      <h1 className="display mt-3">{PROBLEM_HEADINGS[problem.kind]}</h1>
      <p className="mt-4 text-lg text-ink-muted">
        {isMissing ? (
          <code className="wrap-anywhere block font-mono text-base">{location.pathname}</code>
        ) : null}
        {problem.detail}
        {problem.since === null ? null : (
          <span data-down-since={new Date(problem.since).toISOString()}>
            {" "}
            {text.downSince(formatDateTime(new Date(problem.since)))}
          </span>
        )}
      </p>
      {isMissing ? <MissingSearch /> : null}
      <NearPages near={problem.near} />
      {isMissing ? (
        <p className="mt-5">
          {filled(text.orGoTo, {
            algos: <TextLink to="/algos">{text.allAlgos}</TextLink>,
            docs: <TextLink to="/docs/v2/">{text.docs}</TextLink>,
            support: <TextLink to="/support">{text.support}</TextLink>,
          })}
        </p>
      ) : (
        <p className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={`${location.pathname}${location.search}`}>{text.tryAgain}</LinkButton>
          <LinkButton to={isDown ? "/status" : "/"} kind="quiet">
            {isDown ? text.status : text.goToStart}
          </LinkButton>
        </p>
      )}
      {requestId === null || isMissing ? null : (
        <p className="mt-8 text-sm text-ink-muted">
          {filled(text.quoteRequestId, { id: <code className="font-mono">{requestId}</code> })}
        </p>
      )}
    </div>
  );
}

/** Renders the search field of the page for an unknown address. */
function MissingSearch() {
  return (
    <search>
      <form action="/search" method="get" className="mt-6 flex gap-2">
        <label htmlFor="missing" className="sr-only">
          {text.search}
        </label>
        <input
          id="missing"
          type="search"
          name="q"
          maxLength={100}
          placeholder={text.searchHint}
          className="field min-h-14 px-4 text-lg"
        />
        <SubmitButton>{text.search}</SubmitButton>
      </form>
    </search>
  );
}

/** Lists pages that the user may have meant. Renders nothing if there are none. */
function NearPages({ near }: Pick<Problem, "near">) {
  if (near.length === 0) return null;
  return (
    <section aria-labelledby="near" className="panel mt-4 overflow-hidden">
      <h2 id="near" className="panel-title px-4 py-3 md:px-6">
        {text.didYouMean}
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {near.map((page) => (
          <li key={page.path}>
            <a href={page.path} className="block px-4 py-3 no-underline hover:bg-surface-sunken md:px-6">
              <span className="font-semibold">{page.title}</span>{" "}
              <span className="block text-sm text-ink-muted">{page.about ?? page.path}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
