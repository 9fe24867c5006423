// A deployment's trades as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { tradesCsv } from "../portfolio/records.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, ({ id, fees }, { account }) =>
    tradesCsv(account, id, fees),
  );
}
