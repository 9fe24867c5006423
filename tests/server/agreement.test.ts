// Facts about an algo are the same in every output. For every algo of the catalogue, risk level, losses, amounts,
// state, dates and the record's figures are read from pages, lists, comparisons, files and API responses, and compared
// with the base API and its files.
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import type { EvidenceHeads } from "../../app/contract/base-api/record.ts";
import type { Strategy } from "../../app/contract/base-api/strategy.ts";
import { READER_AMOUNT_DEFAULT } from "../../app/domain/reader-amount.ts";
import { computeRating, computeRecordRisk, positionLoss } from "../../app/domain/risk-rating.ts";
import { amountAtWork } from "../../app/evidence/loss.ts";
import { formatDay } from "../../app/format/dates.ts";
import { formatChange } from "../../app/format/percent.ts";
import { formatRisk } from "../../app/format/risk.ts";
import { formatRupees } from "../../app/format/rupees.ts";
import { stateText } from "../../app/marketplace/state-texts.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { facts, oneLineText } from "../support/page-facts.ts";
import { fromBaseApi, sharedPlantedSite } from "../support/planted-site.ts";
import { fileAt, type RecordFile } from "../support/recompute-at-amount.ts";
import { figureFaults } from "../support/recompute-figures.ts";
import type { Site } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

const AMOUNT = 5_00_00_000;
const PARALLEL_COMPARISONS = 4;
const MAX_REPORTED = 12;
/** Tolerance for the curve's file, which has five decimals. */
const CURVE_ROUNDING = 1e-5;
const algos = buildCatalogue().strategies.map(({ id, manager }) => ({
  id,
  path: `/algos/managers/${manager.id}/${id}`,
}));

let site: Site;
/** The base API's response for each algo; all outputs are compared with it. */
const statedByApi = new Map<string, Strategy>();
const files = new Map<string, RecordFile>();

beforeAll(async () => {
  site = await sharedPlantedSite();
  for (const { id, path } of algos) {
    statedByApi.set(id, await fromBaseApi(site, `/v1/strategies/${id}`));
    const file = await fetched(`${path}/record.json`);
    if (file.status === 200) files.set(id, JSON.parse(file.text));
  }
}, 240_000);

const fetched = (path: string) => untilComplete(site, path);

const page = async (path: string): Promise<HTMLElement> => {
  const answer = await fetched(path);
  expect(answer.status, path).toBe(200);
  expect(answer.text.includes("\u0000"), `a NUL in ${path}`).toBe(false);
  return parse(answer.text).querySelector("main") ?? parse("");
};
/** Returns one sentence per value that differs from the expected one. */
function differences(
  where: string,
  statements: Record<string, readonly [string | undefined, string]>,
): string[] {
  return Object.entries(statements).flatMap(([what, [displayedValue, expected]]) =>
    displayedValue?.includes(expected)
      ? []
      : [`${where}: ${what} is “${displayedValue?.slice(0, 80)}”, expected is “${expected}”`],
  );
}

/** Computes the figures of a record from its file. */
function figuresOf({ days, capitalRupees }: RecordFile) {
  const capital = capitalRupees * 100;
  let [high, maxDrawdown, worstDay, before] = [capital, 0, 0, 0];
  for (const { netPaise } of days) {
    high = Math.max(high, capital + netPaise);
    maxDrawdown = Math.min(maxDrawdown, (capital + netPaise - high) / capital);
    worstDay = Math.min(worstDay, (netPaise - before) / capital);
    before = netPaise;
  }
  return { maxDrawdown, worstDay };
}

/**
 * Computes a record's figures for an amount, and the share of the amount that the algo uses. Verified figures do not
 * depend on the amount.
 */
function figuresFor(id: string, file: RecordFile, amount: number) {
  const { minAmountRupees, disclosureBasis } = strategyOf(id);
  const working = amountAtWork(minAmountRupees, amount);
  const times = disclosureBasis === "verified" ? 1 : working / minAmountRupees;
  return { working, ...figuresOf(fileAt(file, times)) };
}

/** Returns the max drawdown in rupees as on a card; empty if no record is shown. */
function drawdownOnCard(id: string, amount: number): string {
  const file = files.get(id);
  if (file === undefined) return "";
  const { maxDrawdown, working } = figuresFor(id, file, amount);
  return formatRupees(Math.round(maxDrawdown * working));
}

const strategyOf = (id: string): Strategy => {
  const strategy = statedByApi.get(id);
  if (strategy === undefined) throw new Error(id);
  return strategy;
};
const percentOf = (percent: number | null) => (percent === null ? "no stop" : `${percent}%`);
/** True for a percentage. Skips the figures at the top of the page, which are only in rupees. */
const isShare = (value: string) => /^−.*%|^0\.0%/.test(value);
const stateOf = ({ status }: Strategy) =>
  status.state === "open" ? "" : `${stateText(status.state)} since ${formatDay(status.since)}`;

describe("the facts about an algo", () => {
  it("are consistent within the base API: minimum amount, dates and risk level", async () => {
    const faults: string[] = [];
    let byRecord = 0;
    for (const strategy of statedByApi.values()) {
      const { id, minimum, minAmountRupees, versions, liveSince, status, version, structure } = strategy;
      if (minimum.marginRupees + minimum.bufferRupees !== minAmountRupees) faults.push(`${id}: minimum`);
      if (versions.at(-1)?.since !== liveSince || versions[0]?.version !== version)
        faults.push(`${id}: versions begin ${versions.at(-1)?.since}, live since ${liveSince}`);
      if (status.state === "open" && status.since !== liveSince) faults.push(`${id}: open since`);
      // The risk level depends on the figures of a public record. Other records do not affect it.
      const file = strategy.disclosureBasis === "backtest" ? files.get(id) : undefined;
      const record = file === undefined ? null : computeRecordRisk(file.days, file.capitalRupees * 100);
      const rating = structure === undefined ? null : computeRating({ structure, record });
      if (rating?.word !== strategy.risk || strategy.rating?.recordTo !== (file?.days.at(-1)?.day ?? null))
        faults.push(`${id}: risk level ${strategy.risk}, of the record to ${strategy.rating?.recordTo}`);
      if (file !== undefined && rating?.word !== rating?.structureLevel) byRecord += 1;
      const { items } = await fromBaseApi<{
        items: { version: string; evidence: string; from: string; to: string }[];
      }>(site, `/v1/strategies/${id}/records`);
      for (const { version: own, evidence, from, to } of items) {
        const since = versions.find((one) => one.version === own)?.since ?? "";
        if (evidence === "live" && from < since)
          faults.push(`${id} ${own}: live from ${from}, before ${since}`);
        if (["suspended", "withdrawn"].includes(status.state) && to >= status.since)
          faults.push(`${id} ${own}: ${evidence} to ${to}, ${status.state} since ${status.since}`);
      }
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
    expect(byRecord).toBeGreaterThan(5);
  });

  it("match the base API on the algo's page and in its list of other algos", {
    timeout: 240_000,
  }, async () => {
    const faults: string[] = [];
    let cardsBeside = 0;
    for (const { id, path } of algos) {
      const strategy = strategyOf(id);
      const multiples = Math.floor(AMOUNT / strategy.minAmountRupees);
      const working = multiples * strategy.minAmountRupees;
      const main = await page(`${path}?amount=${AMOUNT}`);
      const displayed = facts(main);
      const loss = strategy.structure === undefined ? null : positionLoss(strategy.structure);
      const inRupees = formatRupees(-Math.ceil((loss?.share ?? 0) * working - 1e-6));
      const term =
        loss?.kind === "defined"
          ? "Typical max loss of one position"
          : "Stress-test loss of one position; it can be larger";
      const stop = (percent: number | null) =>
        percent === null ? "None" : formatRupees(-Math.ceil((working * percent) / 100));
      const { perTradePercent, perDayPercent } = strategy.lossLimits;
      const { minimum } = strategy;
      const margin = displayed.get(minimum.bufferRupees === 0 ? "Buys shares for" : "Margin or purchase");
      faults.push(
        ...differences(id, {
          "risk in the title": [oneLineText(main.querySelector("header .risk")), formatRisk(strategy.risk)],
          "risk below": [oneLineText(main.querySelector("#risk > summary")), formatRisk(strategy.risk)],
          version: [displayed.get("Version")?.[0], strategy.version],
          "live since": [displayed.get("Live since")?.[0], formatDay(strategy.liveSince)],
          state: [oneLineText(main), stateOf(strategy)],
          reason: [oneLineText(main), strategy.status.reason ?? ""],
          "capital used": [displayed.get("Capital used")?.[0], formatRupees(working)],
          "minimum amount": [displayed.get("Capital used")?.[0], formatRupees(strategy.minAmountRupees)],
          margin: [margin?.[0], formatRupees(minimum.marginRupees * multiples)],
          "loss a trade": [displayed.get("Stop-loss per trade")?.[0], stop(perTradePercent)],
          "loss a day": [displayed.get("Stop-loss per day")?.[0], stop(perDayPercent)],
        }),
      );
      // The value is shown with the losses and in the explanation of the risk.
      const perPosition = displayed.get(term)?.filter((value) => value.includes(inRupees)) ?? [];
      if (perPosition.length < 2)
        faults.push(`${id}: ${term} is ${displayed.get(term)}, expected twice is ${inRupees}`);
      const isOffered = main.querySelector(`a[href^="${path}/deploy"]`) !== null;
      if (isOffered !== (strategy.status.state === "open")) faults.push(`${id}: deploy is offered`);
      for (const row of main.querySelectorAll("[aria-labelledby=similar] li, [aria-labelledby=more] li")) {
        const href = row.querySelector("a")?.getAttribute("href")?.replace(/\?.*$/, "") ?? "";
        const other = href.split("/").at(-1) ?? "";
        faults.push(
          ...differences(`${id}, row of ${other}`, {
            drawdown: [oneLineText(row), drawdownOnCard(other, AMOUNT)],
          }),
        );
        cardsBeside += 1;
      }
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
    expect(cardsBeside).toBeGreaterThan(algos.length);
  });

  it("match the record file on the tabs Performance and All figures and in downloads", {
    timeout: 240_000,
  }, async () => {
    const faults: string[] = [];
    expect(files.size).toBeGreaterThan(30);
    for (const { id, path } of algos) {
      const file = files.get(id);
      if (file === undefined) continue;
      const strategy = strategyOf(id);
      const { maxDrawdown, worstDay } = figuresOf(file);
      const main = await page(`${path}?tab=performance&amount=${strategy.minAmountRupees}`);
      const allFigures = await page(`${path}?tab=figures&amount=${strategy.minAmountRupees}`);
      const again = figureFaults(file, allFigures.toString());
      expect(again.compared, id).toBeGreaterThan(30);
      faults.push(...again.faults.map((fault) => `${id}: ${fault}`));
      const displayed = facts(main);
      const net = file.tradeList.reduce((sum, trade) => sum + trade.netPaise, 0);
      const csv = (await fetched(`${path}/trades.csv`)).text.trim().split("\r\n");
      const names = csv[0]?.split(",") ?? [];
      const csvNet = csv
        .slice(1)
        .reduce(
          (sum, line) => sum + Math.round(Number(line.split(",")[names.indexOf("net_rupees")]) * 100),
          0,
        );
      const curve = JSON.parse((await fetched(`${path}/curve.json`)).text) as {
        days: string[];
        own: number[];
        underwater: number[];
      };
      const last = file.days.at(-1);
      const capital = file.capitalRupees * 100;
      faults.push(
        ...differences(id, {
          "risk in the title": [oneLineText(main.querySelector("header .risk")), formatRisk(strategy.risk)],
          capital: [oneLineText(main), `${formatRupees(strategy.minAmountRupees)} on `],
          dates: [
            oneLineText(main),
            `${formatDay(file.days[0]?.day ?? "")} to ${formatDay(last?.day ?? "")}`,
          ],
          "max drawdown": [displayed.get("Max drawdown")?.findLast(isShare), formatChange(maxDrawdown)],
          "worst day": [displayed.get("Worst day")?.findLast(isShare), formatChange(worstDay)],
          "capital in the file": [String(file.capitalRupees), String(strategy.minAmountRupees)],
          "version in the file": [file.version, strategy.version],
          "trades of the CSV": [String(csv.length - 1), String(file.tradeList.length)],
          "net of the CSV": [String(csvNet), String(net)],
          "end of the curve": [String(curve.own.at(-1)), String(capital + (last?.netPaise ?? 0))],
          "day of the curve's end": [curve.days.at(-1), last?.day ?? ""],
        }),
      );
      if (Math.abs(Math.min(...curve.underwater) - maxDrawdown) > CURVE_ROUNDING)
        faults.push(
          `${id}: the curve falls by ${Math.min(...curve.underwater)}, the record by ${maxDrawdown}`,
        );
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("determine the order of a list sorted by drawdown", async () => {
    const cards = (await page("/algos?sort=drawdown")).querySelectorAll("article");
    const falls = cards.map((card) => Number(/−₹([\d,]+)/.exec(oneLineText(card))?.[1]?.replaceAll(",", "")));
    expect(falls.length).toBeGreaterThan(8);
    expect(falls).toEqual([...falls].sort((one, other) => one - other));
  });

  it("match the base API on the cards and in the tables of algo lists", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    const seen = { cards: new Set<string>(), table: new Set<string>() };
    for (const view of ["cards", "table"] as const) {
      let next: string | null = `/algos${view === "table" ? "?view=table" : ""}`;
      while (next !== null) {
        const main: HTMLElement = await page(next);
        const items = main.querySelectorAll(view === "cards" ? "article" : "tbody tr");
        for (const item of items) {
          const href = item.querySelector("a[href^='/algos/managers/']")?.getAttribute("href") ?? "";
          const id = href.split("/").at(-1) ?? "";
          const strategy = strategyOf(id);
          seen[view].add(id);
          const text = oneLineText(item);
          const state = strategy.status.state;
          faults.push(
            ...differences(`${view}: ${id}`, {
              risk: [text, formatRisk(strategy.risk)],
              minimum: [text, formatRupees(strategy.minAmountRupees)],
              state: [text, state === "open" ? "" : stateText(state)],
              drawdown: [text, drawdownOnCard(id, READER_AMOUNT_DEFAULT)],
            }),
          );
          if (state === "open" && /Suspended|Withdrawn|Closed to new/.test(text))
            faults.push(`${view}: ${id} is open`);
        }
        next = main.querySelector("a[rel=next]")?.getAttribute("href") ?? null;
      }
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
    const listed = [...statedByApi.values()].filter(({ status }) => status.state !== "withdrawn");
    for (const ids of Object.values(seen)) expect([...ids].sort()).toEqual(listed.map(({ id }) => id).sort());
  });

  it("match the base API in comparisons", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    for (let at = 0; at < algos.length; at += PARALLEL_COMPARISONS) {
      const ids = algos.slice(at, at + PARALLEL_COMPARISONS).map(({ id }) => id);
      const main = await page(`/algos/compare?${ids.map((id) => `id=${id}`).join("&")}`);
      const displayed = facts(main);
      for (const [column, id] of ids.entries()) {
        const strategy = strategyOf(id);
        const of = (term: string) => displayed.get(term)?.[column];
        const loss = strategy.structure === undefined ? null : positionLoss(strategy.structure);
        faults.push(
          ...differences(`compare: ${id}`, {
            risk: [of("Risk"), formatRisk(strategy.risk)],
            "loss a trade": [
              of("Loss per trade at the stop"),
              percentOf(strategy.lossLimits.perTradePercent),
            ],
            "loss a day": [
              of("Loss per day at the daily stop"),
              percentOf(strategy.lossLimits.perDayPercent),
            ],
            position: [of("Largest loss of one position"), `${((loss?.share ?? 0) * 100).toFixed(1)}%`],
            minimum: [of("Minimum amount"), formatRupees(strategy.minAmountRupees)],
            margin: [of("Margin or purchase"), formatRupees(strategy.minimum.marginRupees)],
            version: [of("Version"), strategy.version],
            "live since": [of("Live since"), formatDay(strategy.liveSince)],
            state: [of("Status"), stateOf(strategy) || stateText("open")],
          }),
        );
      }
      for (const [column, id] of ids.entries()) {
        const file = files.get(id);
        if (file === undefined) continue;
        const { maxDrawdown, worstDay } = figuresFor(id, file, READER_AMOUNT_DEFAULT);
        faults.push(
          ...differences(`compare: ${id}`, {
            "max drawdown": [displayed.get("Max drawdown")?.[column], formatChange(maxDrawdown)],
            "worst day": [displayed.get("Worst day")?.[column], formatChange(worstDay)],
          }),
        );
      }
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("match the base API in search results and on the manager's page", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    for (const { id } of algos) {
      const strategy = strategyOf(id);
      const main = await page(`/search?q=${encodeURIComponent(strategy.name)}`);
      const hit = main.querySelectorAll("li").find((one) => one.querySelector(`a[href$="/${id}"]`) !== null);
      const { state, since, reason } = strategy.status;
      faults.push(
        ...differences(`search: ${id}`, {
          risk: [oneLineText(hit?.querySelector(".risk")), formatRisk(strategy.risk)],
          minimum: [oneLineText(hit), formatRupees(strategy.minAmountRupees)],
          state: [oneLineText(hit), state === "open" ? "" : stateText(state)],
          drawdown: [oneLineText(hit), drawdownOnCard(id, READER_AMOUNT_DEFAULT)],
        }),
      );
      if (state !== "withdrawn") continue;
      const manager = oneLineText(await page(`/algos/managers/${strategy.manager.id}`));
      faults.push(
        ...differences(`manager: ${id}`, {
          since: [manager, formatDay(since)],
          reason: [manager, reason ?? ""],
        }),
      );
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("include each record's latest hash in the published daily files", async () => {
    const index = JSON.parse((await site.get("/evidence/heads/index.json")).text) as {
      items: { day: string }[];
    };
    const heads = JSON.parse(
      (await site.get(`/evidence/heads/${index.items[0]?.day}.json`)).text,
    ) as EvidenceHeads;
    const faults: string[] = [];
    for (const [id, { days, version, evidence, start, part }] of files) {
      const head = heads.records.find(
        (one) =>
          one.strategyId === id &&
          one.version === version &&
          one.evidence === evidence &&
          one.start === start &&
          one.part === part,
      );
      if (head?.last !== days.at(-1)?.hash) faults.push(id);
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });
});
