// Limits over all algos on the site: they are set by the form, shown as gauges, and rejected with the typed values.
// Also covers the square-off of a single position of a running algo.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { deploy } from "../support/deploy.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const LIMITS = "/algos/my-algos/limits";
const PORTFOLIO = "/algos/my-algos?mode=paper";
const POSITIONS = "/algos/my-algos/positions";
const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";
const EMPTY = { mode: "paper", lossPerDay: "", lockFrom: "", giveBack: "" };

let site: Site;
let reader: TestUser;
let xsrf = "";
beforeAll(async () => {
  site = await startSite();
  reader = new TestUser(site);
  await reader.signIn();
  xsrf = await reader.xsrf();
}, 60_000);
afterAll(() => site.stop());

const gauges = async (who: TestUser) => {
  const page = parse((await who.get(PORTFOLIO)).text);
  return page.querySelector('section[aria-labelledby="account-limits"]')?.text.replace(/\s+/g, " ") ?? "";
};

describe("the form for limits over all algos", () => {
  it("saves limits per mode (paper or live), and the portfolio shows them as gauges", async () => {
    expect(await gauges(reader)).toContain("Daily loss limit not set");
    const form = { xsrf, ...EMPTY, lossPerDay: "4,000", lockFrom: "5k", giveBack: "2,000" };
    for (const time of ["first", "again"]) {
      const saved = await reader.post(LIMITS, form);
      expect([time, saved.status, saved.headers.location]).toEqual([
        time,
        303,
        "/algos/my-algos?mode=paper&limits=saved",
      ]);
    }
    expect(await gauges(reader)).toMatch(/₹0 of ₹4,000.*starts at \+₹5,000.*allowed giveback: ₹2,000/);
    const live = parse((await reader.get(`${LIMITS}?mode=live`)).text);
    expect(live.querySelector("#lossPerDay")?.getAttribute("value")).toBe("");
    const other = new TestUser(site);
    await other.signIn("/login", SANDBOX_CLIENTS[1]);
    expect(await gauges(other)).toContain("Daily loss limit not set");
  });

  it("rejects an invalid limit with 422, and shows the typed value and field errors", async () => {
    const form = { xsrf, ...EMPTY, lossPerDay: "much", lockFrom: "5,000" };
    const answer = await reader.post(`${LIMITS}?mode=paper`, form);
    expect(answer.status).toBe(422);
    const page = parse(answer.text);
    expect(page.querySelector("#lossPerDay")?.getAttribute("value")).toBe("much");
    expect(page.querySelector('input[name="mode"]')?.getAttribute("value")).toBe("paper");
    expect(page.querySelectorAll('[role="alert"] a').map((link) => link.getAttribute("href"))).toEqual([
      "#lossPerDay",
      "#giveBack",
    ]);
    expect(await gauges(reader)).toContain("of ₹4,000");
  });

  it("rejects a form without the session's token, and redirects signed-out users", async () => {
    const form = { ...EMPTY, lossPerDay: "1" };
    expect((await reader.post(LIMITS, form)).status).toBe(403);
    expect((await new TestUser(site).get(LIMITS)).headers.location).toMatch(/^\/login\?to=/);
    expect((await new TestUser(site).post(LIMITS, form)).status).not.toBe(200);
    expect(await gauges(reader)).toContain("of ₹4,000");
  });
});

let path = "";
it("one position of a running algo can be squared off from the positions page", async () => {
  path = await deploy(site, reader, SEEDLING);
  const page = await until(
    async () => parse((await reader.get(POSITIONS)).text),
    (seen) => seen.querySelectorAll('main a[href*="/positions/exit"]').length >= 5,
    60_000,
  );
  const rows = page.querySelectorAll('main a[href*="/positions/exit"]');
  const all = page.querySelectorAll(`main a[href="${path}/exit"]`);
  expect(all.map((link) => link.text.replace(/\s+/g, " ").trim())).toEqual([
    `Square off all ${rows.length} of Monthly Seedling`,
  ]);
  const exit = (rows[0]?.getAttribute("href") ?? "").replaceAll("&amp;", "&");
  const form = parse((await reader.get(exit)).text);
  expect(form.querySelector("main")?.text).toMatch(/Monthly Seedling manages this position/);
  expect(form.querySelector("main")?.text).toMatch(/Estimated P&L\s*[+−₹]/);
  expect(form.querySelector('#preview [data-side="SELL"]')?.text).toBe("Sell");
  expect(form.querySelector('main form[method="post"] .button-danger')?.text).toMatch(/^Sell \d/);
  const fields = Object.fromEntries(
    form
      .querySelectorAll('main form[method="post"] input')
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  const action = form.querySelector('main form[method="post"]')?.getAttribute("action") ?? "";
  const sent = await reader.post(action, fields);
  expect(sent.headers.location).toBe(POSITIONS);
  expect((await reader.get(POSITIONS)).text).toContain("Your orders were sent.");
  const again = await reader.post(action, fields);
  expect([303, 409]).toContain(again.status);
  if (again.status === 409) expect(parse(again.text).querySelector("#preview")).not.toBeNull();
  const remaining = await until(
    async () => parse((await reader.get(POSITIONS)).text).querySelectorAll('main a[href*="/positions/exit"]'),
    (links) => links.length < rows.length,
    30_000,
  );
  expect(remaining).toHaveLength(rows.length - 1);
  expect((await reader.get(path)).text).toContain("badge-paper");
});

it("the stop page shows the estimated P&L and orders, and the danger button last", async () => {
  const page = parse((await reader.get(`${path}/stop`)).text);
  const preview = page.querySelector("main section.panel-edge-loss");
  expect(preview?.text).toMatch(/Estimated P&L\s*[+−]?₹.*after exit charges of ₹/s);
  expect(preview?.querySelectorAll('[data-side="SELL"]').length).toBeGreaterThan(0);
  const actions = page.querySelectorAll("main form[method='post'] .button");
  expect(actions.map(({ text }) => text.trim())).toEqual(["Leave it as it is", "Stop"]);
  expect(actions.at(-1)?.classList.contains("button-danger")).toBe(true);
});

it("a wrong confirmation of the kill switch is reported next to its field", async () => {
  const address = "/algos/my-algos/kill-switch";
  const refused = await reader.post(address, { xsrf, intent: "on", word: "stopp" });
  expect(refused.status).toBe(422);
  const page = parse(refused.text);
  expect(page.querySelector("#word-fault")?.text).toBe("Type STOP to confirm.");
  expect(page.querySelector("#word")?.getAttribute("aria-describedby")).toBe("word-fault");
});
