// The trading API as a Postman collection.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { postmanCollection } from "../docs/collections.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedJson } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  return sharedJson(postmanCollection(resolveApiPlace(context, request)));
}
