// Compares the terms of a deployment before and after a change. Pure.
import type { DeploymentTerms, Guards } from "../contract/base-api/deployment.ts";

/** True if a change of terms raises the capital, or raises or removes a limit. */
export function addsRisk(before: DeploymentTerms, after: DeploymentTerms): boolean {
  const limitOf = (limit: number | null) => limit ?? Number.POSITIVE_INFINITY;
  const names = Object.keys(before.guards) as (keyof Guards)[];
  return (
    after.multiplier > before.multiplier ||
    names.some((name) => limitOf(after.guards[name]) > limitOf(before.guards[name]))
  );
}
