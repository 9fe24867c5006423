// Records that are altered in the store while the site runs. After any change, the next load of each page shows none of
// the record's figures. After the change is undone, the figures are shown again.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import Database from "libsql";
import { type HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordTrade, StrategyRecord } from "../../app/contract/base-api/record.ts";
import { startPlantedSite } from "../support/planted-site.ts";
import { type Site, until } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

const ID = "monthly-seedling";
const MANAGER = "/algos/managers/banyan-systematic";
const PATH = `${MANAGER}/${ID}`;
/** Names of record figures that pages show. */
const FIGURES = /Max drawdown|Worst day|Sharpe|CAGR|Win rate|Expectancy|% a year|% in total/i;

let site: Site;

beforeAll(async () => {
  site = await startPlantedSite();
}, 120_000);
afterAll(async () => {
  await site.stop();
  rmSync(site.dataDir, { recursive: true, force: true });
});

/** Exceeds the cache time of a page with figures. */
const SHOWN_WITHIN_MS = 10_000;
describe("a record altered while the site runs", () => {
  type Row = { document: Buffer; trades: Buffer; head: string };
  const WHERE = "WHERE strategy_id = ? AND evidence = 'backtest' AND start = 'own'";
  const unpack = (bytes: Buffer) => JSON.parse(inflateSync(bytes).toString());
  const pack = (value: unknown) => deflateSync(JSON.stringify(value));

  const textsOfMain = (page: HTMLElement) =>
    page.querySelectorAll("main").map(({ structuredText }) => structuredText);
  /** Returns the text about the algo on each page that shows its figures. */
  const PAGES: Record<string, (page: HTMLElement) => string[]> = {
    [PATH]: (page) => {
      for (const rows of page.querySelectorAll("[aria-labelledby=similar], [aria-labelledby=more]"))
        rows.remove();
      return textsOfMain(page);
    },
    [`${PATH}?tab=performance`]: textsOfMain,
    [`${PATH}?tab=figures`]: textsOfMain,
    "/algos?text=monthly+seedling": (page) => aboutIt(page, "article"),
    "/algos?text=monthly+seedling&view=table": (page) => netInTable(page),
    [MANAGER]: (page) => netInTable(page),
    "/search?q=monthly+seedling": (page) => aboutIt(page, "article, li"),
    [`${MANAGER}/evergreen-canopy`]: (page) => aboutIt(page, "li"),
    [`/algos/compare?id=${ID}&id=ridgeline-condor`]: (page) => [
      page
        .querySelectorAll("tbody tr")
        .filter((row) =>
          /CAGR|Sharpe|drawdown|Worst|Win rate/i.test(row.querySelector("th")?.structuredText ?? ""),
        )
        .map((row) => row.querySelector('td[data-name="Monthly Seedling"]')?.structuredText ?? "")
        .join(" "),
    ],
  };
  const netInTable = (page: HTMLElement) =>
    page
      .querySelectorAll(`tr:has(a[href^="${PATH}"]) td[data-label="Net CAGR"]`)
      .map(({ structuredText }) => structuredText);
  const aboutIt = (page: HTMLElement, selector: string) =>
    page
      .querySelectorAll(selector)
      .filter((one) => one.querySelector(`a[href^="${PATH}"]`) !== null)
      .map(({ structuredText }) => structuredText);
  /** In tables the label and the figure are in different cells. */
  const showsFigures = (address: string, texts: readonly string[]) =>
    texts.some((words) => (isTable(address) ? /\d/ : FIGURES).test(words));
  const isTable = (address: string) => address === MANAGER || /compare|table/.test(address);
  const textsAt = async (address: string) =>
    PAGES[address]?.(parse((await untilComplete(site, address)).text)) ?? [];
  const hasFigures = async (address: string) => showsFigures(address, await textsAt(address));
  /** Waits until each page shows the figures, or none does. A page is not loaded again after its change. */
  const untilFigures = (isShown: boolean, withinMs: number) =>
    Promise.all(
      Object.keys(PAGES).map((address) =>
        until(
          () => hasFigures(address),
          (shown) => shown === isShown,
          withinMs,
        ).catch((cause) => {
          throw new Error(`${address} ${isShown ? "shows no figures" : "still shows figures"}`, { cause });
        }),
      ),
    );
  const pagesWithFigures = async () => {
    const addresses = Object.keys(PAGES);
    const haveFigures = await Promise.all(addresses.map(hasFigures));
    return addresses.filter((_, index) => haveFigures[index]);
  };

  const store = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(join(site.dataDir, "sandbox", "sandbox.db"));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const put = (row: Row) =>
    store((db) =>
      db
        .prepare(`UPDATE records SET document = ?, trades = ?, head = ? ${WHERE}`)
        .run(row.document, row.trades, row.head, ID),
    );
  const document = (change: (record: StrategyRecord) => Partial<StrategyRecord>) => (row: Row) => {
    const record = unpack(row.document) as StrategyRecord;
    return { ...row, document: pack({ ...record, ...change(record) }) };
  };

  const ALTERED: [what: string, how: (row: Row) => Row][] = [
    [
      "the result of one day",
      document(({ days }) => ({
        days: days.map((day, index) => (index === 9 ? { ...day, netPaise: day.netPaise + 1 } : day)),
      })),
    ],
    ["the capital", document(({ capitalRupees }) => ({ capitalRupees: capitalRupees + 1 }))],
    ["a cost total", document(({ costs }) => ({ costs: { ...costs, gstPaise: costs.gstPaise - 1 } }))],
    ["a disclosure text", document(({ texts }) => ({ texts: { ...texts, market: "No risk." } }))],
    [
      "money paid in",
      document(() => ({ cashFlows: [{ day: "2024-01-02", amountPaise: 1, note: "Fresh." }] })),
    ],
    [
      "a trade",
      (row) => ({
        ...row,
        trades: pack(
          (unpack(row.trades) as RecordTrade[]).map((trade, index) =>
            index === 0 ? { ...trade, entryReason: `${trade.entryReason} Well done.` } : trade,
          ),
        ),
      }),
    ],
    ["its head in the list", (row) => ({ ...row, head: "0".repeat(64) })],
  ];

  it("has its figures hidden on every page until the change is undone", {
    timeout: 300_000,
  }, async () => {
    const before = store(
      (db) => db.prepare(`SELECT document, trades, head FROM records ${WHERE}`).get(ID) as Row,
    );
    await untilFigures(true, 60_000);
    for (const [what, how] of ALTERED) {
      const named = (cause: unknown) => {
        throw new Error(what, { cause });
      };
      put(how(before));
      await untilFigures(false, SHOWN_WITHIN_MS).catch(named);
      expect(await pagesWithFigures(), what).toEqual([]);
      put(before);
      await untilFigures(true, 30_000).catch(named);
      expect(await pagesWithFigures(), what).toEqual(Object.keys(PAGES));
    }
  });
});
