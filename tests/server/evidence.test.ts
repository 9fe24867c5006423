// An algo's record on the complete site: the page's figures match its files, and under each disclosure ceiling every
// representation shows only the permitted data.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DISCLOSURE_TEXTS, RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type { RecordTrade, StrategyRecord } from "../../app/contract/base-api/record.ts";
import { formatChange } from "../../app/format/percent.ts";
import { formatPaise, formatRupees } from "../../app/format/rupees.ts";
import { findRecordFaults } from "../../server/crypto/record-seal.ts";
import { checkSource } from "../../server/operations/check-records.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { MADE_WITHIN_MS, startSiteWithRecords, WITH_RECORDS } from "../support/made-records.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, until } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

const { strategies } = buildCatalogue();
const pathOf = (id: string) => {
  const strategy = strategies.find((one) => one.id === id);
  return `/algos/managers/${strategy?.manager.id}/${id}`;
};
const {
  open: OPEN,
  onRequest: ON_REQUEST,
  verified: VERIFIED,
  unverified: UNVERIFIED,
  closed: CLOSED,
  withdrawn: WITHDRAWN,
} = WITH_RECORDS;
const TESTED = [OPEN, ON_REQUEST, VERIFIED, UNVERIFIED, CLOSED, WITHDRAWN];

const textOf = (html: string) => parse(html).querySelector("main")?.structuredText.replace(/\s+/g, " ") ?? "";

/** Returns all addresses of the site that could contain a figure of an algo. */
const figureAddresses = (id: string) => [
  pathOf(id),
  `${pathOf(id)}?tab=performance`,
  `${pathOf(id)}?tab=performance&range=1y&basis=gross`,
  `${pathOf(id)}?tab=figures`,
  `${pathOf(id)}?tab=trades`,
  `${pathOf(id)}?tab=trades&result=won&page=2`,
  `${pathOf(id)}/record.json`,
  `${pathOf(id)}/record.json?evidence=live`,
  `${pathOf(id)}/trades.csv`,
  `${pathOf(id)}/trades.csv?evidence=paper`,
  `${pathOf(id)}/curve.json?range=1y`,
  `${pathOf(id)}?tab=performance&evidence=live`,
  `${pathOf(id)}?tab=performance&_data=routes%2Falgos.managers.%24manager.%24algo._index`,
  `${pathOf(id)}?tab=trades&_data=routes%2Falgos.managers.%24manager.%24algo._index`,
  `/algos/compare?id=${id}&id=monthly-seedling`,
  `/algos/compare?id=${id}&id=${OPEN}&_data=routes%2Falgos.compare`,
  `/algos?q=${id.replaceAll("-", "+")}`,
];
const ELSEWHERE = [
  "/",
  "/algos",
  "/sitemap.xml",
  "/llms.txt",
  "/algos/popular-algo/most-deployed-algo",
  "/algos/managers/kestrel-ridge",
];

/** Time limit for a record. The site loads its catalogue first, which takes longer on a busy machine. */
const RECORD_WITHIN_MS = 60_000;
vi.setConfig({ testTimeout: 120_000 });

async function recordOf(site: Site, id: string): Promise<StrategyRecord> {
  const answer = await until(
    () => site.get(`${pathOf(id)}/record.json`),
    ({ status, text }) => status === 200 && JSON.parse(text).state === "ready",
    RECORD_WITHIN_MS,
  );
  return JSON.parse(answer.text);
}

/** The site whose ceiling permits all records. */
let site: Site;
let record: StrategyRecord;
beforeAll(async () => {
  site = await startSiteWithRecords();
  record = await recordOf(site, OPEN);
}, MADE_WITHIN_MS + RECORD_WITHIN_MS);
afterAll(() => site.stop());

describe("a site that may show every record", () => {
  it("the record's file passes verification with the published key", async () => {
    const { keys } = JSON.parse((await untilComplete(site, "/evidence/keys.json")).text);
    const { tradeList } = record as StrategyRecord & { tradeList: RecordTrade[] };
    expect(findRecordFaults(record, tradeList, keys)).toEqual([]);
    expect((await untilComplete(site, "/evidence/heads/2026-1-1.json")).status).toBe(404);
    expect((await untilComplete(site, "/evidence/heads/1999-01-01.json")).status).toBe(404);
    expect(record.days.length).toBeGreaterThan(900);
  });

  it("page, file, API and published hashes show the same signature and texts", async () => {
    const { tradeList, ...ofFile } = record as StrategyRecord & { tradeList: RecordTrade[] };
    const call = (path: string) => send(site.sandboxPort(), { method: "GET", path });
    expect(JSON.parse((await call(`/v1/strategies/${OPEN}/record`)).text)).toEqual(ofFile);
    const { items } = JSON.parse((await call(`/v1/strategies/${OPEN}/record/trades`)).text);
    expect(items).toEqual(tradeList);
    expect(ofFile.texts).toEqual(RECORD_TEXTS);

    const last = ofFile.days.at(-1)?.hash ?? "";
    const page = textOf((await untilComplete(site, `${pathOf(OPEN)}?tab=performance`)).text);
    expect(page).toContain(
      `Hash chain verified: ${ofFile.days.length.toLocaleString("en-IN")} days, last hash ${last.slice(0, 12)}.`,
    );
    for (const text of [ofFile.texts.backtest, ofFile.texts.simulated]) expect(page).toContain(text);

    const index = JSON.parse((await untilComplete(site, "/evidence/heads/index.json")).text);
    const heads = JSON.parse((await untilComplete(site, `/evidence/heads/${index.items[0].day}.json`)).text);
    const { version, evidence, start } = ofFile;
    expect(heads.records).toContainEqual({ strategyId: OPEN, version, evidence, start, last });

    const { keys } = JSON.parse((await untilComplete(site, "/evidence/keys.json")).text);
    const source = { name: "record.json", text: JSON.stringify(record, null, 1) };
    expect(checkSource(source, { keys, heads: [heads], print: () => {} })).toBe(true);
  });

  it("the figures of the page can be recomputed from the downloaded file of trades", async () => {
    const csv = (await untilComplete(site, `${pathOf(OPEN)}/trades.csv`)).text.trim().split("\r\n");
    const names = (csv[0] ?? "").split(",");
    const rows = csv.slice(1).map((line) => {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => match[1] ?? "");
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
    });
    const paise = (cell: string | undefined) => Math.round(Number(cell) * 100);
    const net = rows.reduce((sum, row) => sum + paise(row.net_rupees), 0);
    const last = record.days.at(-1);
    expect(net - (last?.feePaise ?? 0)).toBe(last?.netPaise);
    for (const row of rows) {
      const costs = names.filter((name) =>
        /^(?:brokerage|transaction|exchange|regulator|stamp|gst|slippage)/.test(name),
      );
      const sum = costs.reduce((total, name) => total + paise(row[name]), 0);
      expect(paise(row.gross_rupees) - sum).toBe(paise(row.net_rupees));
    }
    const page = textOf((await untilComplete(site, `${pathOf(OPEN)}?tab=figures`)).text);
    const closed = rows.filter(({ closed_at }) => closed_at !== "").map((row) => paise(row.net_rupees));
    const wins = closed.filter((value) => value > 0);
    const losses = closed.filter((value) => value < 0);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(page).toContain(`${((wins.length / closed.length) * 100).toFixed(1)}%`);
    expect(page).toContain(`payoff ratio ${(mean(wins) / -mean(losses)).toFixed(2)}`);
    expect(page).toContain(formatPaise(Math.min(...closed)));
    expect(page).toContain(formatPaise(mean(closed)));
    const equity = record.days.map(({ netPaise }) => record.capitalRupees * 100 + netPaise);
    let height = record.capitalRupees * 100;
    let deepest = 0;
    for (const value of equity) {
      height = Math.max(height, value);
      deepest = Math.min(deepest, (value - height) / (record.capitalRupees * 100));
    }
    expect(page).toContain(`−${(Math.abs(deepest) * 100).toFixed(1)}%`);
  });

  it("the comparison shows loss limits for an algo without a public record", async () => {
    const closed = "arclight-straddle";
    const page = parse(
      (await untilComplete(site, `/algos/compare?id=${OPEN}&id=monthly-seedling&id=${closed}`)).text,
    );
    const main = page.querySelector("main");
    const [figures, , facts] = main?.querySelectorAll("table.compare-table") ?? [];
    const html = main?.innerHTML ?? "";
    const at = (part: string | undefined) => html.indexOf(part?.slice(0, 200) ?? "nothing");
    expect(html.indexOf("<figure")).toBeLessThan(at(figures?.outerHTML));
    expect(at(figures?.outerHTML)).toBeLessThan(at(facts?.outerHTML));
    const rows = (figures?.querySelectorAll("tbody tr") ?? []).map((row) =>
      row.querySelectorAll("th, td").map((cell) => cell.structuredText.replace(/\s+/g, " ").trim()),
    );
    const rowOf = (term: string) => rows.find(([head]) => head === term) ?? [];
    expect(rowOf("Max drawdown")[1]).toMatch(/^−₹[\d,]+ −\d+\.\d% (?:best|worst)$/);
    expect(rowOf("Max drawdown")[3]).toBe("–");
    expect(rowOf("Record")[3]).toMatch(/^Performance not disclosed\. ?Stop-loss per trade: −₹[\d,]+ /);
    expect(rowOf("Record")[3]).toContain("Largest loss of one position: −₹");
  });

  it("each tab shows the disclosure texts, and the chart has a description", async () => {
    for (const tab of ["performance", "figures", "trades"]) {
      const page = parse((await untilComplete(site, `${pathOf(OPEN)}?tab=${tab}`)).text);
      const mainText = page.querySelector("main")?.text ?? "";
      for (const text of [DISCLOSURE_TEXTS.backtest, DISCLOSURE_TEXTS.simulated, DISCLOSURE_TEXTS.market])
        expect(mainText, tab).toContain(text);
      expect(page.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    }
    const page = parse((await untilComplete(site, `${pathOf(OPEN)}?tab=performance`)).text);
    const drawing = page.querySelector('svg[role="img"]');
    expect(drawing?.querySelector("title")?.text).toContain("Backtest: value of the deployed capital");
    const named = drawing?.getAttribute("aria-labelledby")?.split(" ").at(-1);
    expect(page.querySelector(`figcaption[id="${named}"]`)?.text).toContain("became");
  });

  it("each time range of the chart matches the record's daily values", async () => {
    const sentenceOf = async (range: string) =>
      parse((await untilComplete(site, `${pathOf(OPEN)}?tab=performance&range=${range}`)).text).querySelector(
        "figcaption",
      )?.text ?? "";
    const { days, capitalRupees } = record;
    // netPaise of a day is cumulative since the start of the record.
    const netPaise = days.at(-1)?.netPaise ?? 0;
    expect(await sentenceOf("all")).toContain(
      `${formatRupees(capitalRupees)} became ${formatRupees(capitalRupees + netPaise / 100)} (${formatChange(netPaise / 100 / capitalRupees)})`,
    );
    for (const [range, name] of [
      ["3m", "Last 3 months"],
      ["1y", "Last year"],
    ] as const) {
      const page = parse((await untilComplete(site, `${pathOf(OPEN)}?tab=figures`)).text);
      const term = page.querySelectorAll("dt").find((one) => one.text.startsWith(name));
      const change = term?.nextElementSibling?.text.trim() ?? "no such figure";
      expect(await sentenceOf(range), range).toContain(`(${change})`);
    }
  });

  it("an invalid query parameter of a tab gets 200", async () => {
    for (const query of [
      "tab=x",
      "tab=performance&range=9y&basis=<b>",
      "tab=figures&basis=<b>&month=x",
      "tab=trades&page=0",
      "tab=trades&page=99999",
      "tab=trades&page=1e9&result=__proto__",
    ])
      expect((await untilComplete(site, `${pathOf(OPEN)}?${query}`)).status, query).toBe(200);
  });

  it("records that are not disclosed or not verified return 404", async () => {
    for (const id of [CLOSED, UNVERIFIED]) {
      for (const file of ["record.json", "record.json?evidence=live", "trades.csv", "curve.json"])
        expect((await untilComplete(site, `${pathOf(id)}/${file}`)).status, file).toBe(404);
      expect((await untilComplete(site, `${pathOf(id)}?tab=performance`)).text).not.toContain("chart-equity");
    }
  });

  it("shows only the live record of a verified algo, with the verifier and the date", async () => {
    const live = await recordOf(site, VERIFIED);
    expect([live.evidence, live.days.length > 0]).toEqual(["live", true]);
    // The record ends at the verification date in every representation.
    expect(live.days.at(-1)?.day).toBe("2026-09-30");
    const closings = (await untilComplete(site, `${pathOf(VERIFIED)}/trades.csv`)).text
      .split("\r\n")
      .slice(1)
      .flatMap((line) => line.split(",")[2]?.slice(0, 10) ?? []);
    expect(closings.filter((day) => day > "2026-09-30")).toEqual([]);
    const curve = JSON.parse(
      (await untilComplete(site, `${pathOf(VERIFIED)}/curve.json?range=3m&basis=gross`)).text,
    );
    expect([curve.days.at(-1), curve.days.length]).toEqual(["2026-09-30", live.days.length]);
    const gross = textOf(
      (await untilComplete(site, `${pathOf(VERIFIED)}?tab=performance&basis=gross&range=3m`)).text,
    );
    expect(gross).not.toMatch(/gross, before costs|3 months Net/);
    expect(gross).toContain("to 30 Sep 2026");
    expect(gross).toContain(`Hash chain verified: ${live.days.length} days`);
    for (const file of ["record.json", "trades.csv", "curve.json"])
      expect((await untilComplete(site, `${pathOf(VERIFIED)}/${file}?evidence=backtest`)).status, file).toBe(
        404,
      );
    const page = textOf(
      (await untilComplete(site, `${pathOf(VERIFIED)}?tab=performance&evidence=backtest`)).text,
    );
    expect(page).toContain(
      "Verified by Past Risk and Return Verification Agency (simulated), reference SIM-PRV-",
    );
    expect(page).toContain(DISCLOSURE_TEXTS.live);
    expect(page).not.toContain(DISCLOSURE_TEXTS.backtest);
    expect(page).not.toContain("Backtest vs live");
  });

  it("each evidence class and each version has a separate, labelled record", async () => {
    const fetched = async (query: string): Promise<StrategyRecord> => {
      const answer = await until(
        () => site.get(`${pathOf(OPEN)}/record.json?${query}`),
        ({ status, text }) => status === 200 && JSON.parse(text).state === "ready",
        30_000,
      );
      return JSON.parse(answer.text);
    };
    const live = await fetched("evidence=live");
    const paper = await fetched("evidence=paper");
    const former = await fetched("evidence=live&version=2.4");
    expect([live.version, paper.version, former.version]).toEqual(["3.0", "3.0", "2.4"]);
    // Paper trading and the live record of the previous version end before the live record starts, and each is sealed
    // separately.
    expect(paper.days.at(-1)?.day ?? "").toBe("2025-09-30");
    expect(former.days.at(-1)?.day ?? "").toBe("2025-09-30");
    expect(live.days[0]?.day).toBe("2025-10-01");
    expect(new Set([live, paper, former, record].map(({ genesis }) => genesis)).size).toBe(4);

    // A page rendered before the live record existed may still be cached.
    const answer = await until(
      () => site.get(`${pathOf(OPEN)}?tab=performance`),
      ({ text }) => text.includes("chart-other"),
      15_000,
    );
    const page = parse(answer.text);
    const drawing = page.querySelector('svg[role="img"]');
    expect(drawing?.querySelectorAll(".chart-equity")).toHaveLength(1);
    expect(drawing?.querySelectorAll(".chart-other")).toHaveLength(1);
    // The live records of both versions form one curve, with a mark where the current version starts.
    expect(page.querySelector("figure")?.text).toContain("Live begins 2 Jan 2025");
    expect(page.querySelector("figure")?.text).toContain("version 3.0");
    const mainText = page.querySelector("main")?.structuredText.replace(/\s+/g, " ") ?? "";
    for (const text of [DISCLOSURE_TEXTS.backtest, DISCLOSURE_TEXTS.live]) expect(mainText).toContain(text);

    // Recomputes the panel that compares the live record with the backtest that started at the same time with the same
    // capital.
    expect(mainText).toContain(formatPaise(live.days.at(-1)?.netPaise ?? 0));
    expect(mainText).toContain("Tracking difference");
    // The page of the live record shows both curves. Figures of the backtest must be labelled as such.
    const liveTab = textOf((await untilComplete(site, `${pathOf(OPEN)}?tab=performance&evidence=live`)).text);
    for (const text of [DISCLOSURE_TEXTS.backtest, DISCLOSURE_TEXTS.live]) expect(liveTab).toContain(text);
    const trades = textOf((await untilComplete(site, `${pathOf(OPEN)}?tab=trades&evidence=paper`)).text);
    expect(trades).toContain(DISCLOSURE_TEXTS.paper);
  });

  it("a withdrawn algo has its page with the withdrawal date, and its record", async () => {
    const page = textOf((await untilComplete(site, `${pathOf(WITHDRAWN)}?tab=performance`)).text);
    expect(page).toContain("Withdrawn since 28 Feb 2025");
    expect((await recordOf(site, WITHDRAWN)).days.at(-1)?.day).toBe("2025-02-27");
  });

  it("files of an unknown evidence class or version return 404", async () => {
    for (const query of ["evidence=dream", "version=9.9", "version=<b>", "evidence=live&version=9.9"]) {
      for (const file of ["record.json", "trades.csv", "curve.json"])
        expect(
          (await untilComplete(site, `${pathOf(OPEN)}/${file}?${query}`)).status,
          `${file} ${query}`,
        ).toBe(404);
      expect((await untilComplete(site, `${pathOf(OPEN)}?tab=figures&${query}&month=x`)).status).toBe(200);
    }
  });

  it("a record on request is shown only to the user who requested it", async () => {
    const tab = `${pathOf(ON_REQUEST)}?tab=performance`;
    expect((await untilComplete(site, tab)).text).toContain("Sign in to request it");
    const reader = new TestUser(site);
    await reader.signIn(`/login?to=${encodeURIComponent(tab)}`);
    expect((await reader.get(tab)).text).toContain("Request this record");
    const requestAnswer = await reader.post(pathOf(ON_REQUEST), {
      xsrf: await reader.xsrf(),
      intent: "ask",
      to: tab,
    });
    expect([requestAnswer.status, requestAnswer.headers.location]).toEqual([303, tab]);
    const page = await reader.get(tab);
    expect(page.text).toMatch(/chart-equity|is being computed/);
    expect(page.headers["cache-control"]).toMatch(/no-store|private/);
    expect((await untilComplete(site, tab)).text).not.toContain("chart-equity");
    const other = new TestUser(site);
    await other.signIn("/login", { id: "1000000002", pin: "135791" });
    expect((await other.get(tab)).text).not.toContain("chart-equity");
  });
});

it.each(["none", "one_to_one", "verified"])(
  "with the disclosure limit “%s” the site sends no record figure in any format",
  async (ceiling) => {
    const last = record.days.at(-1);
    const figures = textOf((await untilComplete(site, `${pathOf(OPEN)}?tab=figures`)).text);
    // Recognisable data: sums of the record, and figures of the page.
    const planted = [
      formatPaise(last?.netPaise ?? 0),
      formatPaise(last?.feePaise ?? 0),
      String(last?.netPaise),
      last?.hash ?? "",
      ...[...figures.matchAll(/[−+]₹[\d,]+\.\d\d|confidence interval: [^ ]+/g)].map(([figure]) => figure),
    ];
    expect(planted.length).toBeGreaterThan(8);
    const ceiled = await startSiteWithRecords({ PERFORMANCE_DISCLOSURE: ceiling });
    try {
      // This site's provider has the same record, but no page shows it.
      const providerAnswer = await send(ceiled.sandboxPort(), {
        method: "GET",
        path: `/v1/strategies/${OPEN}/record`,
      });
      expect(JSON.parse(providerAnswer.text).seal).toEqual(record.seal);
      // Another test checks verified records under a ceiling that permits them.
      const shut = TESTED.filter((id) => ceiling !== "verified" || id !== VERIFIED);
      for (const path of [...shut.flatMap(figureAddresses), ...ELSEWHERE]) {
        const answer = await untilComplete(ceiled, path);
        expect(answer.status, path).toBeLessThan(500);
        if (/record\.json|trades\.csv|curve\.json/.test(path)) expect(answer.status, path).toBe(404);
        for (const figure of planted)
          expect(answer.text.includes(figure), `${figure} on ${path}`).toBe(false);
        expect(answer.text, path).not.toMatch(/chart-equity|Sharpe|"netPaise"|Profit factor/);
      }
    } finally {
      await ceiled.stop();
    }
  },
);
