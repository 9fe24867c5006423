// Pending decisions of an account, which only the client can take.
import type { Deployment } from "../contract/base-api/deployment.ts";
import type { HeldPosition } from "../contract/base-api/portfolio.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { deploymentPath } from "./deployment-texts.ts";
import { decisionText as text } from "./text.ts";

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
            message: text.unmanaged(left),
            action: text.reviewAndSquareOff,
            to: "/algos/my-algos/positions",
          },
        ]),
    ...(isKilled
      ? [
          {
            message: text.killSwitchIsOn,
            action: text.seeWhenLifted,
            to: "/algos/my-algos/kill-switch",
          },
        ]
      : []),
    ...deployments.flatMap((one) => {
      const at = deploymentPath(one.id);
      // A pause by the client requires no decision.
      if (one.state === "paused" && one.by !== "trader")
        return [{ message: text.paused(one.strategyName), action: text.resumeOrStop, to: at }];
      if (one.basket !== null)
        return [
          {
            message: text.toConfirm(one.strategyName),
            action: text.confirm,
            to: `${at}/order-window`,
          },
        ];
      if (one.newVersion !== null && !isEnded(one.state))
        return [
          {
            message: text.newVersion({ algo: one.strategyName, version: one.newVersion }),
            action: text.seeWhatChanged,
            to: `${at}/version`,
          },
        ];
      return [];
    }),
  ];
}
