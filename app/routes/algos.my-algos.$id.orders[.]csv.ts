// A deployment's orders as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { ordersCsv } from "../portfolio/records.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, ({ id }, { account }) => ordersCsv(account, id));
}
