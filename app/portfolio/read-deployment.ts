// Loads deployment pages: requires a session of the deployment's owner. Another client's deployment is a 404.

import { z } from "zod";
import type { SiteContext } from "../context.ts";
import type { DeploymentDetail } from "../contract/base-api/deployment.ts";
import { notFound } from "../http/problem.ts";
import { noDeploymentText as text } from "./deployment-texts.ts";
import { requireAccount, runSignedIn, type SignedIn } from "./require-account.ts";

const deploymentId = z.uuid();

/** Runs `work` with the client's deployment. Throws a redirect to the sign-in, or a 404. */
export async function loadWithDeployment<T>(
  context: Partial<SiteContext>,
  request: Request,
  params: { id?: string },
  work: (deployment: DeploymentDetail, signedIn: SignedIn) => Promise<T> | T,
): Promise<T> {
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const signedIn = requireAccount(context, here);
  const id = deploymentId.safeParse(params.id);
  if (!id.success) throw noDeployment();
  return runSignedIn(context, here, async () =>
    work(await signedIn.account.getDeployment(id.data), signedIn),
  );
}

export function noDeployment(): Response {
  return notFound(text.detail, [{ title: text.myAlgos, path: "/algos/my-algos" }]);
}
