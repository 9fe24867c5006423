// Statements of pages that must agree with each other: the amount in the header, the person who stopped an algo, counts
// of trades, the end of a session, and facts next to figures.
import { type HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deploy } from "../support/deploy.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";
const RECORD_WITHIN_MS = 120_000;

let site: Site;
let reader: TestUser;
beforeAll(async () => {
  site = await startSite({ SANDBOX_RECORDS: "monthly-seedling" });
  reader = new TestUser(site);
  await reader.signIn();
}, 60_000);
afterAll(() => site.stop());

const visibleText = (part: HTMLElement | null | undefined) =>
  part?.structuredText.replace(/\s+/g, " ").trim() ?? "";
const page = async (path: string) => parse((await reader.get(path)).text);
const main = async (path: string) => visibleText((await page(path)).querySelector("main"));

it("the header of the deploy page shows the user's amount, not the page's amount", async () => {
  const xsrf = await reader.xsrf();
  await reader.post("/amount", { amount: "3,00,000", to: "/", xsrf });
  const terms = await page(`${SEEDLING}/deploy?amount=20000`);
  expect(terms.querySelector("#amount")?.getAttribute("value")).toBe("₹20,000");
  expect(visibleText(terms.querySelector("header"))).toContain("My amount ₹3,00,000");
  const algo = await page(`${SEEDLING}?amount=20000`);
  expect(visibleText(algo.querySelector("header"))).toContain("My amount ₹20,000");
});

describe("a deployed algo", () => {
  let path = "";
  beforeAll(async () => {
    path = await deploy(site, reader, SEEDLING);
    await until(
      () => main(path),
      (text) => /Orders filled today [1-9]/.test(text),
      60_000,
    );
  }, 120_000);

  it("shows filled orders and opened trades under different labels", async () => {
    const text = await main(path);
    const fills = Number(/Orders filled today (\d+)/.exec(text)?.[1]);
    expect(fills).toBeGreaterThan(0);
    expect(text).toMatch(/\d+ trades? opened today/);
    expect(text).not.toMatch(/Trades today/);
    expect(await main("/algos/my-algos?mode=paper")).toContain(`1 algo · ${fills} fill`);
  });

  it("states that the user stopped it, not the broker, after a click on Stop", async () => {
    const fields = (await page(`${path}/stop`))
      .querySelectorAll('main form[method="post"] input[type="hidden"]')
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]);
    await reader.post(`${path}/stop`, { ...Object.fromEntries(fields), note: "" });
    const text = await until(
      () => main(path),
      (seen) => seen.includes("The deployment is stopped and sends no more orders."),
      60_000,
    );
    expect(text).toMatch(/Stopped .*since [^,]+, \d\d:\d\d IST, by you/);
    expect(text).not.toMatch(/Stopped[^.]*by the broker/);
  });
});

it("the account menu and the list of sign-ins show the same session end time", async () => {
  const sessions = await page("/account/sessions");
  const [, end] = /session ends (.+? IST)/.exec(visibleText(sessions.querySelector("header"))) ?? [];
  const row = sessions
    .querySelectorAll("main tbody tr")
    .find((one) => visibleText(one).includes("This browser"));
  expect(end).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d IST$/);
  expect(visibleText(row)).toContain(end);
});

it("the Live since date, or the note next to it, is the first day of the live record", async () => {
  const record = await until(
    async () =>
      JSON.parse((await reader.get(`${SEEDLING}/record.json?evidence=live`)).text) as {
        from?: string | null;
      },
    ({ from }) => typeof from === "string",
    RECORD_WITHIN_MS,
  );
  const [, since = "", note = ""] =
    /Live since (\d{1,2} \w{3} \d{4})(.*?)Deployed by/.exec(await main(SEEDLING)) ?? [];
  const [, stated = since] = /(\d{1,2} \w{3} \d{4})/.exec(note) ?? [];
  expect(Date.parse(`${stated} UTC`)).toBe(Date.parse(record.from ?? ""));
}, 150_000);

it("the expectancy states that open positions are not included", async () => {
  const text = await until(
    () => main(`${SEEDLING}?tab=figures`),
    (seen) => seen.includes("Expectancy per trade"),
    RECORD_WITHIN_MS,
  );
  expect(text).toMatch(/closed trade\. Gains and losses of open positions are not included/);
});

it("all pages show the same number of algos, and descriptions of algos are unique", async () => {
  const list = await page("/algos");
  const [, count] = /(\d+) algos/.exec(visibleText(list.querySelector("main"))) ?? [];
  expect(await main("/algos/managers")).toContain(`${count} algos`);
  const summaries = new Map<string, string>();
  let next: string | null = "/algos?view=table";
  while (next !== null) {
    const found: HTMLElement = await page(next);
    for (const link of found.querySelectorAll("tbody a[href^='/algos/managers/']")) {
      const address = link.getAttribute("href")?.split("?")[0] ?? "";
      if (address.split("/").length === 5 && !summaries.has(address)) summaries.set(address, "");
    }
    next = found.querySelector("a[rel=next]")?.getAttribute("href")?.replaceAll("&amp;", "&") ?? null;
  }
  expect(summaries.size).toBe(Number(count));
  for (const address of summaries.keys()) {
    const text =
      (await page(address)).querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
    summaries.set(address, text);
  }
  expect(new Set(summaries.values()).size).toBe(summaries.size);
}, 120_000);
