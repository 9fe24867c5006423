// The trading API as an .http file, for editors that can send HTTP requests.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { httpFile } from "../docs/collections.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedFile } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return sharedFile(httpFile(resolveApiPlace(context, request)), "text/plain");
}
