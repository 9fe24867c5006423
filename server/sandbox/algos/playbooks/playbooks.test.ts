// A playbook's page text agrees with its rule: every number in the text is a parameter, and the text contains every
// parameter.
import { describe, expect, it } from "vitest";
import type { Product } from "../../../../app/domain/vocabulary.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { CLAIMS, MANAGER_CLAIMS } from "../catalogue/managers.ts";
import type { InstrumentTexts, Prose, Rules } from "./playbook.ts";
import { getPlaybook, PLAYBOOK_NAMES, resolveStructure } from "./playbooks.ts";
import { PROTECTION } from "./sizing.ts";
import { isCovered } from "./structure.ts";

const catalogue = buildCatalogue();
const SUBJECT: InstrumentTexts = {
  traded: "the traded",
  watched: "the watched",
  expiry: { day: "its day", series: "weekly" },
};
const WINDOWS = { from: "09:41", to: "13:07", exitFrom: "14:53", exitTo: "15:11" };
/** Names that contain a number. */
const NAMES = /Nifty 50/g;
/** Spelled-out numbers. A rule's text may not use them, because a parameter cannot change them. */
const COUNTED =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|quarters|thirds|fifths|tenths|dozen)\b/i;

function stated({ summary, howItWorks }: Prose): string {
  return [summary, ...howItWorks].join(" ").replace(NAMES, "");
}

function allSentences(prose: Prose): string {
  return [
    stated(prose),
    prose.tradeFrequency,
    ...prose.faqs.map(({ answer }) => answer),
    ...prose.whatCouldGoWrong,
  ]
    .join(" ")
    .replace(NAMES, "");
}

/** Returns the parameters and their sums, which the text may use. */
function known(rules: Rules): Set<string> {
  const values = Object.values(rules).filter((value) => typeof value === "number");
  const sums = values.flatMap((one) => values.map((other) => one + other));
  return new Set([...values, ...sums].map(String));
}

describe.each(PLAYBOOK_NAMES)("page text of the playbook %s", (name) => {
  const playbook = getPlaybook({ playbook: name });
  const products = Object.keys(playbook.holdingPeriod) as Product[];
  /** Unusual values, which no sentence contains by chance. */
  const odd: Rules = { ...WINDOWS };
  for (const [index, name] of Object.keys(playbook.defaults).entries())
    Object.assign(odd, { [name]: name === "reviewMonths" ? 7 : 1_013 + 97 * index });

  it.each(products)("%s: contains only numbers that are rule parameters", (product) => {
    const sentences = allSentences(playbook.prose(SUBJECT, odd, product)).replace(
      /\b\d\d:\d\d\b/g,
      (time) => {
        expect(Object.values(WINDOWS)).toContain(time);
        return "";
      },
    );
    const allowed = known(odd);
    for (const [number] of sentences.matchAll(/\d+(?:\.\d+)?/g)) expect(allowed, number).toContain(number);
  });

  it.each(products)("%s: spells out no number as a word", (product) => {
    expect(stated(playbook.prose(SUBJECT, odd, product))).not.toMatch(COUNTED);
  });

  it("states the value of every rule parameter", () => {
    const prose = products.map((product) => stated(playbook.prose(SUBJECT, odd, product))).join(" ");
    for (const [name, value] of Object.entries(odd)) {
      if (name in WINDOWS) continue;
      expect(prose, name).toContain(String(value));
    }
  });
});

describe("claims in the page texts of managers and algos", () => {
  it.each(catalogue.managers.map(({ id }) => id))(
    "%s: the manager's claims hold for all its algos that are not withdrawn",
    (id) => {
      const own = catalogue.strategies.filter(
        ({ manager, status }) => manager.id === id && status.state !== "withdrawn",
      );
      expect(own.length).toBeGreaterThan(0);
      for (const strategy of own)
        for (const claim of MANAGER_CLAIMS[id] ?? []) {
          const plan = catalogue.plans.get(strategy.id);
          if (plan === undefined) throw new Error(`${strategy.id} has no plan`);
          expect(CLAIMS[claim].holds(strategy, resolveStructure(plan)), `${strategy.id}: ${claim}`).toBe(
            true,
          );
        }
    },
  );

  it.each(catalogue.managers.map(({ id, about }) => [id, about] as const))(
    "%s: every claim about all of the manager's algos is covered by a test",
    (id, about) => {
      const claims: string[] = (MANAGER_CLAIMS[id] ?? []).map((claim) => CLAIMS[claim].sentence);
      for (const sentence of about.filter((one) => !claims.includes(one)))
        expect(sentence).not.toMatch(
          /\b(?:never|none of|nothing|always|every algo|each of its|all of its)\b/i,
        );
    },
  );

  it.each(catalogue.strategies.map((strategy) => [strategy.id, strategy] as const))(
    "%s: the claims in the algo's text hold for the structure of its positions",
    (id, strategy) => {
      const plan = catalogue.plans.get(id);
      if (plan === undefined) throw new Error("no plan");
      const structure = resolveStructure(plan);
      const pageText = [
        strategy.summary,
        ...strategy.howItWorks,
        ...strategy.faqs.map(({ answer }) => answer),
      ].join(" ");
      expect(strategy.lossLimits.worstCase === "open").toBe(!isCovered(structure));
      expect(strategy.tags.includes("Hedged") && !isCovered(structure)).toBe(false);
      if (/same day|flat by/i.test(pageText)) expect(structure.isOvernight).toBe(false);
      expect(strategy.howItWorks.some((line) => line.includes(`${PROTECTION.stopAtLossPercent}%`))).toBe(
        true,
      );
    },
  );
});
