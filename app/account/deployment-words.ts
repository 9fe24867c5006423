// Deployments in words: their states, who did what, and what each button does. Pages and files use these alone.
import type { Actor, DeploymentState, Verb } from "../wire/deployment-states.ts";

export const STATE_WORDS: Record<DeploymentState, string> = {
  requested: "Requested",
  awaiting_order_window: "Waits for your confirmation",
  active: "Active",
  paused: "Paused",
  exiting: "Exiting",
  stopped: "Stopped",
  failed: "Not started",
};

export const STATE_SENTENCES: Record<DeploymentState, string> = {
  requested: "The deployment was asked for and is being prepared.",
  awaiting_order_window: "Nothing is sent before you have confirmed the basket in the order window.",
  active: "The algo opens and closes positions by its rules.",
  paused: "Nothing new is opened. Positions that are open are still managed by the rules.",
  exiting: "Open orders are taken back and positions are being closed.",
  stopped: "It is over. Nothing is sent any more.",
  failed: "It was never begun. Nothing was sent.",
};

export const ACTOR_WORDS: Record<Actor, string> = {
  trader: "you",
  manager: "the manager",
  provider: "the broker",
  exchange: "the exchange",
  guard: "a guard",
};

export type VerbWords = { button: string; title: string; sentence: string; done: string };

export const VERB_WORDS: Record<Verb, VerbWords> = {
  pause: {
    button: "Pause entries",
    title: "Pause entries",
    sentence:
      "Nothing new is opened. Positions that are open stay, and are still closed by the algo's rules, stops and your guards.",
    done: "Entries are paused.",
  },
  resume: {
    button: "Resume",
    title: "Resume",
    sentence: "The algo may open positions again from now on, by its rules and your schedule.",
    done: "The algo may open positions again.",
  },
  exit: {
    button: "Exit positions",
    title: "Exit positions",
    sentence:
      "Open orders are taken back and all positions are closed at the market. The deployment is then paused; you can resume it.",
    done: "Positions are being closed; then it is paused.",
  },
  hand_over: {
    button: "Take over by hand",
    title: "Take the positions over by hand",
    sentence:
      "The algo ends and its open orders are taken back. Its positions stay open and are yours to manage: nothing watches their stops any more.",
    done: "The algo is stopped; its positions are yours to manage.",
  },
  stop: {
    button: "Stop",
    title: "Stop the algo",
    sentence:
      "Open orders are taken back, all positions are closed at the market, and the deployment ends. It cannot be resumed; you can deploy the algo anew.",
    done: "Positions are being closed; then it is over.",
  },
};

/** What an entry of the audit trail is called. */
const EVENT_WORDS: Record<string, string> = {
  requested: "Asked for",
  prepared: "Basket ready for the order window",
  confirmed: "Confirmed at the order window",
  declined: "Declined",
  expired: "Order window expired",
  refused: "Refused",
  pause: "Entries paused",
  resume: "Resumed",
  exit: "Exit of positions begun",
  hand_over: "Positions handed over",
  stop: "Stop begun",
  flat: "All positions closed",
  new_version: "New version consented to",
  new_version_out: "New version is out",
  kill_switch: "Kill switch",
  kill_switch_lifted: "Kill switch lifted",
  day_over: "Ended for the day",
  trades_reached: "Trades of the day reached",
  passed_by: "Signal passed by",
  fee_booked: "Manager's fee",
  exit_refused: "Exit refused",
};

export function eventWords(what: string): string {
  return EVENT_WORDS[what] ?? what.replaceAll("_", " ");
}

export const VERB_PATHS: Record<Verb, string> = {
  pause: "pause",
  resume: "resume",
  exit: "exit",
  hand_over: "hand-over",
  stop: "stop",
};

export function deploymentPath(id: string): string {
  return `/algos/my-algos/${id}`;
}
