import { describe, expect, it } from "vitest";
import { TAG_LABELS } from "../../app/domain/filter-texts.ts";
import { brandLanguage, setBrandLanguage } from "../../app/format/locale.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { listLabels } from "../sandbox/algos/catalogue/strategy-rows.ts";
import { createStrategyFinder, searchedStrategy } from "./strategy-finder.ts";

const catalogue = buildCatalogue();
const findIds = createStrategyFinder(
  catalogue.strategies.map((strategy) => searchedStrategy(strategy, strategy)),
);
const strategiesOf = (text: string) =>
  findIds(text).map((id) => catalogue.strategies.find((strategy) => strategy.id === id));

describe("search over strategies", () => {
  it.each(["iron condor", "condr", "condor", "ridgline", "Ridgeline Condor"])(
    "finds condor algos for the text “%s”, even with a typing error",
    (text) =>
      expect(strategiesOf(text).some((strategy) => /condor|ridgeline/i.test(strategy?.name ?? ""))).toBe(
        true,
      ),
  );

  it("“nifty selling” finds algos on Nifty that sell options", () => {
    const found = strategiesOf("nifty selling");
    expect(found.length).toBeGreaterThan(2);
    for (const strategy of found.slice(0, 3))
      expect(strategy?.tags).toEqual(expect.arrayContaining(["Selling"]));
  });

  it("a registration number finds only the algos of its manager", () => {
    for (const manager of catalogue.managers) {
      const own = catalogue.strategies.filter((strategy) => strategy.manager.id === manager.id);
      expect(new Set(findIds(manager.registration))).toEqual(new Set(own.map(({ id }) => id)));
    }
  });

  it.each(["Lotus", "Neap", "Calm"])(
    "“%s” finds the algos with this word in their name, and few others",
    (word) => {
      const isNamed = (algo: { name: string }) => algo.name.split(" ").includes(word);
      const found = strategiesOf(word);
      for (const named of catalogue.strategies.filter(isNamed)) expect(found).toContain(named);
      expect(found.length).toBeLessThan(15);
    },
  );

  it.each(["algo", "algos for me"])("“%s”, which has only stop words, finds all algos", (text) =>
    expect(findIds(text)).toHaveLength(catalogue.strategies.length),
  );

  it("finds algos by the labels of a brand in another language", () => {
    const own = brandLanguage();
    const english = { ...TAG_LABELS };
    setBrandLanguage({ ...own, locale: "hi-IN" });
    Object.assign(TAG_LABELS, { Nifty: "निफ्टी" });
    const find = createStrategyFinder(
      catalogue.strategies.map((strategy) => searchedStrategy(strategy, strategy, listLabels(strategy))),
    );
    setBrandLanguage(own);
    Object.assign(TAG_LABELS, english);
    const onNifty = catalogue.strategies.filter(({ tags }) => tags.includes("Nifty"));
    expect(new Set(find("निफ्टी"))).toEqual(new Set(onNifty.map(({ id }) => id)));
    expect(findIds("निफ्टी")).toEqual([]);
  });

  it("finds nothing for a text that no algo contains", () => {
    expect(findIds("zzzzzzzz")).toEqual([]);
    expect(findIds("xylophone quartet bookings")).toEqual([]);
    expect(findIds("–")).toEqual([]);
  });
});
