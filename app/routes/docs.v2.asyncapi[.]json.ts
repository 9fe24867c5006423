// AsyncAPI document of the trading API's sockets and postbacks, as JSON.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { tradingAsyncApi } from "../docs/asyncapi.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedJson } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return sharedJson(tradingAsyncApi(resolveApiPlace(context, request)));
}
