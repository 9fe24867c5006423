// The drawing of an algo's record as numbers, for the script that draws it with a crosshair.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { curveFile } from "../frame/record-files.ts";

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return curveFile(context, params, new URL(request.url).searchParams);
}
