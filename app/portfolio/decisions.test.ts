import { expect, it } from "vitest";
import { listDecisions } from "./decisions.ts";

const deployed = (change: object) =>
  ({
    id: "1",
    strategyName: "Condor",
    state: "active",
    basket: null,
    newVersion: null,
    by: "trader",
    reason: null,
    ...change,
  }) as Parameters<typeof listDecisions>[0][number];

it("lists the client's pending decisions, most urgent first", () => {
  const found = listDecisions(
    [
      deployed({ newVersion: "2.0" }),
      deployed({ state: "paused", by: "guard" }),
      deployed({ state: "awaiting_order_window", basket: "b-1" }),
    ],
    [{ heldBy: "handed_over" }, { heldBy: "algo" }],
    true,
  );
  expect(found.map(({ message, to }) => [message, to])).toEqual([
    ["1 position has no algo and no stop.", "/algos/my-algos/positions"],
    ["The kill switch is on.", "/algos/my-algos/kill-switch"],
    ["Condor has version 2.0.", "/algos/my-algos/1/version"],
    ["Condor is paused.", "/algos/my-algos/1"],
    ["Condor waits for your confirmation.", "/algos/my-algos/1/order-window"],
  ]);
});

it("lists no pending decisions if all algos run or the client paused them", () => {
  expect(listDecisions([deployed({}), deployed({ state: "paused" })], [{ heldBy: "own" }], false)).toEqual(
    [],
  );
});

it("lists no new version of a deployment that has ended", () => {
  expect(listDecisions([deployed({ state: "stopped", newVersion: "2.0" })], [], false)).toEqual([]);
});

it("states the reason of a pause, and groups algos that the same limit paused", () => {
  const paused = (id: string, reason: string | null) =>
    deployed({ id, strategyName: `Algo ${id}`, state: "paused", by: "guard", reason });
  const found = listDecisions(
    [paused("1", "The account's limit."), paused("2", "Its own limit."), paused("3", "The account's limit.")],
    [],
    false,
  );
  expect(found.map(({ message, to }) => [message, to])).toEqual([
    ["2 algos are paused. The account's limit.", "/algos/my-algos"],
    ["Algo 2 is paused. Its own limit.", "/algos/my-algos/2"],
  ]);
});
