// Texts of each collection page: heading, description and questions. The sentence about a collection's rule is derived
// from its query (`collectionRule`), so that text and query cannot differ.

import type { Faq } from "../contract/base-api/strategy.ts";
import { tagText } from "../domain/filter-texts.ts";
import { NAMED_LIST_LENGTH } from "../domain/vocabulary.ts";
import { brandLanguage } from "../format/locale.ts";
import { formatRisk } from "../format/risk.ts";
import { formatRupees } from "../format/rupees.ts";
import {
  FIELD_RULES,
  GROUP_QUESTIONS,
  ITEM_QUESTIONS,
  COLLECTION_RULES as rules,
} from "./collection-question-texts.ts";
import type { DiscoverCategoryId, DiscoverItem } from "./menu.ts";

export type CollectionText = { heading: string; description: string; faqs: Faq[] };

/**
 * Texts by collection id. A brand's title replaces the heading. Its subtitle replaces the description if the brand's
 * language is not English.
 */
export const COLLECTION_TEXTS: Record<string, { heading: string; description: string }> = {
  "equity-trading-algo": {
    heading: "Equity trading algos",
    description:
      "Algos that trade shares of listed companies, or options on them: day trades, swing trades, and baskets held for months.",
  },
  "equity-options-trading-algo": {
    heading: "Equity options trading algos",
    description:
      "Calls and puts on single companies: bought on breakouts, sold as spreads, or written against shares that are held.",
  },
  "index-options-trading-algo": {
    heading: "Index options trading algos",
    description:
      "Algos on Nifty, Bank Nifty and Sensex options, the most traded contracts in the country: bought, sold, and hedged.",
  },
  "sensex-options-trading-algo": {
    heading: "Sensex options trading algos",
    description: "Algos on options of the BSE's 30-share index, with weekly expiry on Thursday.",
  },
  "nifty-options-trading-algo": {
    heading: "Nifty options trading algos",
    description:
      "Algos on options of the NSE's 50-share index, with weekly expiry on Tuesday: from single bought calls to four-legged condors.",
  },
  "bank-nifty-options-trading-algo": {
    heading: "Bank Nifty options trading algos",
    description: "Algos on monthly options of the Bank Nifty, which moves more in a day than broad indices.",
  },
  "equity-intraday-trading-algo": {
    heading: "Equity intraday trading algos",
    description: "Algos on shares and their options that start and end the day without a position.",
  },
  "equity-swing-trading-algo": {
    heading: "Equity swing trading algos",
    description:
      "Algos that hold shares or their options for days to weeks, on trend-following or mean-reversion rules.",
  },
  "option-buying-algo": {
    heading: "Option buying algos",
    description:
      "Algos that pay a premium and cannot lose more than it. They lose often; a few large gains have to make up for it.",
  },
  "option-selling-algo": {
    heading: "Option selling algos",
    description:
      "Algos that receive a premium for an obligation. They win often; without a hedge, one loss can cancel many wins.",
  },
  "option-hedging-algo": {
    heading: "Option hedging algos",
    description:
      "Algos in which every sold option is covered by a bought one, or shares by a put: the largest loss is known or bounded.",
  },
  "equity-long-term-investing-algo": {
    heading: "Equity long-term investing algos",
    description:
      "Baskets of shares and protected holdings that are rebalanced monthly or quarterly, by rule.",
  },
  "under-50000-rs": {
    heading: "Algos under ₹50,000",
    description:
      "Algos whose minimum amount is below ₹50,000: bought options, small equity baskets and day trades.",
  },
  "under-100000-rs": {
    heading: "Algos under ₹1,00,000",
    description: "Algos whose minimum amount is below one lakh, including hedged option spreads.",
  },
  "under-200000-rs": {
    heading: "Algos under ₹2,00,000",
    description: "Most algos: their minimum amount is below two lakh.",
  },
  "over-200000-rs": {
    heading: "Algos of ₹2,00,000 and over",
    description:
      "Algos whose minimum amount is two lakh or more: unhedged option selling, covered calls and protected index holdings.",
  },
  "low-risk-algo": {
    heading: "Low risk algos",
    description: "Algos at the lowest of four risk levels. Each can still lose a large part of its amount.",
  },
  "medium-risk-algo": {
    heading: "Medium risk algos",
    description:
      "Algos with noticeable losses:  wider stops, single shares, or spreads that can lose their whole width.",
  },
  "moderately-high-risk-algo": {
    heading: "Moderately high risk algos",
    description: "Algos with large swings:  momentum, expiry days, and sold options with stops.",
  },
  "high-risk-algo": {
    heading: "High risk algos",
    description:
      "Algos that can lose most of the amount: unhedged selling, leverage, scalps, or a few concentrated positions.",
  },
  "most-deployed-algo": {
    heading: "Most deployed algos",
    description: "The eight algos that the most traders run.",
  },
  "most-tracked-algo": {
    heading: "Most tracked algos",
    description: "The eight algos on the most tracklists. A tracked algo is not necessarily deployed.",
  },
  "popular-option-trading-algo": {
    heading: "Popular option trading algos",
    description: "The eight most deployed algos among those that trade options.",
  },
  "popular-equity-trading-algo": {
    heading: "Popular equity trading algos",
    description: "The eight most deployed algos among those that trade shares or options on them.",
  },
};

export function collectionText(category: DiscoverCategoryId, item: DiscoverItem): CollectionText {
  const text = COLLECTION_TEXTS[item.id] ?? { heading: item.title, description: item.subtitle };
  const own = ITEM_QUESTIONS[item.id];
  const { locale, tags } = brandLanguage();
  const branded = tags[item.id];
  // The default descriptions are in English, so other languages use the subtitle. In English the description is used,
  // because a subtitle is shorter and not unique.
  const translated = /^en\b/i.test(locale) ? undefined : branded?.subtitle;
  return {
    heading: branded?.title ?? text.heading,
    description: translated ?? text.description,
    faqs: [...(own === undefined ? [] : [own]), GROUP_QUESTIONS[category]].map((faq, index) => ({
      id: `${item.id}-faq-${index + 1}`,
      ...faq,
    })),
  };
}

/** Returns a sentence about a collection's rule, derived from its query. */
export function collectionRule(item: DiscoverItem): string {
  if ("fieldName" in item)
    return rules.counted({ count: NAMED_LIST_LENGTH, rule: FIELD_RULES[item.fieldName] });
  const { tags, min_amount, min_amount_val, risk, partner_name } = item.query;
  if (tags !== undefined) {
    const names = tags.map((tag) => tagText(tag));
    const last = names.pop() ?? "";
    return names.length === 0 ? rules.tagged(last) : rules.taggedBoth({ tags: names.join(", "), last });
  }
  if (min_amount !== undefined)
    return (min_amount_val === "Lower" ? rules.below : rules.atLeast)(formatRupees(min_amount));
  if (risk !== undefined) return rules.risk(formatRisk(risk).toLowerCase());
  return rules.partner(partner_name ?? "");
}
