// The sockets' AsyncAPI document.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradingAsyncApi } from "../docs/asyncapi.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  return Response.json(tradingAsyncApi(origin), {
    headers: { "Cache-Control": "public, max-age=0, s-maxage=600" },
  });
}
