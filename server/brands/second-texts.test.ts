// The second brand is a complete site in Hindi: each page text has a Hindi text with the same values.
import { describe, expect, it } from "vitest";
import { findPlaceholders, TEXT_FILES } from "../../app/words.ts";
import { readTexts, SECOND_BRAND } from "../../tests/support/brand-texts.ts";
import { readBrandOr } from "./read-brand.ts";

type Entry = Parameters<typeof findPlaceholders>[0];
/** A text, or its plural and other forms by name. */
type Text = string | { [form: string]: string };
type Pair = {
  at: string;
  entry: Exclude<Entry, object> | ((...values: never[]) => unknown);
  words: Text | undefined;
};

/** Terms, abbreviations and units that Hindi pages show in Latin script. */
const LATIN = new Set("API BSE CSV EMA GST IST IV LTP OI RSI SCORES SHA SMA VWAP https ms v".split(" "));

/** A terminal command and a file name, which are not translated. */
const COMMANDS = ["evidencePages.evidencePage.addressExample", "evidencePages.evidencePage.command"];

/** Texts whose Hindi version omits one value, because it only selects a plural form or an English phrase. */
const NOT_SHOWN = [
  "deployment.page.capitalOnPaper {mode}",
  "deployment.page.orders {hasMore}",
  "marketplace.listFilters.algos {count}",
  "markets.board.expiring {isMonthly}",
  "markets.board.optionName {side}",
  "markets.optionChain.away {isAbove}",
  "portfolio.today.greeting {hour}",
];

const all = readTexts(SECOND_BRAND);

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function pairsOf(entry: Entry, words: unknown, at: string): Pair[] {
  if (typeof entry !== "object") return [{ at, entry, words: words as Text | undefined }];
  return Object.entries(entry).flatMap(([key, one]) =>
    pairsOf(one, isNested(words) ? words[key] : undefined, `${at}.${key}`),
  );
}

const pairs = Object.entries(TEXT_FILES).flatMap(([file, entry]) => pairsOf(entry, all[file], file));
const formsOf = ({ words = [] as never }: Pair): string[] =>
  typeof words === "string" ? [words] : Object.values(words);

const untranslated = (of: Pair[]) => of.filter(({ words }) => words === undefined).map(({ at }) => at);

describe("the texts of the Hindi brand", () => {
  it("contain a Hindi text for each English text", () => {
    expect(pairs.length).toBeGreaterThan(2_000);
    expect(untranslated(pairs), "texts without an entry in server/brands/second/words").toEqual([]);
  });

  it("fail the completeness check if a single text is missing", () => {
    const { home, ...others } = all.frame as Record<string, Record<string, string>>;
    const { showAlgos: _, ...rest } = home ?? {};
    const pageTexts = { ...others, home: rest };
    expect(untranslated(pairsOf(TEXT_FILES.frame ?? {}, pageTexts, "frame"))).toEqual([
      "frame.home.showAlgos",
    ]);
  });

  it("do not call the losses of a risk level small, known or limited", () => {
    const tags = readBrandOr(SECOND_BRAND, true, [])?.language.tags ?? {};
    const risks = Object.entries(tags).filter(([id]) => id.endsWith("-risk-algo"));
    expect(risks).toHaveLength(4);
    for (const [, tag] of risks) expect(tag?.subtitle).not.toMatch(/(?:छोटी|ज्ञात|सीमित)[^।]*हानि/);
  });

  it("do not mention the sandbox in an answer, because other sites have none", () => {
    const answers = pairs.filter(({ at }) => at.startsWith("help.HELP_TEXTS.") && at.endsWith(".text"));
    expect(answers.length).toBeGreaterThan(15);
    for (const { entry, words } of answers) expect(`${entry} ${words}`).not.toMatch(/sandbox|सैंडबॉक्स/i);
  });

  it("have a form for one trade, month and position", () => {
    const single = pairs.filter(({ words }) =>
      typeof words === "string" ? /\{(?:count|trades)\} (?:सौदे|महीने|खुली स्थितियाँ)/.test(words) : false,
    );
    expect(single.map(({ at }) => at)).toEqual([]);
  });

  it("contain all placeholders of the English texts, except the listed ones", () => {
    const lost = pairs.flatMap((pair) => {
      const allowed = new Set(formsOf(pair).flatMap((form) => findPlaceholders(form)));
      return pair.words === undefined
        ? []
        : findPlaceholders(pair.entry).flatMap((value) =>
            allowed.has(value) ? [] : [`${pair.at} {${value}}`],
          );
    });
    expect(lost.sort()).toEqual(NOT_SHOWN);
  });

  it("are in Devanagari script, except for technical terms and commands", () => {
    const latin = pairs.flatMap((pair) =>
      formsOf(pair).flatMap((form) => {
        const text = form.replace(/\{\w+\}/g, "");
        const terms = text.match(/\p{Script=Latin}+/gu) ?? [];
        return /\p{Script=Devanagari}/u.test(text) ||
          terms.every((term) => LATIN.has(term)) ||
          COMMANDS.includes(pair.at)
          ? []
          : [`${pair.at}: ${form}`];
      }),
    );
    expect(latin).toEqual([]);
  });
});
