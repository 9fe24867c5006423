// The trading API's OpenAPI document.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { tradingOpenApi } from "../docs/openapi.ts";
import { DOCS_PAGES } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedJson } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return sharedJson(tradingOpenApi(resolveApiPlace(context, request), DOCS_PAGES));
}
