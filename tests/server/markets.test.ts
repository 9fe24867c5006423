// Instrument pages: their content, unknown instruments, and the pages while the provider is unavailable.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const BUSY_FOR_MS = 40_000;

/** A busy provider gives parts of a page, or all of it, a little later. */
const page = async (path: string) => {
  const began = Date.now();
  let answer = await site.get(path);
  while ((answer.status === 503 || /does not arrive/.test(answer.text)) && Date.now() - began < BUSY_FOR_MS) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    answer = await site.get(path);
  }
  return { ...answer, page: parse(answer.text) };
};

describe("an instrument's page", () => {
  it("has price, ranges, candles that the address chooses, depth, and its options", async () => {
    const { status, page: share } = await page("/markets/NSE_EQ/1333?range=5d&interval=60");
    expect(status).toBe(200);
    expect(share.querySelector("h1")?.text).toBe("HDFC Bank");
    expect(Number(share.querySelector('h1 ~ p [data-f="ltp"]')?.getAttribute("value"))).toBeGreaterThan(0);
    expect(share.querySelectorAll(".chart-choice [aria-current]").map(({ text }) => text.trim())).toEqual(
      expect.arrayContaining(["5 days", "1 hour"]),
    );
    expect(share.querySelector(".candle-figure svg")?.getAttribute("aria-label")).toBe(
      "HDFC Bank, 5 days, bars of 1 hour",
    );
    expect(share.querySelectorAll("tbody[data-depth] tr")).toHaveLength(20);
    expect(share.querySelectorAll(".chain-table tbody tr")).toHaveLength(11);
    const contract = share.querySelector(".chain-table tbody a")?.getAttribute("href") ?? "";
    const option = await page(contract);
    expect(option.status).toBe(200);
    expect(option.page.querySelector("h1")?.text).toMatch(/^HDFCBANK \d\d [A-Z]{3} \d+ CALL$/);
    expect(option.page.querySelector('nav a[href="/markets/NSE_EQ/1333"]')).not.toBeNull();
  });

  it("gives the same bars as JSON and as CSV", async () => {
    const json = JSON.parse((await site.get("/markets/IDX_I/13/candles.json?range=6m")).text);
    const csv = (await site.get("/markets/IDX_I/13/candles.csv?range=6m")).text.trim().split("\r\n");
    expect(json.items).toHaveLength(126);
    expect(csv).toHaveLength(127);
    expect(csv[1]).toBe(
      [
        json.items[0].at,
        ...["openPaise", "highPaise", "lowPaise", "closePaise"].map((name) =>
          (json.items[0][name] / 100).toFixed(2),
        ),
        json.items[0].volume,
        "no",
      ].join(","),
    );
  });

  it("shows the strikes around the money, the money in the middle, and all of them on request", async () => {
    const strikesOf = async (path: string) => {
      const { page: chain } = await page(path);
      const rows = chain.querySelectorAll(".chain-table tbody tr");
      return {
        count: rows.length,
        middle: rows.findIndex((row) => row.text.includes("ATM")),
        other: chain.querySelectorAll('main a[href*="option-chain?"]').map((link) => link.text),
      };
    };
    const near = await strikesOf("/markets/IDX_I/13/option-chain");
    expect([near.count, near.middle]).toEqual([13, 6]);
    const all = await strikesOf("/markets/IDX_I/13/option-chain?strikes=all");
    expect(all.count).toBeGreaterThan(13);
    expect(near.other).toContain(`All ${all.count} strikes`);
    expect(all.other).toContain("Strikes near the money only");
  });

  it.each([
    ["/markets/NSE_EQ/99999999", /has expired/],
    ["/markets/NOWHERE/13", /has expired/],
    ["/markets/NSE_EQ/13e3", /has expired/],
    ["/markets/NSE_EQ/20001/option-chain", /No options are listed/],
    ["/markets/IDX_I/13/option-chain?expiry=2001-01-01", /no options that expire on this day/],
  ])("%s is a 404 that says what to do", async (path, words) => {
    const answer = await page(path);
    expect(answer.status).toBe(404);
    expect(answer.text).toMatch(words);
    expect(answer.page.querySelector('main a[href^="/markets"]')).not.toBeNull();
  });

  it("is found by the site's search and from the prices above every page", async () => {
    const { page: found } = await page("/search?q=reliance");
    expect(found.querySelector('a[href="/markets/NSE_EQ/2885"]')?.text).toBe("Reliance Industries");
    const { page: list } = await page("/algos");
    expect(list.querySelector('aside a[href="/markets/IDX_I/13"]')).not.toBeNull();
  });
});

describe("while the provider is unavailable", () => {
  it("the page says how old it is; what was never read is a 503", { timeout: 60_000 }, async () => {
    await site.get("/markets/NSE_EQ/11536");
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGSTOP");
    try {
      const began = Date.now();
      let seen = await site.get("/markets/NSE_EQ/11536");
      while (!seen.text.includes("does not answer just now") && Date.now() - began < 30_000)
        seen = await site.get("/markets/NSE_EQ/11536");
      expect(seen.status).toBe(200);
      expect(parse(seen.text).text).toMatch(/Everything here is as of (?:\d+ \w+ \d+, )?\d\d:\d\d:\d\d IST/);
      const never = await site.get("/markets/NSE_EQ/3045");
      expect(never.status).toBe(503);
      expect(never.headers["retry-after"]).toBeDefined();
    } finally {
      process.kill(sandbox, "SIGCONT");
    }
  });
});
