// The web app manifest, with the brand's name.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { LOCALE } from "../format/locale.ts";

export const handle: PageHandle = { shared: true };

export function loader({ context }: LoaderFunctionArgs) {
  const { brand } = context.site ?? DEFAULT_SITE;
  const manifest = {
    name: `${brand.name} algos and APIs`,
    short_name: brand.name,
    description: "Ready-made algos and trading APIs",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    lang: LOCALE,
    background_color: "#fbfaf7",
    theme_color: "#3a3a8c",
    icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
