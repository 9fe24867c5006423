import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { Account, SiteContext } from "../context.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import * as route from "./algos.my-algos.limits.tsx";

const NONE = { lossPerDayRupees: null, profitLock: null, todayPaise: 0, reached: null };

it("responds with 422 and the entered limits, with paper mode selected", async () => {
  const account = {
    getAccountLimits: async () => ({ live: NONE, paper: NONE }),
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  const site = routePage("/algos/my-algos/limits", route, context);
  const page = await site.get("/algos/my-algos/limits?mode=paper");
  const refused = await site.submit(page.html, "lossPerDay", { lossPerDay: "50,000", lockFrom: "5,000" });
  expect(refused.status).toBe(422);
  expect(refused.html.querySelector("#lossPerDay")?.getAttribute("value")).toBe("50,000");
  expect(refused.html.querySelector('input[name="mode"]')?.getAttribute("value")).toBe("paper");
  expect(refused.html.querySelector('[aria-current="true"]')?.text).toBe("Paper");
});

it("states today's loss at the field for the daily loss limit", async () => {
  const account = {
    getAccountLimits: async () => ({ live: { ...NONE, todayPaise: -1_051 }, paper: NONE }),
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  const site = routePage("/algos/my-algos/limits", route, context);
  const hint = async (mode: string) =>
    (await site.get(`/algos/my-algos/limits?mode=${mode}`)).html.querySelector("#lossPerDay-hint")?.text;
  expect(await hint("live")).toContain("Today's loss is ₹10.51");
  expect(await hint("paper")).toBe("Empty for no limit.");
});

it("states on the day of a reached limit that a change applies from tomorrow", async () => {
  const reached = { kind: "loss_per_day", at: "2026-11-20T05:32:00.000Z" };
  const account = {
    getAccountLimits: async () => ({ live: { ...NONE, lossPerDayRupees: 5_000, reached }, paper: NONE }),
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  const site = routePage("/algos/my-algos/limits", route, context);
  const { html } = await site.get("/algos/my-algos/limits?mode=live");
  expect(html.querySelector(".banner")?.text).toContain("a change applies from tomorrow");
  expect(html.querySelector(".gauge")?.text).toContain("Reached ₹5,000");
  const paper = await site.get("/algos/my-algos/limits?mode=paper");
  expect(paper.html.querySelector(".banner")).toBeNull();
});

it("states that the result is not known if the broker does not respond to new limits", async () => {
  const account = {
    getAccountLimits: async () => ({ live: NONE, paper: NONE }),
    setAccountLimits: async () => {
      throw new Response(null, { status: 503 });
    },
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  const site = routePage("/algos/my-algos/limits", route, context);
  const page = await site.get("/algos/my-algos/limits?mode=live");
  const { status, html } = await site.submit(page.html, "lossPerDay", { lossPerDay: "5,000" });
  expect(status).toBe(503);
  expect(html.querySelector('[role="alert"]')?.text).toContain("The result is not known");
});

it("offers to check and to send the limits again while the broker does not respond", async () => {
  let isDown = false;
  const account = {
    getAccountLimits: async () => {
      if (isDown) throw new Response(null, { status: 503 });
      return { live: NONE, paper: NONE };
    },
    setAccountLimits: async () => {
      isDown = true;
      throw new Response(null, { status: 503 });
    },
  } as unknown as Account;
  const context = { account, session: { xsrf: "x" }, site: DEFAULT_SITE } as unknown as SiteContext;
  const site = routePage("/algos/my-algos/limits", route, context);
  const page = await site.get("/algos/my-algos/limits?mode=live");
  const { html } = await site.submit(page.html, "lossPerDay", { lossPerDay: "5,000" });
  const text = html.querySelector('[role="alert"]')?.text;
  expect(text).toContain("Check whether the limits were saved.");
  expect(html.querySelector("a.button-main")?.getAttribute("href")).toBe("/algos/my-algos/limits?mode=live");
  expect(html.querySelector('input[name="lossPerDay"]')?.getAttribute("value")).toBe("5,000");
});
