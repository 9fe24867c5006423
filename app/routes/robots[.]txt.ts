// robots.txt: disallows account pages, allows all other pages, and contains the sitemap's address.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const lines = [
    "User-agent: *",
    "Disallow: /login",
    "Disallow: /algos/managers/*/deploy",
    "Disallow: /algos/portfolio/deploy",
    "Disallow: /account/",
    "Disallow: /auth/",
    "Disallow: /sandbox/",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
