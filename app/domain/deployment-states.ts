// State machine of a deployment: the allowed actions in each state, who may take them, and the next state. The base API
// stores the state, pages offer the allowed actions, and app/README.md contains the diagram. Only the trader can resume
// a deployment.

export const DEPLOYMENT_STATES = [
  "requested",
  "awaiting_order_window",
  "active",
  "paused",
  "exiting",
  "stopped",
  "failed",
] as const;
export type DeploymentState = (typeof DEPLOYMENT_STATES)[number];

export const ACTORS = ["trader", "manager", "provider", "exchange", "guard"] as const;
export type Actor = (typeof ACTORS)[number];

/** Actions that a trader can take on a running deployment. */
export const TRADER_ACTIONS = ["pause", "resume", "exit", "hand_over", "stop"] as const;
export type TraderAction = (typeof TRADER_ACTIONS)[number];

export const DEPLOYMENT_EVENTS = [
  ...TRADER_ACTIONS,
  /** The provider has prepared the orders that the trader confirms in the order window. */
  "prepared",
  /** Results of the order window. */
  "confirmed",
  "declined",
  "expired",
  /** The trader starts a paper deployment, which needs no order window. */
  "started",
  /** The provider or the exchange refuses to start the deployment. */
  "refused",
  /** All positions and open orders of the deployment are closed. */
  "flat",
] as const;
export type DeploymentEvent = (typeof DEPLOYMENT_EVENTS)[number];

/** State after an exit. A paused deployment can be resumed, a stopped one cannot. */
export type ExitTo = "paused" | "stopped";

/** State of a deployment. `exitTo` is null unless the deployment is exiting. */
export type DeploymentStatus = { state: DeploymentState; exitTo: ExitTo | null };

type Rule = { from: DeploymentState; event: DeploymentEvent; by: readonly Actor[]; to: DeploymentStatus };

const ANY_ACTOR: readonly Actor[] = ACTORS;
const at = (state: DeploymentState, exitTo: ExitTo | null = null): DeploymentStatus => ({ state, exitTo });

/** All transitions. For the event `flat`, `exitTo` of the current state replaces `to`. */
export const TRANSITIONS: readonly Rule[] = [
  { from: "requested", event: "prepared", by: ["provider"], to: at("awaiting_order_window") },
  { from: "requested", event: "started", by: ["trader"], to: at("active") },
  { from: "requested", event: "refused", by: ["provider", "exchange"], to: at("failed") },
  { from: "awaiting_order_window", event: "confirmed", by: ["trader"], to: at("active") },
  { from: "awaiting_order_window", event: "declined", by: ["trader"], to: at("failed") },
  { from: "awaiting_order_window", event: "expired", by: ["provider"], to: at("failed") },
  { from: "active", event: "pause", by: ANY_ACTOR, to: at("paused") },
  { from: "paused", event: "resume", by: ["trader"], to: at("active") },
  { from: "active", event: "exit", by: ANY_ACTOR, to: at("exiting", "paused") },
  { from: "paused", event: "exit", by: ANY_ACTOR, to: at("exiting", "paused") },
  { from: "active", event: "stop", by: ANY_ACTOR, to: at("exiting", "stopped") },
  { from: "paused", event: "stop", by: ANY_ACTOR, to: at("exiting", "stopped") },
  { from: "exiting", event: "stop", by: ANY_ACTOR, to: at("exiting", "stopped") },
  { from: "active", event: "hand_over", by: ["trader"], to: at("stopped") },
  { from: "paused", event: "hand_over", by: ["trader"], to: at("stopped") },
  { from: "exiting", event: "hand_over", by: ["trader"], to: at("stopped") },
  { from: "exiting", event: "flat", by: ["provider"], to: at("paused") },
];

/** Returns the next state. Null if the event is not allowed in this state or for this actor. */
export function nextStatus(
  place: DeploymentStatus,
  event: DeploymentEvent,
  by: Actor,
): DeploymentStatus | null {
  const rule = TRANSITIONS.find((candidate) => candidate.from === place.state && candidate.event === event);
  if (rule === undefined || !rule.by.includes(by)) return null;
  if (event === "flat") return at(place.exitTo ?? "paused");
  // A second stop has no effect.
  if (event === "stop" && place.exitTo === "stopped") return null;
  return rule.to;
}

/** Returns the actions that the trader may take now, in the order of their buttons on pages. */
export function allowedActions(place: DeploymentStatus): TraderAction[] {
  return TRADER_ACTIONS.filter((verb) => nextStatus(place, verb, "trader") !== null);
}

/** True if the state is final. */
export function isEnded(state: DeploymentState): boolean {
  return state === "stopped" || state === "failed";
}

/** True if the deployment trades or has open positions. */
export function isRunning(state: DeploymentState): boolean {
  return state === "active" || state === "paused" || state === "exiting";
}
