import { createStaticHandler } from "@remix-run/router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isVisit, newSince, visitCookie } from "./events-seen.ts";

const ASHA = "1000000001";
const PAGE = "https://site.example/account/notifications";
const open = (cookie = "", query = "", headers = {}) =>
  new Request(`${PAGE}${query}`, { headers: { cookie, ...headers } });
const RELOAD = { "x-reload": "1" };
const visit = async (cookie: string) =>
  (await visitCookie(open(cookie), ASHA, "https://site.example")).split(";", 1)[0] ?? "";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("marks events after the previous visit until the page is opened again", async () => {
  expect(await newSince(open(), ASHA)).toBe(0);
  const first = await visit("");
  expect(first).not.toContain(ASHA);
  vi.setSystemTime(2_000);
  expect(await newSince(open(first), ASHA)).toBe(1_000);
  const second = await visit(first);
  expect(await newSince(open(second, "", RELOAD), ASHA)).toBe(1_000);
  expect(await newSince(open(second, "?class=limit"), ASHA)).toBe(1_000);
  expect(await newSince(open(second), ASHA)).toBe(2_000);
});

it("does not apply a client's visits to another client", async () => {
  const cookie = await visit("");
  expect(await newSince(open(cookie), ASHA)).toBe(1_000);
  expect(await newSince(open(cookie), "1000000002")).toBe(0);
});

it("counts neither a script's reload nor a filter as a visit", () => {
  expect([open(), open("", "", RELOAD), open("", "?done=chosen")].map(isVisit)).toEqual([true, false, false]);
});

it("does not count a refused form of the page as a visit", async () => {
  const visits: boolean[] = [];
  const handler = createStaticHandler([
    {
      path: "/account/notifications",
      action: () => new Response(null, { status: 422 }),
      loader: ({ request }) => {
        visits.push(isVisit(request));
        return null;
      },
    },
  ]);
  await handler.query(new Request(PAGE));
  await handler.query(new Request(PAGE, { method: "POST", body: new URLSearchParams({ intent: "choose" }) }));
  expect(visits).toEqual([true, false]);
});
