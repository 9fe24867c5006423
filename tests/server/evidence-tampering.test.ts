// Alters records in the store in all ways that would improve them. Both the page and the public command that checks the
// record's file report that verification failed.
import { generateKeyPairSync } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import Database from "libsql";
import { type HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type { EvidenceClass, RecordTrade, StrategyRecord } from "../../app/contract/base-api/record.ts";
import type { StrategyStudies, StudyResult } from "../../app/contract/base-api/studies.ts";
import { type SigningKey, sealRecord, signStudies, toPublicKey } from "../../server/crypto/record-seal.ts";
import { checkRecords, checkSource } from "../../server/operations/check-records.ts";
import { openSigningKey } from "../../server/sandbox/algos/backtest/evidence-keys.ts";
import { NO_COSTS } from "../../server/sandbox/algos/backtest/position-book.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { openDatabase } from "../../server/sandbox/store/database.ts";
import { folderWithRecords, MADE_WITHIN_MS, WITH_RECORDS } from "../support/made-records.ts";
import { type Site, startSite, until } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

const ALGO = "ridgeline-condor";
const PATH = `/algos/managers/kestrel-ridge/${ALGO}`;

type StoredRecord = { record: StrategyRecord; trades: RecordTrade[] };
const MORE_PAISE = 3_000_000;

/** Recomputes the sums as an attacker would. The other fields of each day are unchanged. */
function withBalancedSums({ record, trades }: StoredRecord, before: readonly RecordTrade[]): StoredRecord {
  const dayOf = (trade: RecordTrade) => (trade.closedAt ?? record.madeAt ?? "").slice(0, 10);
  const sumTo = (list: readonly RecordTrade[], day: string, of: (trade: RecordTrade) => number) =>
    list.filter((trade) => dayOf(trade) <= day).reduce((sum, trade) => sum + of(trade), 0);
  const numbered = trades.map((trade, index) => ({ ...trade, number: index + 1 }));
  const days = record.days.map((day, index) => {
    const isLast = index === record.days.length - 1;
    const until = isLast ? "9999" : day.day;
    const shift = (of: (trade: RecordTrade) => number) =>
      sumTo(numbered, until, of) - sumTo(before, until, of);
    return {
      ...day,
      netPaise: day.netPaise + shift(({ netPaise }) => netPaise),
      grossPaise: day.grossPaise + shift(({ grossPaise }) => grossPaise),
      trades: isLast ? numbered.length : Math.min(day.trades, numbered.length),
    };
  });
  const costs = { ...NO_COSTS };
  for (const trade of numbered)
    for (const name of Object.keys(costs) as (keyof typeof costs)[]) costs[name] += trade.costs[name];
  return { record: { ...record, days, costs, trades: numbered.length }, trades: numbered };
}

/** The alterations, each on a different record, so that one site has all of them. */
const ALTERATIONS: {
  what: string;
  of: { version: string; evidence: EvidenceClass };
  how: (stored: StoredRecord) => StoredRecord;
  words: RegExp;
}[] = [
  {
    what: "all losing trades removed",
    of: { version: "3.0", evidence: "backtest" },
    how: ({ record, trades }) =>
      withBalancedSums({ record, trades: trades.filter(({ netPaise }) => netPaise > 0) }, trades),
    words: /The hash of \d{4}-\d\d-\d\d does not match/,
  },
  {
    what: "cost lines zeroed",
    of: { version: "3.0", evidence: "live" },
    how: ({ record, trades }) =>
      withBalancedSums(
        {
          record,
          trades: trades.map((trade) => ({ ...trade, costs: NO_COSTS, netPaise: trade.grossPaise })),
        },
        trades,
      ),
    words: /The hash of \d{4}-\d\d-\d\d does not match/,
  },
  {
    what: "the last 200 days removed",
    of: { version: "2.4", evidence: "backtest" },
    how: ({ record, trades }) => {
      const days = record.days.slice(0, -200);
      const to = days.at(-1)?.day ?? "";
      const remaining = trades.filter(({ closedAt }) => closedAt !== null && closedAt.slice(0, 10) <= to);
      const missed = record.missed.filter(({ at }) => at.slice(0, 10) <= to);
      const cashFlows = record.cashFlows.filter(({ day }) => day <= to);
      return {
        record: { ...record, days, to, missed, cashFlows, trades: remaining.length },
        trades: remaining,
      };
    },
    words: /The end of the record was changed after sealing/,
  },
  {
    what: "the capital multiplied",
    of: { version: "2.4", evidence: "live" },
    how: ({ record, trades }) => ({
      record: { ...record, capitalRupees: record.capitalRupees * 5 },
      trades,
    }),
    words: /The capital, fee, version, method or first day was changed after sealing/,
  },
  {
    what: "₹30,000 added and the hash chain signed again",
    of: { version: "3.0", evidence: "paper" },
    how: ({ record, trades }) => {
      const richer = trades.map((trade, index) =>
        index === 0
          ? { ...trade, grossPaise: trade.grossPaise + MORE_PAISE, netPaise: trade.netPaise + MORE_PAISE }
          : trade,
      );
      const { privateKey } = generateKeyPairSync("ed25519");
      const forged = withBalancedSums({ record, trades: richer }, trades);
      return {
        ...forged,
        record: sealRecord(forged.record, forged.trades, { id: toPublicKey(privateKey).id, privateKey }),
      };
    },
    words: /not one of the operator's/,
  },
];

const STUDY = { name: "", value: "", capitalPaise: 90_000_000, maxDrawdownPpm: 110_000, trades: 40 };
/** Algo with a valid record, whose studies the test alters. */
const STUDIED = buildCatalogue().strategies.find(({ id }) => id === WITH_RECORDS.small);
if (STUDIED === undefined) throw new Error(WITH_RECORDS.small);
const STUDIED_PATH = `/algos/managers/${STUDIED.manager.id}/${STUDIED.id}`;
const STUDIES: Omit<StrategyStudies, "seal" | "making"> = {
  strategyId: STUDIED.id,
  version: STUDIED.version,
  state: "ready",
  from: "2023-01-02",
  to: "2026-10-30",
  results: [
    { ...STUDY, kind: "costs", percent: 100, netPaise: 4_100_000 },
    { ...STUDY, kind: "costs", percent: 200, netPaise: -8_877_000 },
    { ...STUDY, kind: "parameter", name: "stop percent", value: "24", percent: 80, netPaise: -1_234_500 },
  ],
  madeAt: "2026-11-01T00:00:00.000Z",
  texts: RECORD_TEXTS,
};
const firstWith = (studies: StrategyStudies, change: Partial<StudyResult>) => ({
  ...studies,
  results: studies.results.map((one, index) => (index === 1 ? { ...one, ...change } : one)),
});
const foreignKey = generateKeyPairSync("ed25519").privateKey;

const STUDY_ALTERATIONS: {
  what: string;
  how: (studies: StrategyStudies, key: SigningKey) => StrategyStudies;
  words: RegExp;
}[] = [
  {
    what: "a loss changed to a gain",
    how: (one) => firstWith(one, { netPaise: 8_877_000 }),
    words: /did not sign/,
  },
  {
    what: "a drawdown reduced",
    how: (one) => firstWith(one, { maxDrawdownPpm: 10 }),
    words: /did not sign/,
  },
  {
    what: "the capital multiplied",
    how: (one) => firstWith(one, { capitalPaise: 9e9 }),
    words: /did not sign/,
  },
  {
    what: "higher costs labelled as usual",
    how: (one) => firstWith(one, { percent: 50 }),
    words: /did not sign/,
  },
  {
    what: "too many trades counted",
    how: (one) => firstWith(one, { trades: 900 }),
    words: /did not sign/,
  },
  {
    what: "the worst result omitted",
    how: (one) => ({ ...one, results: one.results.filter(({ netPaise }) => netPaise > -5_000_000) }),
    words: /did not sign/,
  },
  { what: "the last months left out", how: (one) => ({ ...one, to: "2026-06-30" }), words: /did not sign/ },
  {
    what: "signed again with another key",
    how: (one) =>
      signStudies(firstWith(one, { netPaise: 1 }), {
        id: toPublicKey(foreignKey).id,
        privateKey: foreignKey,
      }),
    words: /not one of the operator's/,
  },
  { what: "the seal taken off", how: (one) => ({ ...one, seal: null }), words: /not one of the operator's/ },
  {
    what: "signed studies of another algo",
    how: (one, key) => signStudies({ ...one, strategyId: ALGO }, key),
    words:
      /belong to another algo|belongs to algo ridgeline-condor, but the address is that of monthly-seedling/,
  },
];

let dataDir = "";
let site: Site;
let signingKey: SigningKey;

/** Stores results as the algo's studies in the running sandbox. */
function plantStudies(studies: StrategyStudies): void {
  const db = new Database(join(dataDir, "sandbox", "sandbox.db"));
  db.prepare(
    `INSERT INTO studies (strategy_id, version, edition, document) VALUES (?, ?, '', ?)
     ON CONFLICT (strategy_id) DO UPDATE SET document = excluded.document`,
  ).run(WITH_RECORDS.small, studies.version, JSON.stringify(studies));
  db.close();
}

beforeAll(async () => {
  dataDir = await folderWithRecords();
  const db = new Database(join(dataDir, "sandbox", "sandbox.db"));
  const pack = (value: unknown) => deflateSync(JSON.stringify(value));
  const unpack = (bytes: Buffer) => JSON.parse(inflateSync(bytes).toString());
  for (const { of, how } of ALTERATIONS) {
    const where = "WHERE strategy_id = ? AND version = ? AND evidence = ? AND start = 'own'";
    const name = [ALGO, of.version, of.evidence];
    const row = db.prepare(`SELECT document, trades FROM records ${where}`).get(...name) as {
      document: Buffer;
      trades: Buffer;
    };
    const { record, trades } = how({ record: unpack(row.document), trades: unpack(row.trades) });
    db.prepare(`UPDATE records SET document = ?, trades = ? ${where}`).run(
      pack(record),
      pack(trades),
      ...name,
    );
  }
  db.close();
  signingKey = openSigningKey(
    openDatabase(join(dataDir, "sandbox")),
    join(dataDir, "sandbox"),
    null,
    Date.now(),
  );
  site = await startSite({ DATA_DIR: dataDir, SANDBOX_RECORDS: "none" });
}, MADE_WITHIN_MS);
afterAll(async () => {
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Names of record figures that pages show. */
const FIGURES =
  /Max drawdown|Worst day|Sharpe|CAGR|Win rate|Expectancy|% a year|% in total|Costs per year|Net in total|always together|became/i;

describe("a stored record that was altered", () => {
  /** Pages about the algo, each with the part that shows it: its card, its row or the complete page. */
  const PAGES: readonly [what: string, address: string, readParts: (page: HTMLElement) => string[]][] = [
    ["the About tab", PATH, (page) => textsOf(page, "main")],
    ["a card of the list", "/algos?text=ridgeline+condor", (page) => cardsOf(page, "article")],
    ["a row of the table", "/algos?text=ridgeline+condor&view=table", (page) => cardsOf(page, "tbody tr")],
    ["the manager's page", "/algos/managers/kestrel-ridge", (page) => cardsOf(page, "tbody tr")],
    ["the search page", "/search?q=ridgeline+condor", (page) => cardsOf(page, "article, li")],
    [
      "the joint portfolio",
      `/algos/portfolio?id=${ALGO}&id=${WITH_RECORDS.small}`,
      // The panel of choices that fit shows the result of the other algo.
      (page) => textsOf(page, "main p, main .panel:not([aria-labelledby=alternatives])"),
    ],
  ];
  const textsOf = (page: HTMLElement, selector: string) =>
    page.querySelectorAll(selector).map(({ structuredText }) => structuredText);
  const cardsOf = (page: HTMLElement, selector: string) =>
    page
      .querySelectorAll(selector)
      .filter((card) => card.querySelector(`a[href^="${PATH}"]`) !== null)
      .map(({ structuredText }) => structuredText);

  it.each(PAGES)(
    "%s shows none of the altered record's figures",
    { timeout: 70_000 },
    async (_, address, readParts) => {
      const parts = await until(
        async () => readParts(parse((await untilComplete(site, address)).text)),
        (texts) => texts.some((partText) => /fails verification/i.test(partText)),
        30_000,
      );
      for (const part of parts) expect(part).not.toMatch(FIGURES);
    },
  );

  it("shows no figures in the comparison with another algo", { timeout: 70_000 }, async () => {
    const rowsOf = async () =>
      parse((await untilComplete(site, `/algos/compare?id=${ALGO}&id=${WITH_RECORDS.small}`)).text)
        .querySelectorAll("tbody tr")
        .map((row) => ({
          head: row.querySelector("th")?.structuredText ?? "",
          own: row.querySelector('td[data-name="Ridgeline Condor"]')?.structuredText ?? "",
        }));
    const rows = await until(rowsOf, (all) => all.some(({ own }) => /fails verification/i.test(own)), 30_000);
    const figures = rows.filter(({ head }) => FIGURES.test(head)).map(({ own }) => own);
    expect(figures.length).toBeGreaterThan(3);
    expect(new Set(figures)).toEqual(new Set(["–"]));
  });

  it.each(["trades.csv", "curve.json", "trade?number=1"])(
    "%s returns 404 and states that verification failed",
    async (name) => {
      const answer = await untilComplete(site, `${PATH}/${name}`);
      expect(answer.status).toBe(404);
      expect(answer.text).toMatch(/fails verification/);
    },
  );

  it.each(ALTERATIONS)(
    "the page and the verify command report an altered record: $what",
    { timeout: 70_000 },
    async ({ of, words }) => {
      const query = new URLSearchParams(of);
      for (const tab of ["performance", "figures", "trades"]) {
        // The page is loaded after the site has loaded its catalogue.
        const text = await until(
          async () =>
            parse((await untilComplete(site, `${PATH}?tab=${tab}&${query}`)).text).querySelector("main")
              ?.structuredText ?? "",
          (words) => /verified|Verification/.test(words),
          30_000,
        );
        expect(text).toContain("Verification failed");
        expect(text).toMatch(words);
        expect(text).not.toContain("Hash chain verified");
        expect(text).not.toMatch(FIGURES);
      }
      const output: string[] = [];
      const { keys } = JSON.parse((await untilComplete(site, "/evidence/keys.json")).text);
      const file = await untilComplete(site, `${PATH}/record.json?${query}`);
      const source = { name: "record.json", text: file.text };
      expect(checkSource(source, { keys, heads: [], print: (line) => output.push(line) })).toBe(false);
      expect(output.join("\n")).toMatch(words);
    },
  );

  it("the verify command accepts an unaltered record, and rejects a truncated one", async () => {
    const output: string[] = [];
    const { items } = JSON.parse((await untilComplete(site, "/evidence/heads/index.json")).text);
    const heads = `${site.origin}/evidence/heads/${items[0].day}.json`;
    const record = `${site.origin}${PATH}/record.json?version=2.4&evidence=paper`;
    const code = await checkRecords(["--heads", heads, record], (line) => output.push(line));
    expect(output.join("\n")).toMatch(/heads of .* verified[\s\S]*hash chain verified/);
    expect(code).toBe(0);
    // The published heads reveal a truncated record even if its seal is valid.
    const cut = `${site.origin}${PATH}/record.json?version=2.4&evidence=backtest`;
    expect(await checkRecords(["--heads", heads, cut], (line) => output.push(line))).toBe(1);
    expect(output.join("\n")).toMatch(/The hash published on .* is not in the record/);
  });
});

const SEEN_WITHIN_MS = 20_000;
describe("stored studies", () => {
  const address = () => `${site.origin}${STUDIED_PATH}/studies.json`;
  const check = async () => {
    const output: string[] = [];
    const code = await checkRecords([address()], (line) => output.push(line));
    return { code, said: output.join("\n") };
  };
  /**
   * Requests for the same studies share a call to the provider for a while, so altered studies are detected with a
   * delay.
   */
  const checkUntil = (words: RegExp) => until(check, ({ said }) => words.test(said), SEEN_WITHIN_MS);
  let looks = 0;
  /** Each call uses a different month, because pages are cached for a while. */
  const section = async () => {
    looks += 1;
    const month = `2025-${String(looks).padStart(2, "0")}`;
    const main = parse((await untilComplete(site, `${STUDIED_PATH}?tab=figures&month=${month}`)).text);
    const studiesSection = main.querySelector("#studies");
    return studiesSection?.structuredText ?? "";
  };

  it("the page and the verify command accept unaltered studies", async () => {
    plantStudies(signStudies(STUDIES, signingKey));
    expect(await checkUntil(/studies verified: 3 results/)).toMatchObject({ code: 0 });
    expect(await section()).toContain("Signature verified: signed by the operator.");
  });

  it.each(STUDY_ALTERATIONS)(
    "the page and the verify command report an altered study: $what",
    async ({ how, words }) => {
      plantStudies(how(signStudies(STUDIES, signingKey), signingKey));
      const { code } = await checkUntil(words);
      expect(code).toBe(1);
      const sectionText = await section();
      expect(sectionText).toContain("These studies differ from the signed ones.");
      expect(sectionText).toMatch(words);
      expect(sectionText).not.toContain("Signature verified");
    },
  );
});
