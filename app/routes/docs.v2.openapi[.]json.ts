// The trading API's OpenAPI document.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradingOpenApi } from "../docs/openapi.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  return Response.json(tradingOpenApi(`${origin}/sandbox/v2`), {
    headers: { "Cache-Control": "public, max-age=0, s-maxage=600" },
  });
}
