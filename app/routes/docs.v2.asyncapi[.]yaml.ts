// AsyncAPI document of the trading API's sockets and postbacks, as YAML.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { tradingAsyncApi } from "../docs/asyncapi.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { yamlResponse } from "../docs/yaml-response.server.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return yamlResponse(tradingAsyncApi(resolveApiPlace(context, request)));
}
