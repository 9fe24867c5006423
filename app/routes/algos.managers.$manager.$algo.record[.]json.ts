// An algo's record with hashes by day, as a file that readers can verify.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordFile } from "../evidence/record-files.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { query: ["evidence", "version"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return recordFile(context, params, new URL(request.url).searchParams);
}
