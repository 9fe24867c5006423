// llms.txt: the site's pages in Markdown, for language models.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { DOCS_PAGES } from "../docs/pages.server.ts";
import { sitePages } from "../frame/site-map.ts";
import { sharedFile } from "../http/shared-file.ts";

/** Returns the path of a page's Markdown version, or the page's own path if it has none. */
function markdownPath(path: string): string {
  return DOCS_PAGES.some(({ id }) => path === `/docs/v2/${id}`) ? `${path}.md` : path;
}

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const site = context.site ?? DEFAULT_SITE;
  const { brand } = site;
  const pages = sitePages(site);
  const part = (title: string, isPart: (path: string) => boolean) => [
    `## ${title}`,
    "",
    ...pages
      .filter((page) => isPart(page.path))
      .map(({ title: name, path, description }) => {
        const suffix = description === "" ? "" : `: ${description}`;
        return `- [${name}](${origin}${markdownPath(path)})${suffix}`;
      }),
    "",
  ];
  const lines = [
    `# ${brand.name}`,
    "",
    "> A broker's marketplace of ready-made trading algos, and its trading and data APIs. No result is guaranteed.",
    "",
    ...part("Algos", (path) => path.startsWith("/algos")),
    ...part("Trading APIs", (path) => path.startsWith("/trading-apis")),
    ...part("API documentation", (path) => path.startsWith("/docs/")),
    `Complete API documentation in one file: ${origin}/llms-full.txt`,
    "",
    ...part("About", (path) => path === "/" || path === "/support" || path.startsWith("/legal/")),
  ];
  return sharedFile(lines.join("\n"), "text/plain");
}
