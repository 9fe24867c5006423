// The trading API's OpenAPI document as YAML.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { tradingOpenApi } from "../docs/openapi.ts";
import { DOCS_PAGES } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { yamlResponse } from "../docs/yaml-response.server.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return yamlResponse(tradingOpenApi(resolveApiPlace(context, request), DOCS_PAGES));
}
