// The trades of an algo's record as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { tradesFile } from "../evidence/record-files.ts";

export const handle: PageHandle = { query: ["evidence", "version", "start", "amount"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return tradesFile(context, params, new URL(request.url).searchParams);
}
