// The trading API's OpenAPI document.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradingOpenApi } from "../docs/openapi.ts";
import { placeOf } from "../docs/place.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return Response.json(tradingOpenApi(placeOf(context, request)), {
    headers: { "Cache-Control": "public, max-age=0, s-maxage=600" },
  });
}
