// Announcements of operators that /status shows.
import { expect, it } from "vitest";
import { DAY_MS } from "../../app/domain/time.ts";
import { openOperatorControls } from "./operator-controls.ts";

it("omits announcements that were resolved before the stored days", async () => {
  const stored = new Map<string, unknown>();
  const store = {
    read: (name: string) => stored.get(name),
    keep: (name: string, value: unknown) => stored.set(name, value),
    trail: {},
  };
  const { controls, announcements } = await openOperatorControls({
    settings: { keepIncidentsDays: 90, busUrl: null },
    store,
    metrics: { watchGauge() {} },
    secrets: ["secret"],
  } as unknown as Parameters<typeof openOperatorControls>[0]);
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
