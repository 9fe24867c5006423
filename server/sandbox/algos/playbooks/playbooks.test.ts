// What a playbook says is what it does: every number in its words is one of its parameters, and every parameter is said.
import { describe, expect, it } from "vitest";
import type { Product } from "../../../../app/wire/vocabulary.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { CLAIMS, MANAGER_CLAIMS } from "../catalogue/managers.ts";
import { type Playbook, PROTECTION, type Prose, type Rules, type Subject } from "./playbook.ts";
import { PLAYBOOKS, structureOf } from "./playbooks.ts";

const catalogue = buildCatalogue();
const SUBJECT: Subject = {
  traded: "the traded",
  watched: "the watched",
  expiry: { day: "its day", series: "weekly" },
};
const WINDOWS = { from: "09:41", to: "13:07", exitFrom: "14:53", exitTo: "15:11" };
/** Numbers that stand in names and in what is true of any rule. */
const NAMES = /Nifty 50/g;
/** Words for numbers that a sentence of a rule may not use, since a parameter cannot change them. */
const COUNTED =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|quarters|thirds|fifths|tenths|dozen)\b/i;

function stated({ summary, howItWorks }: Prose): string {
  return [summary, ...howItWorks].join(" ").replace(NAMES, "");
}

function allWords(prose: Prose): string {
  return [
    stated(prose),
    prose.tradeFrequency,
    ...prose.faqs.map(({ answer }) => answer),
    ...prose.whatCouldGoWrong,
  ]
    .join(" ")
    .replace(NAMES, "");
}

/** Parameters and what prose adds up of them. */
function known(rules: Rules): Set<string> {
  const values = Object.values(rules).filter((value) => typeof value === "number");
  const sums = values.flatMap((one) => values.map((other) => one + other));
  return new Set([...values, ...sums].map(String));
}

describe.each(Object.entries(PLAYBOOKS))("%s", (_, playbook: Playbook) => {
  const products = Object.keys(playbook.holdingPeriod) as Product[];
  /** Unlike anything that a sentence could hold by chance. */
  const odd: Rules = { ...WINDOWS };
  for (const [index, name] of Object.keys(playbook.defaults).entries())
    Object.assign(odd, { [name]: name === "reviewMonths" ? 7 : 1_013 + 97 * index });

  it.each(products)("%s: numbers in its words are its parameters", (product) => {
    const words = allWords(playbook.prose(SUBJECT, odd, product)).replace(/\b\d\d:\d\d\b/g, (time) => {
      expect(Object.values(WINDOWS)).toContain(time);
      return "";
    });
    const allowed = known(odd);
    for (const [number] of words.matchAll(/\d+(?:\.\d+)?/g)) expect(allowed, number).toContain(number);
  });

  it.each(products)("%s: no number of its rule is written out as a word", (product) => {
    expect(stated(playbook.prose(SUBJECT, odd, product))).not.toMatch(COUNTED);
  });

  it("says every one of its parameters", () => {
    const said = products.map((product) => stated(playbook.prose(SUBJECT, odd, product))).join(" ");
    for (const [name, value] of Object.entries(odd)) {
      if (name in WINDOWS) continue;
      expect(said, name).toContain(String(value));
    }
  });
});

describe("claims of managers", () => {
  it.each(catalogue.managers.map(({ id }) => id))("%s: hold for every algo of its own that runs", (id) => {
    const own = catalogue.strategies.filter(
      ({ manager, status }) => manager.id === id && status.state !== "withdrawn",
    );
    expect(own.length).toBeGreaterThan(0);
    for (const strategy of own)
      for (const claim of MANAGER_CLAIMS[id] ?? []) {
        const plan = catalogue.plans.get(strategy.id);
        if (plan === undefined) throw new Error(`${strategy.id} has no plan`);
        expect(CLAIMS[claim].holds(strategy, structureOf(plan)), `${strategy.id}: ${claim}`).toBe(true);
      }
  });

  it.each(catalogue.managers.map(({ id, about }) => [id, about] as const))(
    "%s: says nothing of all its algos that is no checked claim",
    (id, about) => {
      const claims: string[] = (MANAGER_CLAIMS[id] ?? []).map((claim) => CLAIMS[claim].sentence);
      for (const sentence of about.filter((one) => !claims.includes(one)))
        expect(sentence).not.toMatch(
          /\b(?:never|none of|nothing|always|every algo|each of its|all of its)\b/i,
        );
    },
  );

  it.each(catalogue.strategies.map((strategy) => [strategy.id, strategy] as const))(
    "%s: its own words agree with its structure",
    (id, strategy) => {
      const plan = catalogue.plans.get(id);
      if (plan === undefined) throw new Error("no plan");
      const { isCovered, isOvernight } = structureOf(plan);
      const words = [
        strategy.summary,
        ...strategy.howItWorks,
        ...strategy.faqs.map(({ answer }) => answer),
      ].join(" ");
      expect(strategy.lossLimits.worstCase === "open").toBe(!isCovered);
      expect(strategy.tags.includes("Hedged") && !isCovered).toBe(false);
      if (/same day|flat by/i.test(words)) expect(isOvernight).toBe(false);
      expect(strategy.howItWorks.some((line) => line.includes(`${PROTECTION.stopAtLossPercent}%`))).toBe(
        true,
      );
    },
  );
});
