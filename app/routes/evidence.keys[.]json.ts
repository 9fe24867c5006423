// The operator's public signing keys, for the verification of records.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { keysFile } from "../evidence/record-files.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return keysFile(context);
}
