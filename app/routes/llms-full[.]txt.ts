// llms-full.txt: the complete API documentation in one Markdown file, for language models.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { getContents } from "../docs/contents.ts";
import { pageMarkdown } from "../docs/markdown.ts";
import { docsPages } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedFile } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const place = resolveApiPlace(context, request);
  const pages: string[] = [];
  for (const page of docsPages(place.hasSandbox)) {
    pages.push(pageMarkdown(page, getContents(page, place), place.origin));
    // Lets the server handle other requests between two pages.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return sharedFile(pages.join("\n---\n\n"), "text/plain");
}
