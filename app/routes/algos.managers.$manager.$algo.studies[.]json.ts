// The signed studies of an algo's backtest.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { studiesFile } from "../evidence/record-files.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { query: [] };

export function loader({ context, params }: LoaderFunctionArgs) {
  return studiesFile(context, params);
}
