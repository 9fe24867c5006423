// A rejected square-off keeps the user's choice of positions. The message about sent orders does not depend on the
// address.
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

function positionsPage(squareOffPositions: () => Promise<unknown>) {
  const account = {
    listPositions: async () => ({ items: [sold, other], asOf: "2026-11-20T06:30:00.000Z" }),
    getPortfolio: async () => {
      throw new Response(null, { status: 404 });
    },
    squareOffPositions,
  };
  const signIn = { flash: (flash: string) => [`notice=${flash}`] };
  const context = { account, signIn, session: { xsrf: "x" } } as unknown as SiteContext;
  return routePage(PAGE, route, context);
}

it("ticks only the chosen positions after a rejected square-off", async () => {
  const site = positionsPage(async () => {
    throw Response.json({ kind: "refused", detail: "The market is closed." }, { status: 409 });
  });
  const ticked = (page: typeof html) =>
    page.querySelectorAll('[name="ref"][checked]').map((box) => box.getAttribute("value"));
  const { html } = await site.get(PAGE);
  expect(ticked(html)).toEqual([sold.ref, other.ref]);
  const refused = await site.submit(html, "ref", { ref: sold.ref });
  expect(refused.status).toBe(409);
  expect(ticked(refused.html)).toEqual([sold.ref]);
});

it.each([
  ["orders_sent", ["TRADED", "PENDING"]],
  ["order_rejected", ["TRADED", "REJECTED"]],
])("redirects after a square-off with the message %s", async (message, statuses) => {
  const site = positionsPage(async () => ({ items: statuses.map((status) => ({ status })) }));
  const { html } = await site.get(PAGE);
  const sent = await site.submit(html, "ref", {});
  expect([sent.status, sent.location, sent.cookie]).toEqual([303, PAGE, `notice=${message}`]);
});

it("states no sent orders because of a count in the address", async () => {
  const { html } = await positionsPage(async () => ({ items: [] })).get(`${PAGE}?sent=5`);
  expect(html.querySelector('[role="status"]')).toBeNull();
});
