// Redirects the browser to the provider's order window with the deployment's orders. The order window then redirects
// back to the deployment.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, (deployment) => {
    const path = deploymentPath(deployment.id);
    const { basket } = deployment;
    if (basket === null || !context.orderWindow) return redirect(path, 303);
    return redirect(context.orderWindow(basket.ref, path), 303);
  });
}
