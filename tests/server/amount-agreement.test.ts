// Recomputes the figures of every algo at three amounts from the record's public file. The headline of the algo's page,
// its card and row, the comparison, the search, the files of curve and trades, and the base API must show the same
// figures.
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { facts, oneLineText } from "../support/page-facts.ts";
import { fromBaseApi, sharedPlantedSite } from "../support/planted-site.ts";
import { fileAt, type RecordFile } from "../support/recompute-at-amount.ts";
import type { Site } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

/** The default amount and two larger permitted amounts. */
const AMOUNTS = [100_000, 1_000_000, 3_500_000];
const PARALLEL_COMPARISONS = 4;
const MAX_REPORTED = 12;

const algos = buildCatalogue().strategies.map(
  ({ id, name, manager, minAmountRupees, disclosureBasis, status }) => ({
    id,
    name,
    path: `/algos/managers/${manager.id}/${id}`,
    minimum: minAmountRupees,
    isVerified: disclosureBasis === "verified",
    isListed: status.state !== "withdrawn",
  }),
);
type Algo = (typeof algos)[number];

let site: Site;
const files = new Map<string, RecordFile>();

beforeAll(async () => {
  site = await sharedPlantedSite();
  for (const { id, path } of algos) {
    const file = await untilComplete(site, `${path}/record.json`);
    if (file.status === 200) files.set(id, JSON.parse(file.text));
  }
}, 240_000);

const withRecords = () =>
  algos.flatMap((algo) => {
    const file = files.get(algo.id);
    return file === undefined ? [] : [{ algo, file }];
  });

const page = async (path: string, amount?: number): Promise<HTMLElement> => {
  const cookie = amount === undefined ? undefined : `amount=${amount}`;
  const { status, text } = await site.get(path, cookie === undefined ? {} : { cookie });
  expect(status, path).toBe(200);
  return parse(text).querySelector("main") ?? parse("");
};

const group = (digits: string): string =>
  digits.length <= 3
    ? digits
    : `${digits.slice(0, -3).replace(/(?=(\d\d)+$)/g, (_, __, at) => (at === 0 ? "" : ","))},${digits.slice(-3)}`;
/** Formats whole rupees as pages do. */
const rupees = (value: number) =>
  `${Math.round(value) < 0 ? "−" : ""}₹${group(String(Math.abs(Math.round(value))))}`;
const percent = (share: number) => `${(Math.abs(share) * 100).toFixed(1)}%`;

/** Computes figures for the amount, as shares of the used capital, with simple formulas. */
function figuresOf({ algo, file }: { algo: Algo; file: RecordFile }, amount: number) {
  const times = Math.max(1, Math.floor(amount / algo.minimum));
  // Verified figures do not depend on the amount.
  const own = fileAt(file, algo.isVerified ? 1 : times);
  const capital = own.capitalRupees * 100;
  let [high, drawdown, worstDay, before] = [capital, 0, 0, 0];
  for (const { netPaise } of own.days) {
    high = Math.max(high, capital + netPaise);
    drawdown = Math.min(drawdown, (capital + netPaise - high) / capital);
    worstDay = Math.min(worstDay, (netPaise - before) / capital);
    before = netPaise;
  }
  const last = own.days.at(-1);
  const calendarDays = (Date.parse(last?.day ?? "") - Date.parse(own.days[0]?.day ?? "")) / 86_400_000 + 1;
  const total = 1 + (last?.netPaise ?? 0) / capital;
  const costs = (last?.grossPaise ?? 0) - (last?.netPaise ?? 0);
  const years = calendarDays < 365 ? own.days.length / 252 : calendarDays / 365;
  return {
    own,
    atWork: times * algo.minimum,
    drawdown,
    worstDay,
    growth: calendarDays < 365 ? total - 1 : total ** (1 / years) - 1,
    costShare: costs / capital / years,
  };
}
type Figures = ReturnType<typeof figuresOf>;

/** Returns a sentence for each expected value that the text does not contain. */
function differences(
  where: string,
  expected: Record<string, readonly [shown: string | undefined, value: string]>,
): string[] {
  return Object.entries(expected).flatMap(([what, [displayedValue, value]]) =>
    displayedValue?.includes(value)
      ? []
      : [`${where}: ${what} is “${displayedValue?.slice(0, 90)}”, computed is ${value}`],
  );
}

const inRupees = ({ atWork }: Figures, share: number) => rupees(share * atWork);

describe.each(AMOUNTS)("an algo's figures for an amount of ₹%i", (amount) => {
  it("match the record file in the headline of each algo's page", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    for (const one of withRecords()) {
      const figures = figuresOf(one, amount);
      const displayed = facts(await page(`${one.algo.path}?amount=${amount}`));
      const of = (term: string) => displayed.get(term)?.[0];
      faults.push(
        ...differences(`${one.algo.id}, headline`, {
          "max drawdown": [of("Max drawdown"), inRupees(figures, figures.drawdown)],
          "worst day": [of("Worst day"), inRupees(figures, figures.worstDay)],
          costs: [of("Costs per year"), inRupees(figures, figures.costShare)],
          growth: [of("Net CAGR") ?? of("Net return"), percent(figures.growth)],
        }),
      );
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it.each(["cards", "table"])(
    "match the record file in the list shown as %s",
    { timeout: 240_000 },
    async (view) => {
      const faults: string[] = [];
      const seen = new Set<string>();
      let next: string | null = view === "table" ? "/algos?view=table" : "/algos";
      while (next !== null) {
        const main: HTMLElement = await page(next, amount);
        for (const item of main.querySelectorAll(view === "cards" ? "article" : "tbody tr")) {
          const id =
            item.querySelector("a[href^='/algos/managers/']")?.getAttribute("href")?.split("/").at(-1) ?? "";
          const one = withRecords().find(({ algo }) => algo.id === id);
          if (one === undefined) continue;
          seen.add(id);
          const figures = figuresOf(one, amount);
          const cell = (name: string) =>
            view === "cards"
              ? oneLineText(item)
              : oneLineText(item.querySelector(`td[data-label="${name}"]`));
          faults.push(
            ...differences(`${id}, ${view}`, {
              "max drawdown": [cell("Max drawdown"), inRupees(figures, figures.drawdown)],
              growth: [
                view === "cards" ? percent(figures.growth) : cell("Net CAGR"),
                percent(figures.growth),
              ],
              costs: [
                view === "cards" ? inRupees(figures, figures.costShare) : cell("Costs per year"),
                inRupees(figures, figures.costShare),
              ],
            }),
          );
        }
        next = main.querySelector("a[rel=next]")?.getAttribute("href") ?? null;
      }
      expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
      expect(seen.size).toBe(withRecords().filter(({ algo }) => algo.isListed).length);
    },
  );

  it("match the record file in the comparison", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    const all = withRecords();
    for (let at = 0; at < all.length; at += PARALLEL_COMPARISONS) {
      const own = all.slice(at, at + PARALLEL_COMPARISONS);
      const ids = own.map(({ algo }) => `id=${algo.id}`).join("&");
      const main = await page(`/algos/compare?${ids}&amount=${amount}`);
      const rows = main.querySelectorAll("tbody tr");
      for (const one of own) {
        const figures = figuresOf(one, amount);
        const of = (term: string) =>
          rows
            .filter((row) => oneLineText(row.querySelector("th")).startsWith(term))
            .map((row) => oneLineText(row.querySelector(`td[data-name="${one.algo.name}"]`)))
            .join(" | ");
        faults.push(
          ...differences(`${one.algo.id}, compare`, {
            "max drawdown": [of("Max drawdown"), inRupees(figures, figures.drawdown)],
            "worst day": [of("Worst day"), inRupees(figures, figures.worstDay)],
            costs: [of("Costs per year"), inRupees(figures, figures.costShare)],
            growth: [of("Net CAGR"), percent(figures.growth)],
          }),
        );
        if (of("Costs per year").startsWith("−")) faults.push(`${one.algo.id}, compare: costs have a sign`);
      }
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("match the record file in the search results", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    for (const one of withRecords()) {
      const main = await page(`/search?q=${encodeURIComponent(one.algo.name)}`, amount);
      const hit = main
        .querySelectorAll("li")
        .find((item) => item.querySelector(`a[href$="/${one.algo.id}"]`) !== null);
      const figures = figuresOf(one, amount);
      faults.push(
        ...differences(`${one.algo.id}, search`, {
          "max drawdown": [oneLineText(hit), inRupees(figures, figures.drawdown)],
        }),
      );
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("match the record files on the manager's page and in the combined curve", {
    timeout: 240_000,
  }, async () => {
    const faults: string[] = [];
    for (const manager of new Set(algos.map(({ path }) => path.split("/").slice(0, -1).join("/")))) {
      const own = withRecords().filter(
        ({ algo, file }) => algo.path.startsWith(`${manager}/`) && file.evidence === "backtest",
      );
      if (own.length < 2) continue;
      const shares = own.map(({ file }) => (file.days.at(-1)?.netPaise ?? 0) / (file.capitalRupees * 100));
      const end = amount * (1 + shares.reduce((sum, share) => sum + share, 0) / own.length);
      const main = await page(manager, amount);
      const strip = oneLineText(main.querySelector(".figures"));
      const curve = JSON.parse(
        (await site.get(`${manager}/curve.json`, { cookie: `amount=${amount}` })).text,
      );
      let [peak, deepest] = [amount * 100, 0];
      for (const paise of curve.own as number[]) {
        peak = Math.max(peak, paise);
        deepest = Math.min(deepest, paise - peak);
      }
      faults.push(
        ...differences(manager, {
          count: [oneLineText(main.querySelector("#curve")), `${own.length} algos`],
          became: [strip, rupees(end)],
          drawdown: [strip, rupees(deepest / 100)],
          end: [rupees((curve.own.at(-1) as number) / 100), rupees(end)],
          "end of the line": [oneLineText(main.querySelector(".curve-readout")), rupees(end)],
        }),
      );
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });

  it("match the record file in the downloaded curve and trades", { timeout: 240_000 }, async () => {
    const faults: string[] = [];
    for (const one of withRecords()) {
      const { own, drawdown } = figuresOf(one, amount);
      const get = async (name: string) =>
        (await untilComplete(site, `${one.algo.path}/${name}?amount=${amount}`)).text;
      const curve = JSON.parse(await get("curve.json")) as { own: number[]; underwater: number[] };
      const capital = own.capitalRupees * 100;
      const expected = own.days.map(({ netPaise }) => capital + netPaise);
      const wrong = expected.findIndex((paise, index) => curve.own[index] !== paise);
      if (wrong >= 0 || curve.own.length !== expected.length)
        faults.push(
          `${one.algo.id}, curve: ${curve.own[wrong]} on ${own.days[wrong]?.day}, computed is ${expected[wrong]}`,
        );
      if (Math.abs(Math.min(...curve.underwater) - drawdown) > 1e-5)
        faults.push(
          `${one.algo.id}, curve: falls by ${Math.min(...curve.underwater)}, computed is ${drawdown}`,
        );
      const [names = "", ...lines] = (await get("trades.csv")).trim().split("\r\n");
      const column = names.split(",").indexOf("net_rupees");
      const net = lines.map((line) => Math.round(Number(line.split(",")[column]) * 100));
      const other = own.tradeList.findIndex(({ netPaise }, index) => net[index] !== netPaise);
      if (other >= 0 || net.length !== own.tradeList.length)
        faults.push(`${one.algo.id}, trades: ${net[other]}, computed is ${own.tradeList[other]?.netPaise}`);
    }
    expect(faults.slice(0, MAX_REPORTED).join("\n")).toBe("");
  });
});

it("the base API returns the records and trades that the files contain", { timeout: 240_000 }, async () => {
  expect(files.size).toBeGreaterThan(30);
  for (const { algo, file } of withRecords()) {
    const query = algo.isVerified ? "?evidence=live&part=verified" : "";
    const get = (path: string) => fromBaseApi<Record<string, unknown>>(site, path);
    const { tradeList, ...record } = file;
    expect(await get(`/v1/strategies/${algo.id}/record${query}`)).toEqual(record);
    expect((await get(`/v1/strategies/${algo.id}/record/trades${query}`)).items).toEqual(tradeList);
  }
});
