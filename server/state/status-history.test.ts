// The status history: states by minute, incidents, restarts and downtime.
import { expect, it } from "vitest";
import type { ServiceState } from "../../app/contract/site/service-status.ts";
import { DAY_MS, MINUTE_MS } from "../../app/domain/time.ts";
import { openStatusHistory, type StatusPolls } from "./status-history.ts";

function rig() {
  const stored = new Map<string, string>();
  let at = Date.UTC(2026, 10, 20, 4, 0, 0);
  let polls: StatusPolls = { prices: { state: "live", reason: "" } };
  const open = () =>
    openStatusHistory({
      store: {
        read: (name) => JSON.parse(stored.get(name) ?? "null"),
        keep: (name, value) => void stored.set(name, JSON.stringify(value)),
      },
      read: () => polls,
      keptDays: 90,
      limits: {
        statusPollEveryMs: 1_000_000,
        statusIncidentAfterMs: 30_000,
        statusMinutes: 60,
        statusIncidents: 1_000,
      },
      now: () => at,
      onFault: (fault) => {
        throw fault;
      },
    });
  return {
    open,
    at: () => at,
    set(state: ServiceState, reason = "") {
      polls = { prices: { state, reason } };
    },
    pass(history: ReturnType<typeof open>, ms: number, stepMs = 10_000) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        at += stepMs;
        history.poll();
      }
    },
    skip(ms: number) {
      at += ms;
    },
  };
}

it("records a fault of 20 seconds in the status by minute, but not as an incident", () => {
  const { open, set, pass } = rig();
  const history = open();
  set("stale", "silent");
  pass(history, 20_000);
  set("live");
  pass(history, 60_000);
  const { incidents, minutes, now } = history.report();
  expect(incidents).toEqual([]);
  expect(minutes.prices.filter((state) => state === "stale")).toHaveLength(1);
  expect(now.find(({ service }) => service === "prices")?.state).toBe("live");
  history.stop();
});

it("records a worsening fault as one incident with its worst state", () => {
  const { open, set, pass, at } = rig();
  const history = open();
  pass(history, 60_000);
  const before = at();
  set("stale", "silent");
  pass(history, 40_000);
  expect(history.report().incidents).toMatchObject([{ service: "prices", state: "stale", to: null }]);
  set("unavailable", "refused");
  pass(history, 300_000);
  set("closed");
  pass(history, 10_000);
  expect(history.report().incidents).toEqual([
    { service: "prices", state: "unavailable", reason: "silent", from: before + 10_000, to: at() },
  ]);
  history.stop();
});

it("the history survives a restart, and records a long downtime as an incident", () => {
  const { open, set, pass, skip, at } = rig();
  const first = open();
  const begun = at();
  set("unavailable", "away");
  pass(first, 120_000);
  first.stop();
  const stopped = at();
  skip(20_000);
  const quick = open();
  expect(quick.report().incidents).toMatchObject([{ service: "prices", to: stopped }]);
  set("live");
  quick.poll();
  quick.stop();
  const last = at();
  skip(10 * MINUTE_MS);
  const second = open();
  const { incidents, recordedSince, minutes } = second.report();
  expect(incidents[0]).toMatchObject({ service: "site", state: "unavailable", from: last, to: at() });
  expect(recordedSince).toBe(begun);
  expect(minutes.prices.slice(0, -1)).toEqual(Array(59).fill(null));
  skip(91 * DAY_MS);
  second.poll();
  pass(second, MINUTE_MS);
  expect(second.report().incidents.filter(({ from }) => from <= last)).toEqual([]);
  second.stop();
});
