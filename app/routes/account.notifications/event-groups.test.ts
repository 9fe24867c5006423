import { expect, it } from "vitest";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import { isUnread } from "../../domain/events-seen.ts";
import { groupEvents, groupsByDay, nextStep } from "./event-groups.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const NOON = Date.parse("2026-11-26T06:30:00Z");

function event(
  what: string,
  secondsAgo: number,
  rest: Partial<Pick<AccountEvent, "class" | "deploymentId">> = {},
): AccountEvent {
  const at = new Date(NOON - secondsAgo * 1_000).toISOString();
  const kind = what === "TRADED" ? "order" : "state";
  return { id: `${what} ${secondsAgo}`, at, class: kind, what, deploymentId: ONE, ...rest } as AccountEvent;
}
const sizes = (events: AccountEvent[]) => groupEvents(events).map(({ others }) => others.length + 1);

it("groups fills within a minute, and the events that start a deployment", () => {
  const legs = [event("TRADED", 0), event("TRADED", 2)];
  const start = [event("confirmed", 5), event("prepared", 6), event("requested", 7)];
  expect(sizes([...legs, ...start])).toEqual([2, 3]);
});

it("does not group fills of two deployments, fills a minute apart or manual orders", () => {
  expect(sizes([event("TRADED", 0), event("TRADED", 0, { deploymentId: OTHER })])).toEqual([1, 1]);
  expect(sizes([event("TRADED", 0), event("TRADED", 61)])).toEqual([1, 1]);
  const own = { deploymentId: null };
  expect(sizes([event("TRADED", 0, own), event("TRADED", 1, own)])).toEqual([1, 1]);
});

it("marks as new the rows that the bell counts as unread", () => {
  const limit = { class: "limit" as const };
  const events = [
    event("TRADED", 0),
    event("pause", 1, limit),
    event("confirmed", 5),
    event("pause", 9, limit),
  ];
  const rows = groupsByDay(events, NOON - 3_000).flatMap(({ groups }) => groups);
  expect(rows.map(({ isNew }) => isNew)).toEqual([false, true, false, false]);
  expect(events.filter((one) => isUnread(one, NOON - 3_000))).toHaveLength(1);
});

it("links an event to the page where the user can act on it", () => {
  const to = (one: AccountEvent, resumable: string[] = []) => nextStep(one, resumable)?.to ?? null;
  expect(to(event("TRADED", 0))).toBe(`/algos/my-algos/orders?deployment=${ONE}`);
  expect(to(event("fee_booked", 0, { class: "manager" }))).toBe("/algos/my-algos/statements");
  expect(to(event("new_version_out", 0, { class: "manager" }))).toBe(`/algos/my-algos/${ONE}/version`);
  expect(to(event("pause", 0, { class: "limit" }), [ONE])).toBe(`/algos/my-algos/${ONE}/resume`);
  expect(to(event("confirmed", 0), [ONE])).toBeNull();
});
