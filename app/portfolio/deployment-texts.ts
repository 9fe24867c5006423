// Texts of deployments for pages and files: states, actors, and the effect of each action.
import type { DeploymentMode } from "../contract/base-api/deployment.ts";
import type { DeploymentState, TraderAction } from "../domain/deployment-states.ts";

export const noDeploymentText = { detail: "You have no such deployment.", myAlgos: "Portfolio" };

/** Modes as parts of a sentence. */
export const MODE_LABELS: Record<DeploymentMode, string> = { live: "live", paper: "paper" };

export const DEPLOYMENT_STATE_LABELS: Record<DeploymentState, string> = {
  requested: "Requested",
  awaiting_order_window: "Awaiting confirmation",
  active: "Active",
  paused: "Paused",
  exiting: "Squaring off",
  stopped: "Stopped",
  failed: "Not started",
};

export const STATE_SENTENCES: Record<DeploymentState, string> = {
  requested: "The deployment is being prepared.",
  awaiting_order_window: "No order is sent until you confirm in the order window.",
  active: "The algo opens and closes positions by its rules.",
  paused: "No new positions are opened. Open positions are still managed by the rules.",
  exiting: "Open orders are cancelled and positions are being closed at market.",
  stopped: "The deployment is stopped and sends no more orders.",
  failed: "The deployment never started. No order was sent.",
};

export type VerbText = { button: string; title: string; sentence: string; done: string };

export const VERB_TEXTS: Record<TraderAction, VerbText> = {
  pause: {
    button: "Pause",
    title: "Pause",
    sentence:
      "The algo opens no new positions. Its rules, its stops and your risk limits still close open ones.",
    done: "Paused: the algo opens no new positions.",
  },
  resume: {
    button: "Resume",
    title: "Resume",
    sentence: "The algo can open positions again, by its rules and on your days.",
    done: "Resumed: the algo can open positions again.",
  },
  exit: {
    button: "Square off",
    title: "Square off",
    sentence:
      "Open orders are cancelled and all positions are closed at market. The deployment is then paused; you can resume it.",
    done: "Squaring off: orders to close the positions have been sent. The deployment is then paused.",
  },
  hand_over: {
    button: "Take over positions",
    title: "Take over the positions",
    sentence:
      "The algo stops and its open orders are cancelled. Its positions stay open without stop-losses: you close them on the Positions page.",
    done: "The algo has stopped. It no longer manages its positions: close them on the Positions page.",
  },
  stop: {
    button: "Stop",
    title: "Stop the algo",
    sentence:
      "Open orders are cancelled, all positions are closed at market, and the deployment ends. It cannot be resumed; you can deploy the algo again.",
    done: "Stopping: orders to close the positions have been sent. The deployment then ends.",
  },
};

/** Texts that replace `done` once the last position is closed. */
export const CLOSED_TEXTS = {
  stop: "Stopped. All positions are closed.",
  exit: "Squared off: all positions are closed. The deployment is paused.",
};

export function verbPath(verb: TraderAction): string {
  return verb.replace("_", "-");
}

export function deploymentPath(id: string): string {
  return `/algos/my-algos/${id}`;
}

/** Returns a sentence on the result of the last action, given the current state. */
export function doneText(verb: TraderAction, state: DeploymentState): string {
  if (state === "stopped" && verb === "stop") return CLOSED_TEXTS.stop;
  if (state === "paused" && verb === "exit") return CLOSED_TEXTS.exit;
  return VERB_TEXTS[verb].done;
}
