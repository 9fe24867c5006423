// The trades of an algo's record, as a file for a spreadsheet.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradesFile } from "../evidence/record-files.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { query: ["evidence", "version"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return tradesFile(context, params, new URL(request.url).searchParams);
}
