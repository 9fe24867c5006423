import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACTORS,
  type Actor,
  allowedActions,
  DEPLOYMENT_EVENTS,
  DEPLOYMENT_STATES,
  type DeploymentEvent,
  type DeploymentStatus,
  isEnded,
  isRunning,
  nextStatus,
  TRADER_ACTIONS,
  TRANSITIONS,
} from "./deployment-states.ts";

const START: DeploymentStatus = { state: "requested", exitTo: null };
const step = fc.record({ event: fc.constantFrom(...DEPLOYMENT_EVENTS), by: fc.constantFrom(...ACTORS) });

/** Applies a sequence of events. Events that are not allowed leave the state unchanged. */
function walk(
  steps: readonly { event: DeploymentEvent; by: Actor }[],
): { before: DeploymentStatus; event: DeploymentEvent; by: Actor; after: DeploymentStatus }[] {
  const transitions: {
    before: DeploymentStatus;
    event: DeploymentEvent;
    by: Actor;
    after: DeploymentStatus;
  }[] = [];
  let place = START;
  for (const { event, by } of steps) {
    const after = nextStatus(place, event, by);
    if (after === null) continue;
    transitions.push({ before: place, event, by, after });
    place = after;
  }
  return transitions;
}

describe("the transitions of a deployment", () => {
  it("never leave an ended state and let only the trader activate a deployment", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        for (const { before, event, by, after } of walk(steps)) {
          // Final states have no transitions.
          expect(isEnded(before.state)).toBe(false);
          // Only the trader can activate a deployment: by confirming the orders, by starting on paper, or by resuming.
          if (after.state === "active") {
            expect(by).toBe("trader");
            expect(["confirmed", "started", "resume"]).toContain(event);
          }
          // `exitTo` is set only while the deployment is exiting.
          expect(after.exitTo !== null).toBe(after.state === "exiting");
          // A stop never turns into a pause.
          if (before.exitTo === "stopped" && after.state === "exiting") expect(after.exitTo).toBe("stopped");
          if (event === "flat") expect(after.state).toBe(before.exitTo);
          // A deployment can run only after a confirmation or a start on paper.
          if (isRunning(after.state) && event !== "started")
            expect(["requested"]).not.toContain(before.state);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("reach every state", () => {
    const reached = new Set(TRANSITIONS.flatMap(({ from, to }) => [from, to.state]));
    expect([...reached].sort()).toEqual([...DEPLOYMENT_STATES].sort());
  });

  it("let the trader exit or stop in every running state", () => {
    for (const state of DEPLOYMENT_STATES.filter(isRunning))
      for (const exitTo of [null, "paused", "stopped"] as const) {
        const place = { state, exitTo: state === "exiting" ? exitTo : null };
        if (place.state === "exiting" && place.exitTo === null) continue;
        const ways = TRADER_ACTIONS.map((verb) => nextStatus(place, verb, "trader")?.state);
        expect(
          ways.some((way) => way === "exiting" || way === "stopped"),
          state,
        ).toBe(true);
      }
  });

  it("offer the trader exactly the allowed actions in each state", () => {
    expect(allowedActions({ state: "active", exitTo: null })).toEqual(["pause", "exit", "hand_over", "stop"]);
    expect(allowedActions({ state: "paused", exitTo: null })).toEqual([
      "resume",
      "exit",
      "hand_over",
      "stop",
    ]);
    expect(allowedActions({ state: "exiting", exitTo: "paused" })).toEqual(["hand_over", "stop"]);
    expect(allowedActions({ state: "exiting", exitTo: "stopped" })).toEqual(["hand_over"]);
    expect(allowedActions({ state: "stopped", exitTo: null })).toEqual([]);
    expect(allowedActions({ state: "awaiting_order_window", exitTo: null })).toEqual([]);
  });

  it("let every actor pause and stop a deployment, but only the trader resume it", () => {
    for (const by of ACTORS.filter((actor) => actor !== "trader")) {
      expect(nextStatus({ state: "active", exitTo: null }, "pause", by)?.state).toBe("paused");
      expect(nextStatus({ state: "active", exitTo: null }, "stop", by)).toEqual({
        state: "exiting",
        exitTo: "stopped",
      });
      expect(nextStatus({ state: "paused", exitTo: null }, "resume", by)).toBeNull();
    }
  });
});

it("the table of deployment states matches the diagram in app/README.md", () => {
  const readme = readFileSync("app/README.md", "utf8");
  const drawn = readme.slice(
    readme.indexOf("stateDiagram-v2"),
    readme.indexOf("```", readme.indexOf("stateDiagram-v2")),
  );
  const lines = new Set(drawn.split("\n").map((line) => line.trim()));
  for (const { from, event, to } of TRANSITIONS) {
    const targets = event === "flat" ? ["paused", "stopped"] : [to.state];
    for (const target of targets)
      expect(
        [...lines].some((line) => line.startsWith(`${from} --> ${target}:`) && line.includes(event)),
        `${from} ${event} ${target}`,
      ).toBe(true);
  }
});
