// The operator's public keys, which verify the signatures of records.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { keysFile } from "../evidence/record-files.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return keysFile(context);
}
