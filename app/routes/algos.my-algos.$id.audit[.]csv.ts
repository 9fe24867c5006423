// A deployment's audit trail as a CSV file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { auditCsv } from "../portfolio/records.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, (deployment) => auditCsv(deployment));
}
