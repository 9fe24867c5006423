// Chart data of an algo's record, for the crosshair script.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { curveFile } from "../evidence/record-files.ts";

export const handle: PageHandle = {
  query: ["evidence", "version", "range", "from", "to", "benchmark", "basis", "amount"],
};

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return curveFile(context, params, new URL(request.url).searchParams);
}
