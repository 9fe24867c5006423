// JSON search of the documentation: the list of all pages, and the pages that match a query.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { docsPages } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { searchDocs } from "../docs/search.ts";
import { sharedJson } from "../http/shared-file.ts";

const QUERY_CHARS = 100;

export const handle: PageHandle = { query: ["q"], shared: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_CHARS);
  const { hasSandbox } = resolveApiPlace(context, request);
  const pages = docsPages(hasSandbox).map(({ id, title, description }) => ({ id, title, description }));
  return sharedJson({ query, hits: query === "" ? [] : await searchDocs(query, hasSandbox), pages });
}
