// Answers of the sandbox's chat: the best match among the site's answers and pages, with the page's address. A message
// is handed over to a person on request, or if no entry matches well enough. No answer is ever invented.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import KNOWLEDGE from "../../../../app/contract/generated/knowledge.generated.json" with { type: "json" };
import { chatText as text } from "../../../../app/contract/sandbox-pages/sandbox-words.ts";
import { positionLoss } from "../../../../app/domain/risk-rating.ts";
import { createSearchTerms } from "../../../../app/domain/search-terms.ts";
import type { Catalogue } from "../../algos/catalogue/build-catalogue.ts";
import type { HelpTexts } from "../../page-texts.ts";
import { rupeesText } from "../../rupees.ts";

export type Reply = { text: string; page: { path: string; title: string } | null; isKnown: boolean };
type Known = { key?: string; title: string; text: string; path: string; page: string; words: string };
type Entry = { id: number; title: string; text: string; path: string; page: string; words: string };

/** Share of a question's words, weighted by rarity, that an entry's title and text must contain. */
const SHARE_HELD = 0.6;
/**
 * A word that no entry contains has the weight of a word in this many entries, because it may be relevant or small
 * talk.
 */
const UNKNOWN_AS_IN = 8;
const WORDS = createSearchTerms(stemmer);

/**
 * Answers questions about the site and its strategies; `reference` names the request that is handed over. `brand` has
 * the values of `{legalName}` and similar placeholders in the entries, `helpTexts` its answers to common questions.
 */
export function createAnswers(
  catalogue: Catalogue,
  brand: Record<string, string> = {},
  helpTexts: HelpTexts = {},
): (text: string, reference: string) => Reply {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (open, key: string) => brand[key] ?? open);
  const entries: Entry[] = [
    ...(KNOWLEDGE as Known[]).map(({ key = "", ...entry }) => {
      const { question: title, ...own } = helpTexts[key] ?? { ...entry, question: entry.title };
      return { ...entry, ...own, title, text: filled(own.text) };
    }),
    ...catalogue.strategies.map((strategy) => ({
      title: text.whatDoes(strategy.name),
      text: text.algo({
        algo: strategy.name,
        summary: strategy.summary,
        amount: rupeesText(strategy.minAmountRupees),
      }),
      path: strategyPath(strategy),
      page: strategy.name,
      words: strategy.manager.name,
    })),
    ...catalogue.strategies.map((strategy) => ({
      title: text.howMuchLose(strategy.name),
      text: lossText(strategy),
      path: strategyPath(strategy),
      page: strategy.name,
      words: text.lossTerms,
    })),
    ...catalogue.managers.map((manager) => ({
      title: text.whoIs(manager.name),
      text: `${manager.name}, ${manager.registration}. ${manager.about[0] ?? ""}`,
      path: `/algos/managers/${manager.id}`,
      page: manager.name,
      words: `${manager.registration} ${text.manager}`,
    })),
  ].map((entry, id) => ({ ...entry, id }));
  // The index is built on the first question, because it takes about 125 ms and would delay the start.
  let made: MiniSearch<Entry> | null = null;
  return (question, reference) => {
    if (asksForPerson(question)) return handOver(text.aPersonReads, reference);
    made ??= indexOf(entries);
    const index = made;
    const best = index.search(question)[0];
    const entry = best === undefined ? undefined : entries[best.id];
    if (best === undefined || entry === undefined || shareHeld(index, question, best.queryTerms) < SHARE_HELD)
      return handOver(text.notKnown, reference);
    return { text: entry.text, page: { path: entry.path, title: entry.page }, isKnown: true };
  };
}

/** True for a request for a person, in any message. */
function asksForPerson(question: string): boolean {
  const asked = ` ${WORDS.tokenize(question).join(" ").toLowerCase()} `;
  return text.personTerms.split(", ").some((term) => asked.includes(` ${term} `));
}

const strategyPath = ({ manager, id }: Strategy) => `/algos/managers/${manager.id}/${id}`;

/**
 * Formats the losses that the algo's rules and positions allow for its minimum amount, one per line, as on its page.
 */
function lossText(strategy: Strategy): string {
  const { name, minAmountRupees, lossLimits, structure } = strategy;
  const ofMinimum = (share: number) => rupeesText(Math.ceil(minAmountRupees * share - 1e-6));
  const lines = [text.withAmount({ algo: name, amount: rupeesText(minAmountRupees) })];
  if (structure !== undefined) {
    const { kind, share } = positionLoss(structure);
    const state = kind === "defined" ? text.positionAtMost : text.positionUnderStress;
    lines.push(state(ofMinimum(share)));
  }
  const { perTradePercent: trade, perDayPercent: day } = lossLimits;
  if (trade === null && day === null) lines.push(text.noStop);
  if (trade !== null) lines.push(text.stopPerTrade(ofMinimum(trade / 100)));
  if (day !== null) lines.push(text.stopPerDay(ofMinimum(day / 100)));
  lines.push(text.gaps);
  return lines.join("\n");
}

function indexOf(entries: readonly Entry[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields: ["title", "words", "text"],
    tokenize: WORDS.tokenize,
    processTerm: WORDS.indexed,
    searchOptions: {
      processTerm: WORDS.searched,
      prefix: (term) => term.length > 3,
      fuzzy: WORDS.fuzzy,
      boost: { title: 4, words: 3 },
      combineWith: "OR",
    },
  });
  index.addAll(entries);
  return index;
}

function handOver(words: string, reference: string): Reply {
  return {
    text: text.reference({ words, reference }),
    page: { path: "/support", title: text.otherWays },
    isKnown: false,
  };
}

/** Returns the share of a question's words that an entry contains. Rare words have more weight than frequent words. */
function shareHeld(index: MiniSearch<Entry>, text: string, held: readonly string[]): number {
  const terms = [...new Set(WORDS.tokenize(text).flatMap((word) => WORDS.searched(word) ?? []))];
  const weight = (word: string) => {
    const entries = index.search(word, { processTerm: (term) => term, fuzzy: false, prefix: false }).length;
    return Math.log(1 + index.documentCount / (entries === 0 ? UNKNOWN_AS_IN : entries + 0.5));
  };
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weight(word), 0);
  const total = sum(terms);
  return total === 0 ? 0 : sum(terms.filter((word) => held.includes(word))) / total;
}
