// Questions on collection pages, and sentences about the collections' rules.
import type { NamedList } from "../domain/vocabulary.ts";
import type { DiscoverCategoryId } from "./menu.ts";

type Question = { question: string; answer: string };

/** One question for all collection pages of a group, by group. */
export const GROUP_QUESTIONS: Record<DiscoverCategoryId, Question> = {
  "by-instrument": {
    question: "Do I need to know how these instruments work?",
    answer:
      "You should know what you can lose. Each algo's page states what it trades, how much you can lose on one trade and in one day, and what could go wrong.",
  },
  "by-trading-style": {
    question: "Is one style safer than another?",
    answer:
      "No style is safe. Some styles have small, frequent losses; others have large, rare ones. See the risk level and “What it can lose” on each algo's page.",
  },
  "by-investment": {
    question: "Is the minimum amount what I pay?",
    answer:
      "No. It stays in your account. Part of it buys the position or is blocked as margin; the remainder is a buffer for losses. Fees and charges are extra; each algo's page states them.",
  },
  "by-risk-tolerance": {
    question: "Who sets the risk level?",
    answer:
      "A published rule computes it from stress-test losses, leverage, options sold without cover, and the losses in the record. It is not a rating of quality.",
  },
  "popular-algo": {
    question: "Is a popular algo a good algo?",
    answer:
      "No. It means that many traders chose the algo. The popular lists only count traders, and nobody can pay for a place on them.",
  },
  managers: {
    question: "Who may offer an algo here?",
    answer:
      "Registered research analysts and algo providers empanelled with an exchange. Each algo is approved by the exchange and its orders carry the algo's id.",
  },
};

/** One question for a collection's page, by collection id. */
export const ITEM_QUESTIONS: Record<string, Question> = {
  "equity-trading-algo": {
    question: "Are the shares mine?",
    answer:
      "Shares bought for delivery are held in your own demat account. Intraday positions are closed before the market closes and never reach that account.",
  },
  "equity-options-trading-algo": {
    question: "Why are options on one company different from index options?",
    answer:
      "They trade less, are settled by delivery of shares, and a single announcement can move them further than an index moves in a month.",
  },
  "index-options-trading-algo": {
    question: "Which expiry do they trade?",
    answer:
      "Usually the nearest expiry. Nifty and Sensex have weekly contracts, Bank Nifty has monthly ones. Each algo's page states the expiry that it trades.",
  },
  "sensex-options-trading-algo": {
    question: "Do I need a separate account for the BSE?",
    answer: "No. Your account trades both exchanges once the derivatives segment is active.",
  },
  "nifty-options-trading-algo": {
    question: "Why do so many algos trade Nifty?",
    answer:
      "Nifty options are the most liquid: during most of the day, orders are filled close to the price at the signal.",
  },
  "bank-nifty-options-trading-algo": {
    question: "Does Bank Nifty still have weekly options?",
    answer:
      "No. Only monthly contracts are listed. Algos trade them close to expiry, or close their positions on the same day.",
  },
  "equity-intraday-trading-algo": {
    question: "When are positions closed?",
    answer:
      "Within the exit window on the algo's page, always before the closing auction. If a position cannot be closed, you are notified at once.",
  },
  "equity-swing-trading-algo": {
    question: "What happens overnight?",
    answer:
      "The position stays open. News while the market is closed can move the opening price, and a stop-loss works only after the open.",
  },
  "option-buying-algo": {
    question: "Can I lose more than I paid?",
    answer: "Not with bought options alone. A trade can lose at most the premium and the charges.",
  },
  "option-selling-algo": {
    question: "Why do they need so much money?",
    answer:
      "The exchange requires margin for a sold option, and more on volatile days. Hedged positions need much less.",
  },
  "option-hedging-algo": {
    question: "Is a hedged algo safe?",
    answer:
      "No. A hedge limits the size of a loss, not how often losses occur. The largest loss can still happen.",
  },
  "equity-long-term-investing-algo": {
    question: "Can I add money every month?",
    answer:
      "Yes, if the algo's page says so. Added money buys the holdings that are furthest below their target weight.",
  },
  "under-50000-rs": {
    question: "Does a small amount mean a small risk?",
    answer:
      "No. A high-risk algo can lose most of a small amount. Look at the risk level and the loss limits, not at the size.",
  },
  "under-100000-rs": {
    question: "Can I run two algos with one lakh?",
    answer:
      "Yes, if their minimum amounts add up to one lakh or less. Each algo has its own amount; they do not share it.",
  },
  "under-200000-rs": {
    question: "Does more money mean a better result?",
    answer: "No. It means more multiples of the same trades, and the same losses in proportion.",
  },
  "over-200000-rs": {
    question: "Why are these minimums so high?",
    answer:
      "They cover the margin for sold options, or one full lot of the shares or fund units that cover a sold option.",
  },
  "low-risk-algo": {
    question: "What makes an algo low-risk?",
    answer:
      "All inputs of the risk rating, such as stress loss, leverage and max drawdown, are in the lowest band. The level says nothing about possible gains.",
  },
  "medium-risk-algo": {
    question: "How much can a medium-risk algo lose in a day?",
    answer: "Its page states the stop-loss per trade and per day, as a share of your amount and in rupees.",
  },
  "moderately-high-risk-algo": {
    question: "Is this the level called Moderate elsewhere?",
    answer:
      "Yes. The four levels are low, medium, moderate and high. We call the third one moderately high, because it is above medium.",
  },
  "high-risk-algo": {
    question: "Should I start with one of these?",
    answer: "Only with money that you can afford to lose. Try it on paper first: that costs nothing.",
  },
  "most-deployed-algo": {
    question: "How are deployments counted?",
    answer:
      "Each trader who runs the algo counts once, however large the amount. Paper deployments do not count.",
  },
  "most-tracked-algo": {
    question: "What is a tracklist?",
    answer: "Your own list of algos to follow. It is free and places no orders.",
  },
  "popular-option-trading-algo": {
    question: "Are buying and selling algos mixed here?",
    answer: "Yes. The tags on each card show whether the algo buys or sells options. The risks differ.",
  },
  "popular-equity-trading-algo": {
    question: "Why do options appear among equity algos?",
    answer: "Options on single companies count as equity, because the company moves their price.",
  },
};

export const FIELD_RULES: Record<NamedList, string> = {
  most_deployed_algo_strategies: "open algos deployed by the most traders",
  most_tracked_algo_strategies: "open algos on the most tracklists",
  popular_option_algo_strategies: "open algos tagged Options that the most traders deployed",
  popular_equity_algo_strategies: "open algos tagged Equity that the most traders deployed",
};

export const COLLECTION_RULES = {
  counted: ({ count, rule }: { count: number; rule: string }) =>
    `The ${count} ${rule}, updated at each visit.`,
  tagged: (tag: string) => `Every listed algo tagged ${tag}.`,
  taggedBoth: ({ tags, last }: { tags: string; last: string }) =>
    `Every listed algo tagged ${tags} and ${last}.`,
  below: (amount: string) => `Every listed algo whose minimum amount is below ${amount}.`,
  atLeast: (amount: string) => `Every listed algo whose minimum amount is at or above ${amount}.`,
  risk: (level: string) => `Every listed algo whose risk is ${level}.`,
  partner: (name: string) => `Every listed algo of ${name}.`,
};
