// Pending decisions of an account, which only the client can take.
import type { Deployment } from "../contract/base-api/deployment.ts";
import type { HeldPosition } from "../contract/base-api/portfolio.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { deploymentPath } from "./deployment-texts.ts";
import { decisionText as text } from "./text.ts";

export type Decision = { message: string; action: string; to: string };

type Deployed = Pick<Deployment, "id" | "strategyName" | "state" | "basket" | "newVersion" | "by" | "reason">;

/**
 * Returns the decisions, most urgent first: positions without an algo, the kill switch, then each deployment's
 * decision. Deployments that the guard paused for the same reason are one decision.
 */
export function listDecisions(
  deployments: readonly Deployed[],
  positions: readonly Pick<HeldPosition, "heldBy">[],
  isKilled: boolean,
): Decision[] {
  const userHeldCount = positions.filter(({ heldBy }) => heldBy === "handed_over").length;
  return [
    ...(userHeldCount === 0
      ? []
      : [
          {
            message: text.unmanaged(userHeldCount),
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
      if (needsResume(one)) {
        const together = deployments.filter((other) => needsResume(other) && isSamePause(one, other));
        return together[0] === one ? [pauseDecision(together)] : [];
      }
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

/** A pause by the client requires no decision. */
const needsResume = ({ state, by }: Deployed) => state === "paused" && by !== "trader";

/**
 * A limit over all algos gives each of them the same reason, which names the sum of their losses. Equal limits of single
 * algos also give the same reason.
 */
const isSamePause = (one: Deployed, other: Deployed) =>
  one === other ||
  (one.by === "guard" && other.by === "guard" && one.reason !== null && one.reason === other.reason);

function pauseDecision(together: readonly Deployed[]): Decision {
  const [{ id, strategyName, reason }] = together as [Deployed];
  if (together.length > 1)
    return {
      message: text.allPaused({ count: together.length, reason: reason ?? "" }),
      action: text.resumeOrStop,
      to: "/algos/my-algos",
    };
  return {
    message: reason === null ? text.paused(strategyName) : text.pausedBecause({ algo: strategyName, reason }),
    action: text.resumeOrStop,
    to: deploymentPath(id),
  };
}
