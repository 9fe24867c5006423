// Answers of the sandbox's chat: the best match among the site's answers and pages, with the page's address. A message
// is handed over to a person on request, or if no entry matches well enough. No answer is ever invented.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { CHAT_ANSWER_CHARS, CHAT_PAGE_CHARS } from "../../../../app/contract/base-api/chat.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import KNOWLEDGE from "../../../../app/contract/generated/knowledge.generated.json" with { type: "json" };
import { chatText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { isDisabled } from "../../../../app/contract/site/site.ts";
import { positionLoss } from "../../../../app/domain/risk-rating.ts";
import { createSearchTerms } from "../../../../app/domain/search-terms.ts";
import { withoutSandbox } from "../../../../app/format/without-sandbox.ts";
import type { Catalogue } from "../../algos/catalogue/build-catalogue.ts";
import type { HelpTexts, SandboxBrand } from "../../page-texts.ts";
import { rupeesText } from "../../rupees.ts";

export type Reply = { text: string; page: { path: string; title: string } | null; isAnswered: boolean };
type AnswerEntry = { id: number; title: string; text: string; path: string; page: string; words: string };
type KnowledgeEntry = Omit<AnswerEntry, "id"> & { key?: string; needsSandbox?: true };

/** An entry answers a question only if it contains at least this share of the question's words, weighted by rarity. */
const MIN_MATCHED_SHARE = 0.6;
/** Words that no entry contains are weighted like words in this many entries, because they may be irrelevant. */
const UNKNOWN_WORD_ENTRIES = 8;
const SEARCH_TERMS = createSearchTerms(stemmer);

/**
 * Returns a function that answers questions about the site and its strategies. Its parameter `reference` identifies a
 * question that is handed over to a person. `helpTexts` are the brand's answers to common questions, `sections` its
 * questions and legal texts by the address of their page. The answers name no page of a disabled feature.
 */
export function createAnswers(
  catalogue: Catalogue,
  helpTexts: HelpTexts = {},
  sections: SandboxBrand["sections"] = {},
  features?: SandboxBrand["features"],
): (text: string, reference: string) => Reply {
  const entries: AnswerEntry[] = [
    ...(KNOWLEDGE as KnowledgeEntry[])
      .filter((entry) => features === undefined || isServed(entry, features))
      .map(({ key = "", ...entry }) => {
        const { question: title, ...own } = helpTexts[key] ?? { ...entry, question: entry.title };
        const { text } = { ...entry, ...own };
        return { ...entry, ...own, title, text: features?.sandbox === false ? withoutSandbox(text) : text };
      }),
    ...Object.entries(sections).flatMap(([path, texts]) =>
      texts.map(({ heading, text }) => ({ title: heading, text, path, page: heading, words: "" })),
    ),
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
  let cachedIndex: MiniSearch<AnswerEntry> | null = null;
  return (question, reference) => {
    if (asksForPerson(question)) return handOverReply(text.aPersonReads, reference);
    cachedIndex ??= createIndex(entries);
    const index = cachedIndex;
    const best = index.search(question)[0];
    const entry = best === undefined ? undefined : entries[best.id];
    if (
      best === undefined ||
      entry === undefined ||
      matchedShare(index, question, best.queryTerms) < MIN_MATCHED_SHARE
    )
      return handOverReply(text.notKnown, reference);
    return {
      text: shortened(entry.text, CHAT_ANSWER_CHARS),
      page: { path: entry.path, title: shortened(entry.page, CHAT_PAGE_CHARS) },
      isAnswered: true,
    };
  };
}

const isServed = ({ path, needsSandbox }: KnowledgeEntry, features: NonNullable<SandboxBrand["features"]>) =>
  !isDisabled(path, features) && (features.sandbox || needsSandbox !== true);

/** Shortens a text of a brand, whose sections have no maximum length. */
const shortened = (text: string, atMost: number) =>
  text.length <= atMost ? text : `${text.slice(0, atMost - 1)}…`;

/** True if the message asks for a person. */
function asksForPerson(question: string): boolean {
  const paddedQuestion = ` ${SEARCH_TERMS.tokenize(question).join(" ").toLowerCase()} `;
  return text.personTerms.split(", ").some((term) => paddedQuestion.includes(` ${term} `));
}

const strategyPath = ({ manager, id }: Strategy) => `/algos/managers/${manager.id}/${id}`;

/**
 * Formats the algo's possible losses at its minimum amount, one per line, as the page of the algo does.
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

function createIndex(entries: readonly AnswerEntry[]): MiniSearch<AnswerEntry> {
  const index = new MiniSearch<AnswerEntry>({
    fields: ["title", "words", "text"],
    tokenize: SEARCH_TERMS.tokenize,
    processTerm: SEARCH_TERMS.indexed,
    searchOptions: {
      processTerm: SEARCH_TERMS.searched,
      prefix: (term) => term.length > 3,
      fuzzy: SEARCH_TERMS.fuzzy,
      boost: { title: 4, words: 3 },
      combineWith: "OR",
    },
  });
  index.addAll(entries);
  return index;
}

function handOverReply(message: string, reference: string): Reply {
  return {
    text: text.reference({ words: message, reference }),
    page: { path: "/support", title: text.otherWays },
    isAnswered: false,
  };
}

/** Returns the share of a question's words that an entry contains. Rare words have more weight than frequent words. */
function matchedShare(index: MiniSearch<AnswerEntry>, text: string, held: readonly string[]): number {
  const terms = [
    ...new Set(SEARCH_TERMS.tokenize(text).flatMap((word) => SEARCH_TERMS.searched(word) ?? [])),
  ];
  const weight = (word: string) => {
    const entries = index.search(word, { processTerm: (term) => term, fuzzy: false, prefix: false }).length;
    return Math.log(1 + index.documentCount / (entries === 0 ? UNKNOWN_WORD_ENTRIES : entries + 0.5));
  };
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weight(word), 0);
  const total = sum(terms);
  return total === 0 ? 0 : sum(terms.filter((word) => held.includes(word))) / total;
}
