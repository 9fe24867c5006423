// Live records, the backtests that are compared with them, and the risk level that results from a record. All expected
// values are computed from the public files of generated records.
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { EvidenceHeads, EvidenceKeys, RecordListing } from "../../app/contract/base-api/record.ts";
import type { Strategy } from "../../app/contract/base-api/strategy.ts";
import { isUncovered, structureRisk } from "../../app/domain/risk-rating.ts";
import { formatChange } from "../../app/format/percent.ts";
import { formatPaise } from "../../app/format/rupees.ts";
import { findRecordFaults } from "../../server/crypto/record-seal.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { facts } from "../support/page-facts.ts";
import { fromBaseApi, sharedPlantedSite } from "../support/planted-site.ts";
import type { RecordFile } from "../support/recompute-at-amount.ts";
import type { Site } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

vi.setConfig({ testTimeout: 240_000 });
/** Algos whose backtest and live records are public. */
const algos = buildCatalogue()
  .strategies.filter(({ disclosureBasis }) => disclosureBasis === "backtest")
  .map(({ id, manager, version, minAmountRupees }) => ({
    id,
    version,
    amount: minAmountRupees,
    path: `/algos/managers/${manager.id}/${id}`,
  }));

let site: Site;
let heads: EvidenceHeads;
let keys: EvidenceKeys["keys"];
const stated = new Map<string, { strategy: Strategy; listed: RecordListing[] }>();

beforeAll(async () => {
  site = await sharedPlantedSite();
  for (const { id } of algos)
    stated.set(id, {
      strategy: await fromBaseApi(site, `/v1/strategies/${id}`),
      listed: (await fromBaseApi<{ items: RecordListing[] }>(site, `/v1/strategies/${id}/records`)).items,
    });
  keys = (await json<EvidenceKeys>("/evidence/keys.json")).keys;
  const { items } = await json<{ items: { day: string }[] }>("/evidence/heads/index.json");
  heads = await json(`/evidence/heads/${items[0]?.day}.json`);
}, 240_000);

async function json<T>(path: string): Promise<T> {
  const answer = await untilComplete(site, path);
  expect(answer.status, path).toBe(200);
  return JSON.parse(answer.text) as T;
}

const pageOf = async (path: string) =>
  parse((await untilComplete(site, path)).text).querySelector("main") ?? parse("");
const fileOf = (path: string, choice: Record<string, string>) =>
  json<RecordFile>(`${path}/record.json?${new URLSearchParams(choice)}`);
const netOf = ({ days }: RecordFile) => days.at(-1)?.netPaise ?? 0;
const shareOf = (file: RecordFile) => netOf(file) / (file.capitalRupees * 100);
const liveOf = (id: string) =>
  (stated.get(id)?.listed ?? [])
    .filter(({ evidence, state }) => evidence === "live" && state === "ready")
    .sort((a, b) => (a.from < b.from ? -1 : 1));
const withLive = () => algos.filter(({ id, version }) => liveOf(id).some((one) => one.version === version));

describe("comparison of backtest and live record", () => {
  it("links to the signed, published backtest that starts with the live record", async () => {
    expect(withLive().length).toBeGreaterThan(20);
    for (const { id, path, version, amount } of withLive()) {
      const section = (await pageOf(`${path}?tab=performance&amount=${amount}`)).querySelector(
        '[aria-labelledby="promise"]',
      );
      const links = (section?.querySelectorAll("a") ?? []).map((link) =>
        (link.getAttribute("href") ?? "").replaceAll("&amp;", "&"),
      );
      const choice = new URLSearchParams({ evidence: "backtest", version, start: "live" });
      expect(links, id).toEqual([`${path}/record.json?${choice}`, `${path}/trades.csv?${choice}`]);

      const file = await json<RecordFile>(links[0] ?? "");
      const live = await fileOf(path, { evidence: "live", version });
      const { start, evidence, days, tradeList } = file;
      expect([start, evidence, file.version, days[0]?.day], id).toEqual([
        "live",
        "backtest",
        version,
        live.days[0]?.day,
      ]);
      expect([file.capitalRupees, live.capitalRupees], id).toEqual([amount, amount]);
      expect(findRecordFaults(file, tradeList, keys), id).toEqual([]);
      expect(heads.records, id).toContainEqual({
        strategyId: id,
        version,
        evidence: "backtest",
        start: "live",
        last: days.at(-1)?.hash,
      });
      const csv = (await untilComplete(site, links[1] ?? "")).text.trim().split("\r\n");
      expect(csv, id).toHaveLength(tradeList.length + 1);

      // The files contain the values of both columns.
      const row = (term: string) => section && facts(section).get(term);
      expect(row("Result"), id).toEqual([file, live].map((one) => formatChange(shareOf(one))));
      expect(row("In rupees"), id).toEqual([file, live].map((one) => formatPaise(netOf(one))));
      expect(row("Positions opened"), id).toEqual(
        [file, live].map((one) => one.tradeList.length.toLocaleString("en-IN")),
      );
    }
  });
});

describe("live history across versions", () => {
  it("the headline shows the live results of the current and all earlier versions", async () => {
    let continued = 0;
    for (const { id, path, version, amount } of withLive()) {
      const files = await Promise.all(
        liveOf(id).map((one) => fileOf(path, { evidence: "live", version: one.version })),
      );
      const own = files.find((one) => one.version === version);
      const before = files.filter((one) => own !== undefined && (one.from ?? "") < (own.from ?? ""));
      const earlier = before.reduce((sum, one) => sum + shareOf(one), 0);
      const page = facts(await pageOf(`${path}?amount=${amount}`));
      const [shown = ""] = [...page].find(([term]) => term.startsWith("Live"))?.[1] ?? [];
      expect(shown, id).toContain(own === undefined ? "" : formatChange(shareOf(own)));
      if (before.length > 0) expect(shown, id).toContain(`earlier versions ${formatChange(earlier)}`);
      else expect(shown, id).not.toContain("earlier versions");
      continued += before.length > 0 ? 1 : 0;
    }
    expect(continued).toBeGreaterThan(2);
  });

  it("liveSince and the record filter use the first day of the live record", async () => {
    const monthsSince = (day: string) => (Date.now() - Date.parse(day)) / (30.44 * 86_400_000);
    const filtered = new Set<string>();
    let next: string | undefined = "/algos?record=over-24";
    while (next !== undefined) {
      const list: ReturnType<typeof parse> = parse((await untilComplete(site, next)).text);
      for (const link of list.querySelectorAll("article a[href^='/algos/managers/']"))
        filtered.add(link.getAttribute("href")?.split("?")[0]?.split("/").at(-1) ?? "");
      next = list.querySelector("main a[rel=next]")?.getAttribute("href")?.replaceAll("&amp;", "&");
    }
    for (const { id } of withLive()) {
      const { strategy } = stated.get(id) ?? {};
      const [first] = liveOf(id);
      const file = await fileOf(algos.find((one) => one.id === id)?.path ?? "", {
        evidence: "live",
        version: first?.version ?? "",
      });
      // Generated records have every fifth trading day, including the first.
      expect(Date.parse(file.days[0]?.day ?? "") - Date.parse(strategy?.liveSince ?? ""), id).toBeLessThan(
        5 * 86_400_000,
      );
      expect(first?.from, id).toBe(strategy?.liveSince);
      if (strategy?.status.state !== "withdrawn")
        expect(filtered.has(id), id).toBe(monthsSince(strategy?.liveSince ?? "") >= 24);
    }
  });
});

describe("risk level of a record", () => {
  const LEVELS = ["Low", "Medium", "Moderate", "High"];
  /** Upper limits of the risk levels in the risk methodology, in per cent of the amount. */
  const LIMITS = { drawdown: [8, 20, 35], worstDay: [2, 5, 10], tail: [1, 2.5, 5] };
  const band = (limits: readonly number[], percent: number) =>
    limits.filter((limit) => percent > limit + 1e-7).length;

  /** Returns the losses in per cent: drawdown of the amount and of the peak, worst day, and worst twentieth of days. */
  function lossesOf({ days, capitalRupees }: RecordFile) {
    const capital = capitalRupees * 100;
    const heights = days.map(({ netPaise }) => capital + netPaise);
    let [peak, ofAmount, ofPeak] = [capital, 0, 0];
    for (const height of heights) {
      peak = Math.max(peak, height);
      ofAmount = Math.max(ofAmount, (100 * (peak - height)) / capital);
      ofPeak = Math.max(ofPeak, (100 * (peak - height)) / peak);
    }
    const changes = heights.map((height, at) => height - (heights[at - 1] ?? capital)).sort((a, b) => a - b);
    const worst = changes.slice(0, Math.max(1, Math.floor(changes.length / 20)));
    const tail = worst.reduce((sum, change) => sum + change, 0) / worst.length;
    return {
      ofAmount,
      ofPeak,
      worstDay: (-100 * (changes[0] ?? 0)) / capital,
      tail: (-100 * tail) / capital,
    };
  }

  it("depends on the drawdown as a share of the amount, not of the peak", async () => {
    const count = { rated: 0, otherByPeak: 0 };
    for (const { id, path } of algos) {
      const { strategy } = stated.get(id) ?? {};
      if (strategy?.structure === undefined) continue;
      const file = await fileOf(path, {});
      const losses = lossesOf(file);
      const { stressLoss, extremeLoss, leverage } = structureRisk(strategy.structure);
      const structure = Math.max(
        band([8, 20, 40], 100 * stressLoss),
        band([25, 50, 100], 100 * extremeLoss),
        band([100, 200, 400], 100 * leverage),
        isUncovered(strategy.structure) ? 2 : 0,
      );
      const level = (drawdown: number) =>
        Math.max(
          structure,
          band(LIMITS.drawdown, drawdown),
          band(LIMITS.worstDay, losses.worstDay),
          band(LIMITS.tail, losses.tail),
        );
      expect(strategy.risk, id).toBe(LEVELS[level(losses.ofAmount)]);
      count.rated += 1;
      if (band(LIMITS.drawdown, losses.ofAmount) !== band(LIMITS.drawdown, losses.ofPeak))
        count.otherByPeak += 1;
    }
    expect(count.rated).toBe(
      algos.filter(({ id }) => stated.get(id)?.strategy.structure !== undefined).length,
    );
    expect(count.rated).toBeGreaterThan(30);
    expect(count.otherByPeak).toBeGreaterThan(0);
  });
});
