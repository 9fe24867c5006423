// Positions of ended algos are squared off only while their market is open. The page states this before and after the
// switch is turned on. A form without a response from the broker can be sent again.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.my-algos.kill-switch.tsx";

const PAGE = "/algos/my-algos/kill-switch";
const position = (symbol: string) => ({
  ref: symbol,
  symbol,
  quantity: 50,
  heldBy: "handed_over",
  mode: "live",
  openResultPaise: 50_000,
});

function killSwitchSite(isActive: boolean, symbols: string[]) {
  const since = "2026-11-20T06:30:00.000Z";
  const account = {
    getKillSwitch: async () => ({ isActive, since: isActive ? since : null, liftableFrom: null }),
    listDeployments: async () => ({ items: [] }),
    listPositions: async () => ({ items: symbols.map(position) }),
    setKillSwitch: async () => {
      throw Response.json({ kind: "refused", detail: "Not before tomorrow." }, { status: 409 });
    },
  };
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  return routePage(PAGE, route, context);
}

const killSwitchPage = async (isActive: boolean, symbols: string[]) =>
  (await killSwitchSite(isActive, symbols).get(PAGE)).html.text;

it("states before the switch that positions may be squared off at the next opening", async () => {
  const page = await killSwitchPage(false, ["INFY", "TCS"]);
  expect(page).toContain("It also squares off the 2 positions you took over: INFY, TCS.");
  expect(page).toContain("Positions whose market is closed are squared off at its next opening.");
  expect(await killSwitchPage(false, [])).not.toContain("next opening");
});

it("states while the switch is on that positions of ended algos are still squared off", async () => {
  const page = await killSwitchPage(true, ["INFY"]);
  expect(page).toContain("The position you took over will be squared off when the market is open: INFY.");
  expect(await killSwitchPage(true, [])).not.toContain("took over");
});

it.each([
  [false, "on", "#word"],
  [true, "off", undefined],
])("links a refusal to the field if there is one (switch on: %s)", async (isActive, intent, href) => {
  const site = killSwitchSite(isActive, []);
  const refused = await site.submit((await site.get(PAGE)).html, "xsrf", { intent, word: "STOP" });
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain("Not before tomorrow.");
  expect(refused.html.querySelector('[role="alert"] a')?.getAttribute("href")).toBe(href);
});

/**
 * Creates the kill switch page. The broker does not respond to the switch nor, if `isAway` is true, to any later
 * request.
 */
function unansweredSwitch(isAway: boolean, isExecuted: boolean) {
  const sent: string[] = [];
  const account = {
    getKillSwitch: async () => {
      if (isAway && sent.length > 0) throw new Response(null, { status: 503 });
      return { isActive: isExecuted && sent.length > 0, since: null, liftableFrom: null };
    },
    listDeployments: async () => ({ items: [] }),
    listPositions: async () => ({ items: [] }),
    setKillSwitch: async ({ killSwitchStatus }: { killSwitchStatus: string }) => {
      sent.push(killSwitchStatus);
      throw new Response(null, { status: 503 });
    },
  };
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  return { sent, site: routePage(PAGE, route, context) };
}

it.each([true, false])("sends the switch again after a 503; page unavailable: %s", async (isAway) => {
  const { sent, site } = unansweredSwitch(isAway, false);
  const { html } = await site.get(PAGE);
  const typed = { intent: "on", word: "STOP" };
  const refused = await site.submit(html, "word", typed);
  expect(refused.status).toBe(503);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain("not known whether");
  await site.submit(refused.html, "word", isAway ? {} : typed);
  expect(sent).toEqual(["ACTIVATE", "ACTIVATE"]);
});

it("redirects to the page after a 503 if the broker reports that the switch is on", async () => {
  const { site } = unansweredSwitch(false, true);
  const { html } = await site.get(PAGE);
  const { status, location } = await site.submit(html, "word", { intent: "on", word: "STOP" });
  expect([status, location]).toEqual([303, PAGE]);
});

it("shows the switch neither on nor off after a form without a response", async () => {
  const { site } = unansweredSwitch(false, false);
  const { html } = await site.get(PAGE);
  const { html: page } = await site.submit(html, "word", { intent: "on", word: "STOP" });
  expect(page.querySelector("h1")?.text).toBe("Kill switch");
  expect(page.querySelector('[role="alert"]')?.text).toContain("The result is not known");
  expect(page.querySelector("a.button-main")?.getAttribute("href")).toBe(PAGE);
  expect(page.text).not.toContain("What it would stop now");
});
