// The drawing of an algo's record as numbers, for the script that lays a crosshair over it.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { curveFile } from "../evidence/record-files.ts";

export const handle: PageHandle = { query: ["evidence", "version", "range", "basis", "amount"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return curveFile(context, params, new URL(request.url).searchParams);
}
