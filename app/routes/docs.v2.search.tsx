// Search over the documentation, as a GET form.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { SHARED_BY_LANGUAGE } from "../docs/language.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { searchDocs } from "../docs/search.ts";
import { SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

const QUERY_CHARS = 100;

export const handle: PageHandle = {
  query: ["q"],
  shared: SHARED_BY_LANGUAGE,
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { hasSandbox } = resolveApiPlace(context, request);
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_CHARS);
  return { query, hits: query === "" ? [] : await searchDocs(query, hasSandbox) };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.query ? `“${data.query}” in the API documentation` : "Search the API documentation",
    description: "Every page, error code and change of the API documentation",
    path: "/docs/v2/search",
    isIndexed: false,
  });

export default function DocsSearch() {
  const { query, hits } = useLoaderData<typeof loader>();
  return (
    <DocsFrame current="search">
      <PageHeader title="Search the documentation" lead="Pages, fields, error codes and changes." />
      <search>
        <form action="/docs/v2/search" method="get" className="flex max-w-xl">
          <label htmlFor="docs-q" className="sr-only">
            Search the documentation
          </label>
          <input
            id="docs-q"
            name="q"
            type="search"
            maxLength={QUERY_CHARS}
            defaultValue={query}
            className="field rounded-e-none border-e-0"
          />
          <SubmitButton className="rounded-s-none">Search</SubmitButton>
        </form>
      </search>
      {query === "" ? null : hits.length === 0 ? (
        <p className="mt-6">
          Nothing was found. Try a field such as <code>correlationId</code>, a code such as{" "}
          <code>DH-905</code>, or a word such as “margin”.
        </p>
      ) : (
        <ol className="mt-6 max-w-[75ch] space-y-5">
          {hits.map((hit) => (
            <li key={hit.to}>
              <a href={hit.to} className="link font-semibold">
                {hit.title}
              </a>{" "}
              <span className="text-sm text-ink-muted">{hit.page}</span>
              <p className="text-sm">{hit.excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </DocsFrame>
  );
}
