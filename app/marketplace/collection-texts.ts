// Texts of each collection page: heading, description, and its questions. The rule of a collection is derived from its
// query (ruleOf), so that text and query cannot differ.

import type { Faq } from "../contract/base-api/strategy.ts";
import { FIELD_LIST_LENGTH, type FieldName } from "../domain/vocabulary.ts";
import { brandLanguage } from "../format/locale.ts";
import { formatRisk } from "../format/risk.ts";
import { formatRupees } from "../format/rupees.ts";
import type { DiscoverCategoryId, DiscoverItem } from "./menu.ts";

export type CollectionText = { heading: string; description: string; faqs: Faq[] };
type Question = [question: string, answer: string];

const GROUP_FAQS: Record<DiscoverCategoryId, Question[]> = {
  "by-instrument": [
    [
      "Do I need to know how these instruments work?",
      "You should know what you can lose. Each algo's page says what it trades, how much of your amount one trade and one day may cost, and what could go wrong.",
    ],
  ],
  "by-trading-style": [
    [
      "Is one style safer than another?",
      "No style is safe. What differs is the shape of the loss: often and small, or seldom and large. The risk label and the page's “what you could lose” say which it is.",
    ],
  ],
  "by-investment": [
    [
      "Is the minimum amount what I pay?",
      "No. It stays in your account: one part is blocked as margin or buys the position, the rest is a buffer. Fees and charges come on top and are named on each page.",
    ],
  ],
  "by-risk-tolerance": [
    [
      "Who sets the risk label?",
      "It follows from the rules: whether the loss of a trade is capped, how large the stops are, whether options are sold without cover, and how much leverage is used. It is not a rating of quality.",
    ],
  ],
  "popular-algo": [
    [
      "Does popular mean good?",
      "No. It means that many traders chose it. Popular lists are counted, not judged, and nobody can pay for a place on them.",
    ],
  ],
  managers: [
    [
      "Who may offer an algo here?",
      "Registered research analysts and algo providers empanelled with an exchange. Each algo is approved by the exchange and its orders carry the algo's id.",
    ],
  ],
};

const TEXTS: Record<string, { heading: string; description: string; own: Question[] }> = {
  "equity-trading-algo": {
    heading: "Equity trading algos",
    description:
      "Algos that trade shares of listed companies, or options on them: day trades, swings over days, and baskets held for months.",
    own: [
      [
        "Are the shares mine?",
        "Shares bought for delivery lie in your own demat account. Day trades are closed before the market does and never reach it.",
      ],
    ],
  },
  "equity-options-trading-algo": {
    heading: "Equity options trading algos",
    description:
      "Calls and puts on single companies: bought on breakouts, sold as spreads, or written against shares that are held.",
    own: [
      [
        "Why are options on one company different from index options?",
        "They are thinner, settle by delivery of shares, and a single announcement can move them further than a whole index moves in a month.",
      ],
    ],
  },
  "index-options-trading-algo": {
    heading: "Index options trading algos",
    description:
      "Algos on Nifty, Bank Nifty and Sensex options, the most traded contracts in the country: bought, sold, and hedged.",
    own: [
      [
        "Which expiry do they trade?",
        "Mostly the nearest. Nifty and Sensex have weekly contracts, Bank Nifty monthly ones; each page names the one it uses.",
      ],
    ],
  },
  "sensex-options-trading-algo": {
    heading: "Sensex options trading algos",
    description: "Algos on options of the BSE's 30-share index, with weekly expiry on Thursday.",
    own: [
      [
        "Do I need a separate account for the BSE?",
        "No. Your account trades both exchanges once the derivatives segment is active.",
      ],
    ],
  },
  "nifty-options-trading-algo": {
    heading: "Nifty options trading algos",
    description:
      "Algos on options of the NSE's 50-share index, with weekly expiry on Tuesday: from single bought calls to four-legged condors.",
    own: [
      [
        "Why do so many algos trade Nifty?",
        "Its options are the deepest: orders are filled near the price that gave the signal, at most hours of the day.",
      ],
    ],
  },
  "bank-nifty-options-trading-algo": {
    heading: "Bank Nifty options trading algos",
    description:
      "Algos on options of the bank index, which moves further in a day than the broad ones, on monthly contracts.",
    own: [
      [
        "Does Bank Nifty still have weekly options?",
        "No. Only monthly contracts are listed, so positions are held nearer to their expiry or closed the same day.",
      ],
    ],
  },
  "equity-intraday-trading-algo": {
    heading: "Equity intraday trading algos",
    description: "Algos on shares and their options that start and end the day without a position.",
    own: [
      [
        "When are positions closed?",
        "By the exit window on the algo's page, always before the closing auction. What cannot be closed is told to you at once.",
      ],
    ],
  },
  "equity-swing-trading-algo": {
    heading: "Equity swing trading algos",
    description:
      "Algos that hold shares or their options for days to weeks, on trend or on the way back to average.",
    own: [
      [
        "What happens overnight?",
        "The position stays. News between close and open is in the next price, and a stop cannot act before it.",
      ],
    ],
  },
  "option-buying-algo": {
    heading: "Option buying algos",
    description:
      "Algos that pay a premium and cannot lose more than it. They lose often, and live from the few trades that run.",
    own: [
      [
        "Can I lose more than I paid?",
        "Not with bought options alone. The premium and the charges are the most that a trade can cost.",
      ],
    ],
  },
  "option-selling-algo": {
    heading: "Option selling algos",
    description:
      "Algos that receive a premium and carry the duty behind it. They win often; without a hedge, one loss can be many wins large.",
    own: [
      [
        "Why do they need so much money?",
        "The exchange asks for margin on a sold option, and more of it on wild days. Hedged ones need much less.",
      ],
    ],
  },
  "option-hedging-algo": {
    heading: "Option hedging algos",
    description:
      "Algos in which every sold option is covered by a bought one, or shares by a put: the largest loss is known or bounded.",
    own: [
      [
        "Is hedged the same as safe?",
        "No. The loss has an end, and it can be reached. A hedge says how much, not how often.",
      ],
    ],
  },
  "equity-long-term-investing-algo": {
    heading: "Equity long-term investing algos",
    description: "Baskets of shares and protected holdings that change once a month or a quarter, by rule.",
    own: [
      [
        "Can I add money every month?",
        "Yes, where the page says so. Additions go to the holdings that are furthest below their weight.",
      ],
    ],
  },
  "under-50000-rs": {
    heading: "Algos under ₹50,000",
    description:
      "Algos whose minimum amount is below ₹50,000: bought options, small equity baskets and day trades.",
    own: [
      [
        "Is a small amount a small risk?",
        "No. A high-risk algo can lose most of a small amount. Look at the risk label and the loss limits, not at the size.",
      ],
    ],
  },
  "under-100000-rs": {
    heading: "Algos under ₹1,00,000",
    description:
      "Algos whose minimum amount is below one lakh: adds hedged option spreads to the smaller ones.",
    own: [
      [
        "Can I run two algos with one lakh?",
        "Yes, if their minimum amounts fit together. Each keeps its own amount; they do not share it.",
      ],
    ],
  },
  "under-200000-rs": {
    heading: "Algos under ₹2,00,000",
    description: "Algos whose minimum amount is below two lakh, which is most of them.",
    own: [
      [
        "Does more money mean a better result?",
        "No. It means more multiples of the same trades, and the same losses in proportion.",
      ],
    ],
  },
  "over-200000-rs": {
    heading: "Algos of ₹2,00,000 and over",
    description:
      "Algos whose minimum amount is two lakh or more: unhedged option selling, covered calls and protected index holdings.",
    own: [
      [
        "Why are these minimums so high?",
        "They block margin for sold options, or hold a whole lot of shares or fund units that an option is written against.",
      ],
    ],
  },
  "low-risk-algo": {
    heading: "Low risk algos",
    description:
      "Algos at the lowest of four risk levels. Low is not none: each can lose a large part of its amount.",
    own: [
      [
        "What counts as low?",
        "Capped or unleveraged positions, small stops, or broad holdings. It says nothing about what you may gain.",
      ],
    ],
  },
  "medium-risk-algo": {
    heading: "Medium risk algos",
    description:
      "Algos whose losses you will notice: wider stops, single shares, or spreads that can lose their whole width.",
    own: [
      [
        "How much can a medium-risk algo lose in a day?",
        "Its page states the stop for a trade and for a day, as a share of your amount and in rupees for the sum you enter.",
      ],
    ],
  },
  "moderately-high-risk-algo": {
    heading: "Moderately high risk algos",
    description:
      "Algos for which large swings are usual: momentum, expiry days, and sold options with stops.",
    own: [
      [
        "Is this the level called Moderate elsewhere?",
        "Yes. The four levels are low, medium, moderate and high; we write the third as moderately high, because that is what it means.",
      ],
    ],
  },
  "high-risk-algo": {
    heading: "High risk algos",
    description:
      "Algos that can lose most of the amount: unhedged selling, leverage, scalps, or a few concentrated positions.",
    own: [
      [
        "Should I start with one of these?",
        "Only with money whose loss would change nothing for you. Paper first costs nothing and teaches the same.",
      ],
    ],
  },
  "most-deployed-algo": {
    heading: "Most deployed algos",
    description: "The eight algos that most traders run now.",
    own: [
      [
        "How is deployed counted?",
        "Each trader who runs it counts once, however large the amount. Paper deployments do not count.",
      ],
    ],
  },
  "most-tracked-algo": {
    heading: "Most tracked algos",
    description: "The eight algos that stand on most tracklists: watched, not necessarily run.",
    own: [
      [
        "What is a tracklist?",
        "Your own list of algos to keep an eye on. It costs nothing and trades nothing.",
      ],
    ],
  },
  "popular-option-trading-algo": {
    heading: "Popular option trading algos",
    description: "The eight most deployed algos among those that trade options.",
    own: [
      [
        "Are buying and selling algos mixed here?",
        "Yes. The tags on each card say which it is; their risks are not alike.",
      ],
    ],
  },
  "popular-equity-trading-algo": {
    heading: "Popular equity trading algos",
    description: "The eight most deployed algos among those that trade shares or options on them.",
    own: [
      [
        "Why do options appear among equity algos?",
        "Options on single companies count as equity, since the company is what moves them.",
      ],
    ],
  },
};

export function collectionText(category: DiscoverCategoryId, item: DiscoverItem): CollectionText {
  const text = TEXTS[item.id] ?? { heading: item.title, description: item.subtitle, own: [] };
  const branded = brandLanguage().tags[item.id];
  return {
    heading: branded?.title ?? text.heading,
    description: branded?.subtitle ?? text.description,
    faqs: [...text.own, ...GROUP_FAQS[category]].map(([question, answer], index) => ({
      id: `${item.id}-faq-${index + 1}`,
      question,
      answer,
    })),
  };
}

const FIELD_RULES: Record<FieldName, string> = {
  most_deployed_algo_strategies: "open algos deployed by the most traders",
  most_tracked_algo_strategies: "open algos on the most tracklists",
  popular_option_algo_strategies: "open algos tagged Options that the most traders deployed",
  popular_equity_algo_strategies: "open algos tagged Equity that the most traders deployed",
};

/** Describes a collection's rule from its query. */
export function ruleOf(item: DiscoverItem): string {
  if ("fieldName" in item)
    return `The ${FIELD_LIST_LENGTH} ${FIELD_RULES[item.fieldName]}, counted at each visit.`;
  const { tags, min_amount, min_amount_val, risk, partner_name } = item.query;
  if (tags !== undefined)
    return `Every listed algo tagged ${tags.length === 1 ? tags[0] : `${tags.slice(0, -1).join(", ")} and ${tags.at(-1)}`}.`;
  if (min_amount !== undefined)
    return `Every listed algo whose minimum amount is ${min_amount_val === "Lower" ? "below" : "at or above"} ${formatRupees(min_amount)}.`;
  if (risk !== undefined) return `Every listed algo whose risk is ${formatRisk(risk).toLowerCase()}.`;
  return `Every listed algo of ${partner_name}.`;
}

/** Every item except managers has its own text; a test checks that. */
export function hasOwnText(id: string): boolean {
  return id in TEXTS;
}
