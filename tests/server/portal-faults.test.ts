// Simulated faults as a setting of the account, in the developer portal without scripts.
import { parse } from "node-html-parser";
import { beforeAll, expect, it } from "vitest";
import { FAULT_NAMES } from "../../app/contract/trading-api/faults.ts";
import { sharedSite } from "../support/shared-site.ts";
import { TestUser } from "../support/sign-in.ts";
import type { Site } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const PAGE = "/sandbox/portal/faults";
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

async function open() {
  const client = await TradingClient.open(`${site.origin}/sandbox`);
  const reader = new TestUser(site);
  await reader.submit("/sandbox/portal/sign-in", { way: "token", token: client.account.accessToken });
  return { client, reader };
}
const listedRules = (text: string) =>
  parse(text)
    .querySelectorAll("tbody tr")
    .map((row) =>
      row
        .querySelectorAll("th, td")
        .slice(0, 3)
        .map((cell) => cell.text.trim()),
    );

it("a fault rule from the portal applies to the account's calls until removal", async () => {
  const { client, reader } = await open();
  const added = await reader.submit(PAGE, {
    intent: "add",
    fault: "rate-limit",
    on: "getProfile, getFundLimit",
    every: "2",
  });
  expect(added.status).toBe(200);
  expect(listedRules(added.text)).toEqual([["rate-limit", "on getProfile, getFundLimit; every 2", "0 of 0"]]);
  const statuses = [];
  for (let count = 0; count < 2; count += 1) statuses.push((await client.send("get", "/profile")).status);
  expect(statuses).toEqual([200, 429]);
  expect(listedRules((await reader.get(PAGE)).text)[0]?.[2]).toBe("1 of 2");
  const removed = await reader.submit(PAGE, { intent: "remove", number: "1" });
  expect(listedRules(removed.text)).toEqual([]);
  expect((await client.send("get", "/profile")).status).toBe(200);
});

it("the portal shows a fault rule's errors at the fields, with the typed values", async () => {
  const { client, reader } = await open();
  const refused = await reader.submit(PAGE, {
    intent: "add",
    fault: "slow",
    on: "nothing",
    quantity: "5",
    from: "today",
  });
  expect(refused.status).toBe(422);
  const page = parse(refused.text);
  expect(page.querySelector("#quantity-fault")?.text).toContain("not a parameter of slow");
  expect(page.querySelector("#from-fault")?.text).toContain("YYYY-MM-DD HH:MM:SS");
  expect(page.querySelector("#on")?.getAttribute("value")).toBe("nothing");
  const unknown = await reader.submit(PAGE, { intent: "add", fault: "slow", on: "nothing" });
  expect(parse(unknown.text).querySelector("#on-fault")?.text).toContain("no operation has this id");
  expect((await client.send("get", "/sandbox/faults")).body).toEqual({ faults: [] });
});

it("the portal offers every fault of the API, and leaves other accounts unchanged", async () => {
  const { reader } = await open();
  const other = await open();
  const { body } = await other.client.send("put", "/sandbox/faults", {
    faults: [{ fault: "gap", on: ["feed"], messages: 3 }],
  });
  expect(body.faults).toHaveLength(1);
  const page = await reader.get(PAGE);
  expect(listedRules(page.text)).toEqual([]);
  const offered = parse(page.text)
    .querySelectorAll("select#fault option[value]")
    .map((option) => option.getAttribute("value"))
    .filter((value) => value !== "");
  expect(offered.sort()).toEqual([...FAULT_NAMES].sort());
  await reader.submit(PAGE, { intent: "clear" });
  expect(listedRules((await other.reader.get(PAGE)).text)).toEqual([
    ["gap", "on feed; messages 3", "0 of 0"],
  ]);
});
