// The operator's public keys that sign records, for who checks one.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { keysFile } from "../evidence/record-files.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return keysFile(context);
}
