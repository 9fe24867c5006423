// A deployment's orders as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { withDeployment } from "../portfolio/read-deployment.ts";
import { ordersCsv } from "../portfolio/records.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return withDeployment(context, request, params, ({ id }, { account }) => ordersCsv(account, id));
}
