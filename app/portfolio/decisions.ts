// Pending decisions of an account, which only the client can take.
import type { Deployment } from "../contract/base-api/deployment.ts";
import type { HeldPosition } from "../contract/base-api/portfolio.ts";
import { deploymentPath } from "./deployment-words.ts";

export type Decision = { message: string; action: string; to: string };

type Deployed = Pick<Deployment, "id" | "strategyName" | "state" | "basket" | "newVersion" | "by">;

/**
 * Returns the decisions, most urgent first: positions without an algo, the kill switch, then each deployment's
 * decision.
 */
export function decisionsOf(
  deployments: readonly Deployed[],
  positions: readonly Pick<HeldPosition, "heldBy">[],
  isKilled: boolean,
): Decision[] {
  const left = positions.filter(({ heldBy }) => heldBy === "handed_over").length;
  return [
    ...(left === 0
      ? []
      : [
          {
            message: `${left} ${left === 1 ? "position has" : "positions have"} no algo and no stop.`,
            action: "Review and square off",
            to: "/algos/my-algos/positions",
          },
        ]),
    ...(isKilled
      ? [
          {
            message: "The kill switch is on.",
            action: "See when it can be lifted",
            to: "/algos/my-algos/kill-switch",
          },
        ]
      : []),
    ...deployments.flatMap((one) => {
      const at = deploymentPath(one.id);
      // A pause by the client requires no decision.
      if (one.state === "paused" && one.by !== "trader")
        return [{ message: `${one.strategyName} is paused.`, action: "Resume or stop", to: at }];
      if (one.basket !== null)
        return [
          {
            message: `${one.strategyName} waits for your confirmation.`,
            action: "Confirm",
            to: `${at}/order-window`,
          },
        ];
      if (one.newVersion !== null)
        return [
          {
            message: `${one.strategyName} has version ${one.newVersion}.`,
            action: "See what changed",
            to: `${at}/version`,
          },
        ];
      return [];
    }),
  ];
}
