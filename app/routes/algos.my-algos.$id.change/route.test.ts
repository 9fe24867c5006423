import { expect, it } from "vitest";
import { routePage } from "../../../tests/support/submit-form.tsx";
import type { SiteContext } from "../../context.ts";
import * as route from "./route.tsx";

const ID = "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77";
const PATH = `/algos/my-algos/${ID}/change`;
const REVIEW = `${PATH}?multiplier=3&lossPerDay=3000&step=review`;
const ORDER = { heading: "What you sign", text: "{order}" };
const REASON = "An order is in progress.";

/** The page that changes the terms of a running deployment. The provider rejects every change. */
function changePage(latestVersion = "2.1", result: object = {}, state = "active") {
  const guards = { lossPerDayRupees: 2_000, lossInAllRupees: null, tradesPerDay: null };
  const terms = { multiplier: 2, mode: "paper", startOn: "2026-11-20", days: ["Mon"], guards };
  const deployment = {
    id: ID,
    strategyId: "ridgeline-condor",
    strategyName: "Ridgeline Condor",
    state,
    version: "2.1",
    capitalRupees: 200_000,
    terms,
    positions: [],
    result,
  };
  const strategy = {
    name: "Ridgeline Condor",
    version: latestVersion,
    minAmountRupees: 100_000,
    risk: "Low",
    manager: { name: "Kestrel Ridge", registration: "INH000000001" },
    exchangeAlgoIds: [],
    fee: { monthlyRupees: 0 },
    lossLimits: { perTradePercent: 2, perDayPercent: null, worstCase: "gap" },
  };
  const sent: string[] = [];
  const account = {
    getDeployment: async () => deployment,
    getFunds: async () => ({ availablePaise: 0 }),
    changeTerms: async (_id: string, change: { consent: { text: string } }) => {
      sent.push(change.consent.text);
      throw Response.json({ kind: "refused", detail: REASON }, { status: 409 });
    },
  };
  const context = {
    account,
    session: { xsrf: "x" },
    provider: { fresh: { getStrategy: async () => strategy } },
    site: { brand: { legalName: "Broker" }, texts: { consent: { version: "1", sections: [ORDER] } } },
  } as unknown as SiteContext;
  return { terms, sent, site: routePage("/algos/my-algos/:id/change", route, context) };
}

it.each([
  [REASON, {}],
  ["The terms or the text have changed since you read them.", { seen: "another text" }],
])("responds with 409, the review, the entered terms and the reason: %s", async (reason, typed) => {
  const { site } = changePage();
  const { html } = await site.get(REVIEW);
  const refused = await site.submit(html, "seen", { consent: "yes", ...typed });
  expect(refused.status).toBe(409);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain(reason);
  const value = (name: string) => refused.html.querySelector(`[name="${name}"]`)?.getAttribute("value");
  expect([value("multiplier"), value("lossPerDay")]).toEqual(["3", "3000"]);
  expect(value("seen")).toBe(html.querySelector('[name="seen"]')?.getAttribute("value"));
});

it("responds with 409, the form and “Nothing was changed” if the terms already apply", async () => {
  const { terms, site } = changePage();
  const { html } = await site.get(REVIEW);
  Object.assign(terms, { multiplier: 3, guards: { ...terms.guards, lossPerDayRupees: 3_000 } });
  const refused = await site.submit(html, "seen", { consent: "yes" });
  expect(refused.status).toBe(409);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain("Nothing was changed");
  expect(refused.html.querySelector("input#multiplier")?.getAttribute("value")).toBe("3");
});

it("announces a field's error with its hint", async () => {
  const { html } = await changePage().site.get(`${PATH}?multiplier=0&step=review`);
  expect(html.querySelector("#multiplier-fault")?.text).not.toBe("");
  const describedBy = html.querySelector("input#multiplier")?.getAttribute("aria-describedby");
  expect(describedBy).toBe("multiplier-hint multiplier-fault");
});

it("lets a user only reduce the risk while a new version awaits consent", async () => {
  const { site } = changePage("2.2");
  const { html } = await site.get(`${PATH}?multiplier=1&lossPerDay=1500&lossInAll=9000&step=review`);
  expect(html.text).toContain("₹1,500");
  // The complete terms of the version that awaits consent are not shown.
  expect(html.querySelector("details h2")).toBeNull();
  expect(html.querySelector('[name="seen"]')).not.toBeNull();
  expect(await site.get(REVIEW)).toMatchObject({ status: 303, location: `/algos/my-algos/${ID}/version` });
});

it("warns before the consent to a loss limit that the loss already reaches", async () => {
  const { site } = changePage("2.1", { dayPaise: -1_600_00, totalPaise: -1_600_00 });
  const warned = (await site.get(`${PATH}?lossPerDay=1500&lossInAll=1600&step=review`)).html.text;
  expect(warned).toContain("Today's loss already reaches the new daily loss limit.");
  expect(warned).toContain("The loss already reaches the new max loss.");
  expect((await site.get(`${PATH}?lossPerDay=1700&step=review`)).html.text).not.toContain("already reaches");
});

it("gives no warning of a daily loss limit to a paused algo without positions", async () => {
  const { site } = changePage("2.1", { dayPaise: -1_600_00, totalPaise: -1_600_00 }, "paused");
  const { text } = (await site.get(`${PATH}?lossPerDay=1500&lossInAll=1600&step=review`)).html;
  expect(text).not.toContain("the new daily loss limit");
  expect(text).toContain("The loss already reaches the new max loss.");
});

it("needs neither a tick nor a visible text for a change that adds no risk", async () => {
  const { site } = changePage();
  const tighter = (await site.get(`${PATH}?multiplier=1&lossPerDay=1500&step=review`)).html;
  expect(tighter.querySelector('input[type="checkbox"]')).toBeNull();
  expect(tighter.querySelector("details h2")).not.toBeNull();
  expect(tighter.querySelectorAll("h2").length).toBe(tighter.querySelectorAll("details h2").length);
  // The provider rejects the change; a missing consent would be rejected before.
  const answer = await site.submit(tighter, "seen", {});
  expect(answer.html.querySelector('[role="alert"]')?.text).toContain(REASON);
  const looser = (await site.get(REVIEW)).html;
  expect(looser.querySelector('input[name="consent"][type="checkbox"]')).not.toBeNull();
  expect(looser.querySelector("details h2")).toBeNull();
});

it.each([
  ["multiplier=1", true],
  ["lossPerDay=1999", true],
  ["lossInAll=9000", true],
  ["tradesPerDay=3", true],
  ["multiplier=3", false],
  ["lossPerDay=2001", false],
  ["lossPerDay=", false],
  ["multiplier=1&lossPerDay=", false],
])("stores that no consent was needed only if the change adds no risk: %s", async (change, isStated) => {
  const { site, sent } = changePage();
  const { html } = await site.get(`${PATH}?${change}&step=review`);
  expect(html.querySelector('input[name="consent"][type="checkbox"]') === null).toBe(isStated);
  await site.submit(html, "seen", { consent: "yes" });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.includes("applied without a new consent")).toBe(isStated);
});
