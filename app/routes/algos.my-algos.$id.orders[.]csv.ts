// A deployment's orders as a file for a spreadsheet.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { withDeployment } from "../account/read-deployment.ts";
import { ordersCsv } from "../account/records.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return withDeployment(context, request, params, ({ id }, { account }) => ordersCsv(account, id));
}
