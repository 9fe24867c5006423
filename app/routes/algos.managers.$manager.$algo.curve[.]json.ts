// The drawing of an algo's record as numbers, for the script that lays a crosshair over it.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { curveFile } from "../evidence/record-files.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { query: ["evidence", "version", "range", "basis"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return curveFile(context, params, new URL(request.url).searchParams);
}
