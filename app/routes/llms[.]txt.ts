// llms.txt: the site's pages in Markdown, for programs that read it.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { DOCS_PAGES, findDocsPage } from "../docs/pages.ts";
import { placeOf, withoutSandbox } from "../docs/place.ts";
import { SITE_PAGES } from "../frame/site-map.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import { DEFAULT_SITE } from "../wire/site.ts";

/** Pages of the documentation have a twin in Markdown. */
function twinOf(path: string): string {
  return DOCS_PAGES.some(({ id }) => path === `/docs/v2/${id}`) ? `${path}.md` : path;
}

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const { brand } = context.site ?? DEFAULT_SITE;
  const place = placeOf(context, request);
  const toldOf = (description: string) => {
    const words = place.hasSandbox ? description : withoutSandbox(description);
    return words === "" ? "" : `: ${words}`;
  };
  const part = (title: string, isPart: (path: string) => boolean) => [
    `## ${title}`,
    "",
    ...SITE_PAGES.filter((page) => isPart(page.path) && isThere(page.path)).map(
      (page) => `- [${page.title}](${origin}${twinOf(page.path)})${toldOf(page.description)}`,
    ),
    "",
  ];
  const isThere = (path: string) =>
    place.hasSandbox ||
    (!/\/(?:playground|sandbox)/.test(path) &&
      (!path.startsWith("/docs/v2/") ||
        path === "/docs/v2/" ||
        findDocsPage(path.slice("/docs/v2/".length), false) !== undefined));
  const lines = [
    `# ${brand.name}`,
    "",
    "> A broker's marketplace of ready-made trading algos, and its trading and data APIs. Nothing here promises a result.",
    "",
    ...part("Algos", (path) => path.startsWith("/algos")),
    ...part("Trading APIs", (path) => path.startsWith("/trading-apis")),
    ...part("API documentation", (path) => path.startsWith("/docs/")),
    `Everything of the API documentation in one file: ${origin}/llms-full.txt`,
    "",
    ...part("About", (path) => path === "/" || path === "/support" || path.startsWith("/legal/")),
  ];
  return new Response(lines.join("\n"), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=0, s-maxage=600",
    },
  });
}
