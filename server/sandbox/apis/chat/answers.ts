// Answers of the sandbox's chat: the best match among the site's answers and pages, with the page's address. A message
// is handed over to a person on request, or if no entry matches well enough. No answer is ever invented.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import KNOWLEDGE from "../../../../app/contract/generated/knowledge.generated.json" with { type: "json" };
import { positionLoss } from "../../../../app/domain/risk-rating.ts";
import { createSearchTerms } from "../../../../app/domain/search-terms.ts";
import type { Catalogue } from "../../algos/catalogue/build-catalogue.ts";
import { rupeesText } from "../../rupees.ts";

export type Reply = { text: string; page: { path: string; title: string } | null; isKnown: boolean };
type Entry = { id: number; title: string; text: string; path: string; page: string; words: string };

/** Share of a question's words, weighted by rarity, that an entry's title and text must contain. */
const SHARE_HELD = 0.6;
/**
 * A word that no entry contains has the weight of a word in this many entries, because it may be relevant or small
 * talk.
 */
const UNKNOWN_AS_IN = 8;
/** Matches requests for a person, in any message. */
const PERSON = /\b(person|human|agent|representative|somebody|someone|operator|call me|phone me|talk to)\b/i;
const WORDS = createSearchTerms(stemmer);

/**
 * Answers questions about the site and its strategies; `reference` names the request that is handed over. `brand` has
 * the values of `{legalName}` and similar placeholders in the entries.
 */
export function createAnswers(
  catalogue: Catalogue,
  brand: Record<string, string> = {},
): (text: string, reference: string) => Reply {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (open, key: string) => brand[key] ?? open);
  const entries: Entry[] = [
    ...KNOWLEDGE.map((entry) => ({ ...entry, text: filled(entry.text) })),
    ...catalogue.strategies.map((strategy) => ({
      title: `What does ${strategy.name} do?`,
      text: `${strategy.name}: ${strategy.summary} Minimum amount ${rupeesText(strategy.minAmountRupees)}.`,
      path: strategyPath(strategy),
      page: strategy.name,
      words: strategy.manager.name,
    })),
    ...catalogue.strategies.map((strategy) => ({
      title: `How much can I lose with ${strategy.name}?`,
      text: lossText(strategy),
      path: strategyPath(strategy),
      page: strategy.name,
      words: "could lose, largest loss, worst, risk, stop, drawdown",
    })),
    ...catalogue.managers.map((manager) => ({
      title: `Who is ${manager.name}?`,
      text: `${manager.name}, ${manager.registration}. ${manager.about[0] ?? ""}`,
      path: `/algos/managers/${manager.id}`,
      page: manager.name,
      words: `${manager.registration} manager`,
    })),
  ].map((entry, id) => ({ ...entry, id }));
  // The index is built on the first question, because it takes about 125 ms and would delay the start.
  let made: MiniSearch<Entry> | null = null;
  return (text, reference) => {
    if (PERSON.test(text)) return handOver(`A person will read this.`, reference);
    made ??= indexOf(entries);
    const index = made;
    const best = index.search(text)[0];
    const entry = best === undefined ? undefined : entries[best.id];
    if (best === undefined || entry === undefined || shareHeld(index, text, best.queryTerms) < SHARE_HELD)
      return handOver("I don't know. I have passed your question to a person.", reference);
    return { text: entry.text, page: { path: entry.path, title: entry.page }, isKnown: true };
  };
}

const strategyPath = ({ manager, id }: Strategy) => `/algos/managers/${manager.id}/${id}`;

/**
 * Formats the losses that the algo's rules and positions allow for its minimum amount, one per line, as on its page.
 */
function lossText(strategy: Strategy): string {
  const { name, minAmountRupees, lossLimits, structure } = strategy;
  const ofMinimum = (share: number) => rupeesText(Math.ceil(minAmountRupees * share - 1e-6));
  const lines = [`${name}, with ${rupeesText(minAmountRupees)}:`];
  if (structure !== undefined) {
    const { kind, share } = positionLoss(structure);
    const isLimit = kind === "defined";
    lines.push(`One position, ${isLimit ? "at most" : "under stress, not a limit"}: ${ofMinimum(share)}`);
  }
  const { perTradePercent: trade, perDayPercent: day } = lossLimits;
  if (trade === null && day === null) lines.push("Its rules have no stop.");
  if (trade !== null) lines.push(`Stop-loss per trade: ${ofMinimum(trade / 100)}`);
  if (day !== null) lines.push(`Stop-loss per day: ${ofMinimum(day / 100)}`);
  lines.push("A gap can pass a stop, and losses of several positions add up.");
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
    text: `${words} Your reference is ${reference}. Leave an email address in the next message if you want an answer by email.`,
    page: { path: "/support", title: "Other ways to reach us" },
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
