// The sitemap: every page that may be indexed. If one file cannot contain all pages, the sitemap lists parts
// (`?part=1`).
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Provider } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { STRATEGY_STATES } from "../domain/vocabulary.ts";
import { missing } from "../frame/missing.ts";
import { sitePages } from "../frame/site-map.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { sharedFile } from "../http/shared-file.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";

/** Maximum number of addresses per file. The protocol allows 50,000; a lower limit keeps responses small. */
const PART_MAX = 5_000;
/** Maximum number of requested list pages, so that a provider with circular cursors cannot cause an endless loop. */
const PAGES_MAX = 500;
const PART = "part";

export const handle: PageHandle = { shared: true, query: [PART] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const url = new URL(request.url);
  const origin = context.publicOrigin ?? url.origin;
  const [{ items: managers }, algos] = await Promise.all([provider.listManagers(), algoPaths(provider)]);
  const paths = [
    ...sitePages(context.site ?? DEFAULT_SITE).map((page) => page.path),
    ...managers.map(managerPath),
    ...algos,
  ];
  const parts = Math.ceil(paths.length / PART_MAX);
  const part = url.searchParams.get(PART);
  if (part === null && parts > 1) {
    const numbers = Array.from({ length: parts }, (_, index) => `/sitemap.xml?${PART}=${index + 1}`);
    return xml("sitemapindex", "sitemap", origin, numbers);
  }
  const number = part === null ? 1 : Number(part);
  if (!Number.isInteger(number) || number < 1 || number > parts)
    throw missing({ request, context }, `The sitemap has parts 1 to ${parts}.`);
  return xml("urlset", "url", origin, paths.slice((number - 1) * PART_MAX, number * PART_MAX));
}

/**
 * Returns the paths of all algos: from the cache that is refreshed in the background or, before its first refresh, from
 * the provider.
 */
async function algoPaths(provider: Provider): Promise<string[]> {
  const cachedStrategies = provider.allStrategies();
  if (cachedStrategies !== null) return cachedStrategies.map(strategyPath);
  const paths = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await provider.listStrategies({
      state: [...STRATEGY_STATES],
      limit: PAGE_SIZE_MAX,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const item of page.items) paths.add(strategyPath(item));
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return [...paths];
}

function xml(root: string, entry: string, origin: string, paths: readonly string[]): Response {
  const entries = paths.map((path) => `  <${entry}><loc>${escapeXml(`${origin}${path}`)}</loc></${entry}>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;
  return sharedFile(body, "application/xml");
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
