// Search over the documentation for programs: every page, and the hits of a query.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { DOCS_PAGES } from "../docs/pages.ts";
import { searchDocs } from "../docs/search.ts";
import type { PageHandle } from "../wire/page-handle.ts";

const QUERY_CHARS = 100;

export const handle: PageHandle = { query: ["q"], shared: true };

export function loader({ request }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_CHARS);
  const pages = DOCS_PAGES.map(({ id, title, description }) => ({ id, title, description }));
  return Response.json(
    { query, hits: query === "" ? [] : searchDocs(query), pages },
    { headers: { "Cache-Control": "public, max-age=0, s-maxage=600" } },
  );
}
