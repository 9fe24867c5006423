// Heads of all records that were published on one day, or the list of days with published heads.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { headsFile } from "../evidence/record-files.ts";

export function loader({ context, params }: LoaderFunctionArgs) {
  return headsFile(context, params.file ?? "");
}
