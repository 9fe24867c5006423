// The title of an action's page after a refusal: only a definite refusal states that nothing was done.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.my-algos.$id.$verb.tsx";

const ID = "7a1f5c9e-2b1d-4c8e-9f3a-6d5e4c3b2a10";

/**
 * Creates the action page. The broker rejects the action with this status. While `isUp` is false, reading the
 * deployment fails with 503.
 */
function actionPage(status: number) {
  const keys: string[] = [];
  const broker = { isUp: true, nextActions: ["pause"] };
  const account = {
    getDeployment: async () => {
      if (!broker.isUp) throw new Response(null, { status: 503 });
      return {
        id: ID,
        strategyName: "Pocket Tide",
        state: "live",
        since: "2026-11-20T06:30:00.000Z",
        by: null,
        nextActions: broker.nextActions,
        positions: [],
        terms: { guards: { lossPerDayRupees: null, lossInAllRupees: null, tradesPerDay: null } },
        result: { netPaise: 0, todayPaise: 0, tradesToday: 0, chargesPaise: 0, feesPaise: 0 },
      };
    },
    previewAction: async () => ({ cancels: [], sends: [] }),
    actOnDeployment: async (_id: string, { note }: { note: string }, key: string) => {
      keys.push(`${key} ${note}`);
      throw Response.json({ kind: "refused", detail: "The algo is pausing." }, { status });
    },
  };
  const context = { account, session: { xsrf: "x" }, requestId: "key-1" } as unknown as SiteContext;
  return { keys, broker, context, site: routePage("/algos/my-algos/:id/:verb", route, context) };
}

it.each([
  [409, "Nothing was done"],
  [502, "Send the form again"],
  [503, "Send the form again"],
])("for a pause rejected with %s, shows “%s” and sends the same key again", async (status, title) => {
  const { keys, context, site } = actionPage(status);
  const { html } = await site.get(`/algos/my-algos/${ID}/pause`);
  context.requestId = "key-2";
  const refused = await site.submit(html, "note", { note: "wait" });
  expect(refused.status).toBe(status);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain(title);
  await site.submit(refused.html, "note", {});
  expect(keys).toEqual(["key-1 wait", "key-1 wait"]);
});

it("sends an action again that the broker has executed without a response", async () => {
  const { keys, broker, context, site } = actionPage(503);
  const { html } = await site.get(`/algos/my-algos/${ID}/pause`);
  context.requestId = "key-2";
  broker.nextActions = ["resume"];
  const refused = await site.submit(html, "note", { note: "wait" });
  expect(refused.html.querySelector("#again")).not.toBeNull();
  expect(refused.html.querySelector('[role="alert"] a')?.getAttribute("href")).toBe("#again");
  await site.submit(refused.html, "note", {});
  expect(keys).toEqual(["key-1 wait", "key-1 wait"]);
});

it("shows the same note and key until the broker responds again", async () => {
  const { keys, broker, context, site } = actionPage(409);
  const { html } = await site.get(`/algos/my-algos/${ID}/pause`);
  context.requestId = "key-2";
  broker.isUp = false;
  const refused = await site.submit(html, "note", { note: "wait" });
  expect(refused.status).toBe(503);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain("Send the form again");
  const again = await site.submit(refused.html, "note", {});
  broker.isUp = true;
  await site.submit(again.html, "note", {});
  expect(keys).toEqual(["key-1 wait"]);
});
