// The trades that an algo's record is made of, as a file for a spreadsheet.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradesFile } from "../frame/record-files.ts";

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return tradesFile(context, params, new URL(request.url).searchParams);
}
