// After a rejected square-off, the user's positions are still selected. The message about sent orders does not depend
// on the address.
import type { HTMLElement } from "node-html-parser";
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.my-algos.positions._index.tsx";

const PAGE = "/algos/my-algos/positions";

const position = (securityId: string) => ({
  ref: `own:NSE_EQ:${securityId}:INTRADAY`,
  symbol: `STOCK ${securityId}`,
  exchangeSegment: "NSE_EQ",
  securityId,
  quantity: 50,
  lotSize: 1,
  heldBy: "own",
  deploymentId: null,
  mode: "live",
  averagePaise: 150_000,
  lastPaise: 151_000,
  openResultPaise: 50_000,
  marginPaise: 1_500_000,
});
const [sold, other] = [position("1594"), position("1333")];

/**
 * Creates the positions page. The broker responds to a square-off with this status, or with orders in these states. If
 * `isAway` is true, it does not respond to later requests.
 */
function positionsPage(answer: number | string[], isAway = false) {
  const sent: [string[], string][] = [];
  const account = {
    listPositions: async () => {
      if (isAway && sent.length > 0) throw new Response(null, { status: 503 });
      return { items: [sold, other], asOf: "2026-11-20T06:30:00.000Z" };
    },
    getPortfolio: async () => {
      throw new Response(null, { status: 404 });
    },
    squareOffPositions: async ({ refs }: { refs: string[] }, key: string) => {
      sent.push([refs, key]);
      if (typeof answer !== "number") return { items: answer.map((status) => ({ status })) };
      throw Response.json({ kind: "refused", detail: "The market is closed." }, { status: answer });
    },
  };
  const signIn = { flash: (flash: string) => [`notice=${flash}`] };
  const context = { account, signIn, session: { xsrf: "x" }, requestId: "key-1" };
  return { context, sent, site: routePage(PAGE, route, context as unknown as SiteContext) };
}

const ticked = (html: HTMLElement) =>
  html.querySelectorAll('[name="ref"][checked]').map((box) => box.getAttribute("value"));

it("ticks only the chosen positions after a rejected square-off", async () => {
  const { site } = positionsPage(409);
  const { html } = await site.get(PAGE);
  expect(ticked(html)).toEqual([sold.ref, other.ref]);
  const refused = await site.submit(html, "ref", { ref: sold.ref });
  expect(refused.status).toBe(409);
  expect(ticked(refused.html)).toEqual([sold.ref]);
});

it.each([
  [502, "key-1"],
  [503, "key-1"],
  [409, undefined],
])("after a square-off with the status %s, reloads keep the key %s", async (status, key) => {
  const { context, site } = positionsPage(status);
  const { html } = await site.get(PAGE);
  context.requestId = "key-2";
  const refused = await site.submit(html, "ref", { ref: sold.ref });
  expect(refused.html.querySelector('input[name="key"][data-retry]')?.getAttribute("value")).toBe(key);
});

it.each([
  ["refusal", 409],
  ["response without orders", []],
])("sends a form with a new key after a %s", async (_, answer) => {
  const { context, sent, site } = positionsPage(answer);
  const { html } = await site.get(PAGE);
  context.requestId = "key-2";
  const refused = await site.submit(html, "ref", { ref: sold.ref });
  await site.submit(refused.html, "ref", { ref: other.ref });
  expect(sent).toEqual([
    [[sold.ref], "key-1"],
    [[other.ref], "key-2"],
  ]);
});

it("sends the same form again if the broker responds to neither order nor page", async () => {
  const { context, sent, site } = positionsPage(503, true);
  const { html } = await site.get(PAGE);
  context.requestId = "key-2";
  const refused = await site.submit(html, "ref", { ref: sold.ref });
  expect(refused.status).toBe(503);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain(
    "not known whether the orders were sent",
  );
  expect(refused.html.querySelector(`a.button[href="${PAGE}"]`)).toBeNull();
  await site.submit(refused.html, "ref", {});
  expect(sent).toEqual([
    [[sold.ref], "key-1"],
    [[sold.ref], "key-1"],
  ]);
});

it.each([
  ["orders_sent", ["TRADED", "PENDING"]],
  ["order_rejected", ["TRADED", "REJECTED"]],
])("redirects after a square-off with the message %s", async (message, statuses) => {
  const { site } = positionsPage(statuses);
  const { html } = await site.get(PAGE);
  const sent = await site.submit(html, "ref", {});
  expect([sent.status, sent.location, sent.cookie]).toEqual([303, PAGE, `notice=${message}`]);
});

it("refuses a square-off of positions that other orders already close", async () => {
  const { site } = positionsPage([]);
  const { html } = await site.get(PAGE);
  const refused = await site.submit(html, "ref", {});
  expect(refused.status).toBe(409);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain("have already been sent");
});

it("shows no message about sent orders if only the address has a count", async () => {
  const { html } = await positionsPage([]).site.get(`${PAGE}?sent=5`);
  expect(html.querySelector('[role="status"]')).toBeNull();
});
