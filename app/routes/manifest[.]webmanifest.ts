// The web app manifest, with the brand's name. Without a theme colour, browsers use the colours of the page.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { LOCALE } from "../format/locale.ts";
import { homeText } from "../frame/text.ts";

export const handle: PageHandle = { shared: true };

export function loader({ context }: LoaderFunctionArgs) {
  const { brand } = context.site ?? DEFAULT_SITE;
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    description: homeText.title,
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    lang: LOCALE,
    background_color: "#fbfaf7",
    icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
