// Markdown version of a documentation page.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { getContents } from "../docs/contents.ts";
import { pageMarkdown } from "../docs/markdown.ts";
import { findDocsPage } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { notFound } from "../http/problem.ts";
import { sharedFile } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const place = resolveApiPlace(context, request);
  const { origin } = place;
  const page = findDocsPage(url.pathname.split("/").at(-1)?.replace(/\.md$/, "") ?? "", place.hasSandbox);
  if (page === undefined) throw notFound("The documentation has no such page.");
  return sharedFile(pageMarkdown(page, getContents(page, place), origin), "text/markdown");
}
