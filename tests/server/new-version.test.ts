// A manager publishes a version while a client runs the previous version: the offer, the differences, both records, the
// consent, and the switch.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ALL_DAYS } from "../support/deploy.ts";
import { oneLineText } from "../support/page-facts.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const ALGO = "/algos/managers/banyan-systematic/evergreen-canopy";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const hidden = (text: string) =>
  Object.fromEntries(
    parse(text)
      .querySelectorAll('main form[method="post"] input[type="hidden"]')
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );

it("a new version of an algo is shown with its changes, and needs a new consent", {
  timeout: 180_000,
}, async () => {
  const reader = new TestUser(site);
  await reader.signIn();
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  const address = `${ALGO}/deploy?step=review&mode=paper&multiplier=1&startOn=${today}&${ALL_DAYS}`;
  const made = await reader.post(address, {
    ...hidden((await reader.get(address)).text),
    consent: "yes",
  });
  const path = (made.headers.location ?? "").replace("/order-window", "");
  const window = new URL((await reader.get(`${path}/order-window`)).headers.location ?? "", site.origin);
  await reader.post("/sandbox/order-window", {
    basket: window.searchParams.get("basket") ?? "",
    return: window.searchParams.get("return") ?? "",
    answer: "confirmed",
  });

  const offered = await until(
    async () => (await reader.get("/algos/my-algos")).text,
    (text) => text.includes(`${path}/version`),
    120_000,
  );
  expect(oneLineText(parse(offered).querySelector("main"))).toMatch(/Version 1\.\d+: see what changed/);
  expect(oneLineText(parse((await reader.get(path)).text).querySelector("main"))).toMatch(
    /opens no more positions until you consent/,
  );

  const page = await reader.get(`${path}/version`);
  const text = oneLineText(parse(page.text).querySelector("main"));
  expect(text).toMatch(/What changed How it works Before, 1\.\d+/);
  expect(text).toContain("The best 4 are held");
  expect(text).toContain("The best 3 are held");
  const sides = parse(page.text).querySelectorAll('section[aria-labelledby="records"] section');
  expect(sides.map((side) => side.getAttribute("aria-label")?.replace(/\d+$/, ""))).toEqual([
    "Version 1.",
    "Version 1.",
  ]);

  const change = await reader.get(`${path}/change?step=review&multiplier=2`);
  expect([change.status, change.headers.location]).toEqual([303, `${path}/version`]);
  const reduced = await reader.get(`${path}/change?step=review&lossInAll=5000`);
  expect(oneLineText(parse(reduced.text).querySelector("main"))).toContain("Max loss no limit ₹5,000");

  const unticked = await reader.post(`${path}/version`, hidden(page.text));
  expect(unticked.status).toBe(422);
  const consented = await reader.post(`${path}/version`, { ...hidden(page.text), consent: "yes" });
  expect([consented.status, consented.headers.location]).toEqual([303, path]);
  expect((await reader.get("/algos/my-algos")).text).not.toContain(`${path}/version`);
  const resumed = await reader.post(`${path}/resume`, {
    ...hidden((await reader.get(`${path}/resume`)).text),
    note: "",
  });
  expect(resumed.status).toBe(303);
  const versions = oneLineText(parse((await reader.get(ALGO)).text).querySelector("main"));
  expect(versions).toMatch(/Version 1\.\d/);
});
