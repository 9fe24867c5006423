// An algo's record with daily hashes, as a file that anyone can verify.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { recordFile } from "../evidence/record-files.ts";

export const handle: PageHandle = { query: ["evidence", "version", "start"] };

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return recordFile(context, params, new URL(request.url).searchParams);
}
