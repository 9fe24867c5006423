// llms-full.txt: the whole API documentation in one Markdown file, for programs that read it at once.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { contentsOf } from "../docs/contents.ts";
import { pageMarkdown } from "../docs/markdown.ts";
import { docsPages } from "../docs/pages.ts";
import { placeOf } from "../docs/place.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const place = placeOf(context, request);
  const pages = docsPages(place.hasSandbox).map((page) =>
    pageMarkdown(page, contentsOf(page, place), place.origin),
  );
  return new Response(pages.join("\n---\n\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=0, s-maxage=600",
    },
  });
}
