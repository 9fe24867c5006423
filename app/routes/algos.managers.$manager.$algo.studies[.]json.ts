// The signed studies of an algo's backtest.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { studiesFile } from "../evidence/record-files.ts";

export const handle: PageHandle = { query: [] };

export function loader({ context, params }: LoaderFunctionArgs) {
  return studiesFile(context, params);
}
