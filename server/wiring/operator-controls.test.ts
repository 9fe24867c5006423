// Values that operators set: ended sessions, and announcements that /status shows.
import { expect, it } from "vitest";
import { DAY_MS } from "../../app/domain/time.ts";
import { ACTIONS } from "../console/actions.ts";
import { openOperatorControls } from "./operator-controls.ts";

function openControls() {
  const stored = new Map<string, unknown>();
  const store = {
    read: (name: string) => stored.get(name),
    keep: (name: string, value: unknown) => stored.set(name, value),
    trail: {},
  };
  return openOperatorControls({
    settings: { keepIncidentsDays: 90, busUrl: null },
    store,
    metrics: { watchGauge() {} },
    secrets: ["secret"],
  } as unknown as Parameters<typeof openOperatorControls>[0]);
}

it.each(["1000000001", "AB.12", "a@broker.test", "__proto__"])(
  "ends the sessions of the client %s, whose id the provider chose",
  async (clientId) => {
    const { controls, endedBefore } = await openControls();
    expect(endedBefore(clientId)).toBeNull();
    const form = new URLSearchParams({ client: clientId, reason: "lost phone" });
    const context = { form, services: { controls }, who: "operator", now: 5, rest: "" };
    ACTIONS.sessions?.(context as unknown as Parameters<NonNullable<typeof ACTIONS.sessions>>[0]).run();
    expect(endedBefore(clientId)).toBe(5);
  },
);

it("omits announcements that were resolved before the stored days", async () => {
  const { controls, announcements } = await openControls();
  const publish = (id: string, resolvedBeforeDays: number | null) => {
    const endedAt = resolvedBeforeDays === null ? null : Date.now() - resolvedBeforeDays * DAY_MS;
    const startedAt = Date.now() - 400 * DAY_MS;
    const updates = [{ at: startedAt, text: "Orders are slow." }];
    controls.set("incident", id, { title: "Slow orders", startedAt, endedAt, updates }, "operator");
  };
  publish("open", null);
  publish("recent", 89);
  publish("old", 91);
  expect(new Set(announcements().map(({ id }) => id))).toEqual(new Set(["open", "recent"]));
});
