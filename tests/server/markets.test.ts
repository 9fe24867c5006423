// Instrument pages: their content, unknown instruments, and their state while the provider is unavailable.
import { type HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayChartStart, ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { MINUTE_MS } from "../../app/domain/time.ts";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const BUSY_FOR_MS = 40_000;

/** Loads a page. Retries while a busy provider has not sent all data. */
const page = async (path: string) => {
  const began = Date.now();
  let answer = await site.get(path);
  while ((answer.status === 503 || /does not arrive/.test(answer.text)) && Date.now() - began < BUSY_FOR_MS) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    answer = await site.get(path);
  }
  return { ...answer, page: parse(answer.text) };
};

const until = async (isThere: () => Promise<boolean>) => {
  const began = Date.now();
  while (!(await isThere()) && Date.now() - began < BUSY_FOR_MS)
    await new Promise((resolve) => setTimeout(resolve, 300));
};

describe("the market overview", () => {
  const board = async (path = "/markets") => {
    // The page lists the indices without curves if the overview is unavailable.
    let loaded = await page(path);
    await until(async () => {
      loaded = await page(path);
      return loaded.page.querySelector(".board-index .quote-curve") !== null;
    });
    return loaded.page;
  };

  it("shows indices, movers, sectors and dates, and algo links with correct counts", async () => {
    const markets = await board();
    expect(markets.querySelectorAll(".board-index .quote-curve")).toHaveLength(3);
    expect(markets.querySelectorAll('.board-index a[href$="/option-chain"]')).toHaveLength(3);
    for (const link of markets.querySelectorAll('.board-index a[href^="/algos"]')) {
      const [, count] = /\((\d+)\)/.exec(link.text) ?? [];
      const list = await page(link.getAttribute("href") ?? "");
      expect(list.page.querySelector("main")?.text).toContain(`${count} algo`);
    }
    const onNifty = /\((\d+)\)/.exec(
      markets.querySelector('a[href="/algos?underlying=Nifty"]')?.text ?? "",
    )?.[1];
    const nifty = (await page("/markets/IDX_I/13")).page;
    expect(nifty.querySelector('a[href="/algos?underlying=Nifty"]')?.text).toBe(`All ${onNifty} algos`);
    expect(markets.querySelectorAll(".board-table tbody tr")).toHaveLength(7);
    expect(markets.querySelectorAll(".board-sectors li").length).toBeGreaterThan(5);
    expect(markets.querySelectorAll(".board-dates dt").length).toBeGreaterThan(3);
    const [, fell = "", unchanged = "", rose = ""] =
      /(\d+) fell\s*(\d+) unchanged\s*(\d+) rose/.exec(markets.querySelector("main")?.text ?? "") ?? [];
    expect(markets.querySelector("main")?.text).toContain(
      `${Number(fell) + Number(unchanged) + Number(rose)} large shares`,
    );
  });

  it("sorts the movers by weakest or strongest change", async () => {
    const changes = async (path: string) =>
      (await board(path))
        .querySelectorAll(".board-table tbody td:last-child")
        .map(({ text }) => Number(text.trim().replace("\u2212", "-").replace("%", "")));
    const weakest = await changes("/markets");
    expect(weakest).toEqual([...weakest].sort((one, other) => one - other));
    const strongest = await changes("/markets?movers=strongest");
    expect(strongest).toEqual([...strongest].sort((one, other) => other - one));
  });

  it("stores watched instruments in a cookie, and rejects invalid instrument keys", async () => {
    const watch = (key: string, watch = "yes", cookie = "") =>
      site.post("/markets/watch", new URLSearchParams({ key, watch, return: "/markets" }).toString(), {
        ...(cookie === "" ? {} : { cookie }),
      });
    const added = await watch("NSE_EQ:1333");
    expect([added.status, added.headers.location]).toEqual([303, "/markets"]);
    const [cookie = ""] = (added.headers["set-cookie"]?.[0] ?? "").split(";");
    expect(cookie).toBe("watchlist=NSE_EQ:1333");
    const both = await watch("IDX_I:13", "yes", cookie);
    expect(both.headers["set-cookie"]?.[0]).toMatch(/^watchlist=IDX_I:13~NSE_EQ:1333;/);
    const own = parse((await site.get("/markets", { cookie })).text);
    expect(own.querySelector('#watchlist ~ ul, section[aria-labelledby="watchlist"] ul')?.text).toContain(
      "HDFC Bank",
    );
    expect(parse((await site.get("/markets/NSE_EQ/1333", { cookie })).text).text).toContain("Watching");
    for (const key of ["NSE_EQ:1; Path=/evil", "MOON:1", "x".repeat(9_000)])
      expect((await watch(key)).headers["set-cookie"], key.slice(0, 20)).toBeUndefined();
    const elsewhere = await site.post("/markets/watch", "key=NSE_EQ:1333&watch=yes&return=//evil.example");
    expect(elsewhere.headers.location).toBe("/markets");
  });
});

describe("an instrument's page", () => {
  it("shows price, candles of the selected range, 20 depth rows and options", async () => {
    const { status, page: share } = await page("/markets/NSE_EQ/1333?range=5d&interval=60");
    expect(status).toBe(200);
    expect(share.querySelector("h1")?.text).toBe("HDFC Bank");
    expect(Number(share.querySelector('#prices [data-f="ltp"]')?.getAttribute("value"))).toBeGreaterThan(0);
    expect(
      share.querySelectorAll(".chart-tools [aria-current]").map((link) => link.getAttribute("title")),
    ).toEqual(expect.arrayContaining(["5 days", "1 hour"]));
    expect(share.querySelector(".candle-figure svg")?.getAttribute("aria-label")).toBe(
      "HDFC Bank, 5 days, bars of 1 hour",
    );
    expect(share.querySelectorAll("tbody[data-depth] tr")).toHaveLength(20);
    expect(share.querySelectorAll(".chain-table tbody tr:not(.chain-spot)")).toHaveLength(9);
    const contract = share.querySelector(".chain-table tbody a")?.getAttribute("href") ?? "";
    const option = await page(contract);
    expect(option.status).toBe(200);
    expect(option.page.querySelector("h1")?.text).toMatch(/^HDFCBANK \d\d [A-Z]{3} \d+ CALL$/);
    expect(option.page.querySelector('nav a[href="/markets/NSE_EQ/1333"]')).not.toBeNull();
  });

  it("shows the bars of the current session, not a fixed number of bars", async () => {
    const { items } = JSON.parse((await site.get("/markets/NSE_EQ/1333/candles.json")).text);
    const now = Date.now();
    const first = Date.parse(items[0].at);
    const start = dayChartStart(ROUND_THE_CLOCK, "NSE_EQ", now);
    expect(first).toBeGreaterThanOrEqual(start);
    expect(first - start).toBeLessThan(2 * 5 * MINUTE_MS);
  });

  it("has a 52-week range that matches its one-year chart", async () => {
    const yearRange = /52 weeks\s*([\d,.]+)\s+([\d,.]+)/;
    const strip = (shown: HTMLElement) => shown.querySelector(".market-strip")?.text ?? "";
    await until(async () => yearRange.test(strip((await page("/markets/NSE_EQ/1333")).page)));
    const { page: share } = await page("/markets/NSE_EQ/1333");
    const [, low = "", high = ""] = yearRange.exec(strip(share)) ?? [];
    const { items } = JSON.parse((await site.get("/markets/NSE_EQ/1333/candles.json?range=1y")).text);
    const paise = (text: string) => Math.round(Number(text.replaceAll(",", "")) * 100);
    const last = Math.round(
      Number(share.querySelector('#prices [data-f="ltp"]')?.getAttribute("value")) * 100,
    );
    const lows = items.map(({ lowPaise }: { lowPaise: number }) => lowPaise);
    const highs = items.map(({ highPaise }: { highPaise: number }) => highPaise);
    expect(paise(low)).toBe(
      Math.min(...lows, last < Math.min(...lows) ? paise(low) : Number.POSITIVE_INFINITY),
    );
    expect(paise(high)).toBe(Math.max(...highs, last > Math.max(...highs) ? paise(high) : 0));
  });

  it("draws the indicators in the URL, and shows their values", async () => {
    const { page: share } = await page("/markets/NSE_EQ/1333?range=5d&i=sma&i=bollinger&i=rsi&length=10");
    const { lines, items } = JSON.parse(
      (await site.get("/markets/NSE_EQ/1333/candles.json?range=5d&i=sma&i=bollinger&i=rsi&length=10")).text,
    );
    expect(lines.map(({ name }: { name: string }) => name)).toEqual(["SMA 10", "RSI 14", "Bollinger 10"]);
    for (const { values } of lines) {
      expect(values).toHaveLength(items.length);
      expect(values.every((value: number | null) => value !== null)).toBe(true);
    }
    expect(share.querySelector(".chart-legend")?.text).toMatch(/SMA 10 [\d,.]+/);
    expect(share.querySelectorAll(".indicator").length).toBeGreaterThanOrEqual(4);
    expect(share.querySelectorAll('input[name="i"][checked]')).toHaveLength(3);
  });

  it("compares up to three instruments by their change in per cent since the first bar", async () => {
    const added = await site.get("/markets/NSE_EQ/1333?range=1m&add=icici");
    expect([added.status, added.headers.location]).toEqual([
      303,
      "/markets/NSE_EQ/1333?range=1m&with=NSE_EQ%3A4963#chart",
    ]);
    const { page: compared } = await page("/markets/NSE_EQ/1333?range=1m&with=NSE_EQ:4963&with=IDX_I:13");
    expect(compared.querySelectorAll(".compared-line")).toHaveLength(3);
    expect(compared.querySelector(".chart-legend")?.text).toMatch(
      /HDFC Bank .*%.*ICICI Bank .*%.*Nifty 50 .*%/,
    );
    const nothing = await page("/markets/NSE_EQ/1333?add=zebra");
    expect(nothing.page.querySelector("[role=status]")?.text).toContain("Nothing matches “zebra”");
  });

  it("returns the same bars as JSON and as CSV", async () => {
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

  it("shows strikes around the underlying's price, and all strikes if requested", async () => {
    const strikesOf = async (path: string) => {
      const { page: chain } = await page(path);
      const rows = chain.querySelectorAll(".chain-table tbody tr");
      return {
        count: rows.filter((row) => !row.classList.contains("chain-spot")).length,
        spot: rows.findIndex((row) => row.classList.contains("chain-spot")),
        other: chain.querySelectorAll('main a[href*="option-chain?"]').map((link) => link.text.trim()),
        text: chain.querySelector("main")?.text ?? "",
      };
    };
    const near = await strikesOf("/markets/IDX_I/13/option-chain");
    expect(near.count).toBe(17);
    expect([8, 9]).toContain(near.spot);
    expect(near.text).toMatch(/Max pain\s*[\d,]+/);
    expect(near.text).toMatch(/Put–call ratio\s*\d\.\d\d/);
    const all = await strikesOf("/markets/IDX_I/13/option-chain?strikes=all&columns=greeks");
    expect(all.count).toBeGreaterThan(17);
    expect(near.other).toContain(`All ${all.count}`);
    expect(all.text).toContain("Gamma");
  });

  it.each([
    ["/markets/NSE_EQ/99999999", /has expired/],
    ["/markets/NOWHERE/13", /has expired/],
    ["/markets/NSE_EQ/13e3", /has expired/],
    ["/markets/NSE_EQ/20001/option-chain", /No options are listed/],
    ["/markets/IDX_I/13/option-chain?expiry=2001-01-01", /no options that expire on this day/],
  ])("%s gets a 404 page that states the reason and links to the markets", async (path, reason) => {
    const answer = await page(path);
    expect(answer.status).toBe(404);
    expect(answer.text).toMatch(reason);
    expect(answer.page.querySelector('main a[href^="/markets"]')).not.toBeNull();
  });

  it("is found by search, and linked from the prices at the top of every page", async () => {
    const { page: found } = await page("/search?q=reliance");
    expect(found.querySelector('a[href="/markets/NSE_EQ/2885"]')?.text).toBe("Reliance Industries");
    const { page: list } = await page("/algos");
    expect(list.querySelector('aside a[href="/markets/IDX_I/13"]')).not.toBeNull();
  });
});

describe("while the provider is unavailable", () => {
  it("shows the age of cached data, and returns 503 for data that was never loaded", {
    timeout: 60_000,
  }, async () => {
    await site.get("/markets/NSE_EQ/11536");
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGSTOP");
    try {
      const began = Date.now();
      let seen = await site.get("/markets/NSE_EQ/11536");
      while (!seen.text.includes("does not respond. Last updated") && Date.now() - began < 30_000)
        seen = await site.get("/markets/NSE_EQ/11536");
      expect(seen.status).toBe(200);
      expect(parse(seen.text).text).toMatch(/Last updated (?:\d+ \w+ \d+, )?\d\d:\d\d:\d\d IST/);
      const never = await site.get("/markets/NSE_EQ/3045");
      expect(never.status).toBe(503);
      expect(never.headers["retry-after"]).toBeDefined();
    } finally {
      process.kill(sandbox, "SIGCONT");
    }
  });
});
