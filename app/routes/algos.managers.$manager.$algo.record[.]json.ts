// An algo's record, day by day with its hashes, for whoever wants to recompute it.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordFile } from "../evidence/record-files.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { query: ["evidence", "version"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return recordFile(context, params, new URL(request.url).searchParams);
}
