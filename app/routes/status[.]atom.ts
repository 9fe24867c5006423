// The incidents of the services as an Atom feed.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { serviceReasonText } from "../live/price-texts.ts";
import { incidentFeed } from "../support/incident-feed.ts";

export const handle: PageHandle = { shared: true };

/** A shared cache may store the feed for one minute. */
const CACHE = "public, max-age=0, s-maxage=60";

export function loader({ request, context }: LoaderFunctionArgs): Response {
  if (context.status === undefined) throw new Response(null, { status: 404 });
  const { name } = (context.site ?? DEFAULT_SITE).brand;
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  return new Response(incidentFeed(context.status(), { origin, name, reasonText: serviceReasonText }), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": CACHE },
  });
}
