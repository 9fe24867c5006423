// The sitemap: every page that may be indexed and nothing else. Strategies and managers come from the provider, page by page.

import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitePages } from "../frame/site-map.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { PAGE_SIZE_MAX } from "../wire/limits.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import { STRATEGY_STATES } from "../wire/vocabulary.ts";

/** The protocol's limit is 50,000 addresses a file. */
const STRATEGIES_MAX = 40_000;

export const handle: PageHandle = { shared: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const hasSandbox = context.site?.isSimulated ?? true;
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const { items: managers } = await provider.listManagers();
  const paths = [...sitePages(hasSandbox).map((page) => page.path), ...managers.map(managerPath)];
  let cursor: string | null = null;
  do {
    const page = await provider.listStrategies({
      state: [...STRATEGY_STATES],
      limit: PAGE_SIZE_MAX,
      ...(cursor === null ? {} : { cursor }),
    });
    paths.push(...page.items.map(strategyPath));
    cursor = page.nextCursor;
  } while (cursor !== null && paths.length < STRATEGIES_MAX);
  const urls = paths.map((path) => `  <url><loc>${escapeXml(`${origin}${path}`)}</loc></url>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(body, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=0, s-maxage=600",
    },
  });
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
