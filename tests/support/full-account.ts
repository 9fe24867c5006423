// Creates an account with data on every type of private page: live, paper and ended deployments, orders, a position
// that no algo manages, two tracklists and a connected app. Everything is created over HTTP, as a user would, on a
// separate site.
import { equal } from "node:assert/strict";
import { parse } from "node-html-parser";
import { deploy, review } from "./deploy.ts";
import type { TestUser } from "./sign-in.ts";
import { type Site, until } from "./site.ts";

const STRADDLE = "/algos/managers/arclight-systems/arclight-straddle";
const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";
const TRADED_WITHIN_MS = 60_000;
const LIMITS = "&lossPerDay=3000&lossInAll=20000&tradesPerDay=9";

/** Signs in and fills the account. Returns the addresses of the account's pages by kind. */
export async function fillAccount(site: Site, reader: TestUser): Promise<Record<string, string>> {
  await reader.signIn();
  const xsrf = await reader.xsrf();
  await reader.post("/algos/risk-disclosure", { xsrf, to: "/algos", version: "2023-05", read: "yes" });
  const handOver = await deploy(site, reader, SEEDLING, "", "live");
  await untilTraded(reader, handOver);
  await submitForm(reader, `${handOver}/hand-over`);
  const ended = await deploy(site, reader, SEEDLING);
  await submitForm(reader, `${ended}/stop`);
  const live = await deploy(site, reader, STRADDLE, LIMITS, "live");
  const paper = await deploy(site, reader, STRADDLE, LIMITS);
  await fillLists(reader, xsrf);
  await connectApp(site, reader);
  await Promise.all([untilTraded(reader, live), untilTraded(reader, paper)]);
  const positions = await until(
    async () => parse((await reader.get("/algos/my-algos/positions")).text),
    (page) => page.querySelector('main a[href*="/positions/exit"]') !== null,
    TRADED_WITHIN_MS,
  );
  const exit = positions.querySelector('main a[href*="/positions/exit"]')?.getAttribute("href") ?? "";
  return {
    home: "/",
    portfolio: "/algos/my-algos?mode=live",
    "portfolio, paper": "/algos/my-algos?mode=paper",
    "deployment, live": live,
    "deployment, paper": paper,
    "deployment, handed over": handOver,
    "deployment, ended": ended,
    "deployment, change": `${live}/change`,
    "deployment, pause": `${live}/pause`,
    "deployment, square off": `${live}/exit`,
    "deployment, stop": `${live}/stop`,
    "deployment, receipt": `${live}/receipt`,
    "deployment, chart": `${live}/chart`,
    "deploy, terms": `${SEEDLING}/deploy`,
    "deploy, review": (await review(reader, SEEDLING, "&lossPerDay=5000")).address,
    orders: "/algos/my-algos/orders",
    positions: "/algos/my-algos/positions",
    "position, order form": exit.replaceAll("&amp;", "&"),
    statements: "/algos/my-algos/statements",
    "kill switch": "/algos/my-algos/kill-switch",
    notifications: "/account/notifications",
    tracklists: "/algos/tracklist",
    "tracklist, choose": "/algos/tracklist?add=ridgeline-condor",
    sessions: "/account/sessions",
    apps: "/account/apps",
    "sign out": "/logout",
  };
}

/** Submits the only form of a page such as `…/stop`. */
async function submitForm(reader: TestUser, path: string): Promise<void> {
  const page = await until(
    () => reader.get(path),
    ({ status, text }) => status === 200 && text.includes('name="key"'),
    TRADED_WITHIN_MS,
  );
  const hidden = parse(page.text).querySelectorAll('main form[method="post"] input[type="hidden"]');
  const fields = Object.fromEntries(
    hidden.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  const done = await reader.post(path, { ...fields, note: "" });
  equal(done.status, 303, parse(done.text).querySelector("main")?.text);
}

async function untilTraded(reader: TestUser, deployment: string): Promise<void> {
  await until(
    async () => (await reader.get(deployment)).text,
    (text) => text.includes("Filled"),
    TRADED_WITHIN_MS,
  );
}

async function fillLists(reader: TestUser, xsrf: string): Promise<void> {
  const lists = "/algos/tracklist";
  for (const strategy of ["ridgeline-condor", "monthly-seedling", "arclight-straddle"])
    await reader.post(lists, { xsrf, intent: "track_first", strategy, back: "/algos" });
  await reader.post(lists, {
    xsrf,
    intent: "create",
    key: "a-list-with-a-long-name",
    name: "Option sellers to watch until next March",
  });
}

/** Connects the sandbox's partner platform and gives the consent. */
async function connectApp(site: Site, reader: TestUser): Promise<void> {
  const response = await reader.post("/sandbox/platforms/chartline", { intent: "connect" });
  const consentId = new URL(response.headers.location ?? "", site.origin).searchParams.get("consentId") ?? "";
  await reader.visit(await reader.authorize(consentId));
  equal((await reader.get("/account/apps")).text.includes("Chartline"), true);
}
