// Holds the best-ranked shares of a universe and reviews them every `reviewMonths` months.

import { closeAll, deviation, isEntryTime, openPosition, type RuleContext } from "../../rules/rule.ts";
import { customPlaybook, type Ranking, type ResolvedParameters, resolveParameters } from "../playbook.ts";
import { largestShares, SHARE_LEG, sharePart } from "../share-position.ts";
import { isStopped } from "../sizing.ts";

const DEFAULTS = { holdings: 10, graceRanks: 5, lookbackDays: 126, skipDays: 21, reviewMonths: 1 };

const DEFAULT_RANKING: Ranking = "return";

const RANKING_TEXTS: Record<Ranking, (numbers: typeof DEFAULTS) => string> = {
  return: (r) => `the share's return over ${r.lookbackDays} sessions (excluding the latest ${r.skipDays})`,
  calm: (r) => `low daily volatility over ${r.lookbackDays + r.skipDays} sessions`,
  both: (r) =>
    `the sum of two ranks: return over ${r.lookbackDays} sessions (excluding the latest ${r.skipDays}) and low daily volatility`,
};

/** Returns the watched shares, best first. */
function rankShares(
  { plan, view }: RuleContext,
  { lookbackDays, skipDays, ranking }: ResolvedParameters<typeof DEFAULTS>,
) {
  const scored = plan.watched.map((key) => {
    const closes = view.closes(key, lookbackDays + skipDays + 1);
    const past = closes.at(-1 - skipDays) ?? 1;
    const returns = closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
    return { key, return: past / (closes[0] ?? past), calm: -deviation(returns), place: 0 };
  });
  const by = ranking ?? DEFAULT_RANKING;
  for (const name of by === "both" ? (["return", "calm"] as const) : [by])
    for (const [place, share] of [...scored].sort((a, b) => b[name] - a[name]).entries())
      share.place += place;
  return scored.sort((a, b) => a.place - b.place).map(({ key }) => key);
}

export const equityBasket = customPlaybook(
  {
    kind: "Equity",
    tags: ["Equity", "Long-Term"],
    worstCase: "gap",
    holdingPeriod: { Delivery: "Months to years" },
    defaults: DEFAULTS,
    direction: "rise",
    prose(s, r) {
      const period =
        r.reviewMonths === 1 ? "month" : r.reviewMonths === 3 ? "quarter" : `${r.reviewMonths} months`;
      const fallen =
        r.graceRanks === 0
          ? "no longer among"
          : `that have fallen more than ${r.graceRanks} ${r.graceRanks === 1 ? "rank" : "ranks"} behind`;
      return {
        summary: `Holds the best ${r.holdings} of ${s.traded}, reviewed each ${period}.`,
        howItWorks: [
          `The shares are ranked by ${RANKING_TEXTS[r.ranking ?? DEFAULT_RANKING](r)}. The best ${r.holdings} are held.`,
          `On the first session of each ${period}, between ${r.from} and ${r.to}, those ${fallen} the best ${r.holdings} are sold and replaced; the others are held.`,
          "Shares are bought for delivery with your own money: no margin, no short positions, no derivatives.",
        ],
        whatCouldGoWrong: [
          "A basket of shares falls when the market falls. Such baskets have lost a third of their value within a year, and can again.",
          "A ranking can underperform the market for years.",
          "Selling within a year is taxed at the higher rate; the rules do not consider your tax.",
        ],
        tradeFrequency:
          r.reviewMonths === 1 ? "Up to four changes a month." : `Up to six changes a ${period}.`,
        faqs: {
          "What is DDPI?":
            "A one-time authorisation that lets the broker release shares you sell. Without it every sale asks for a TPIN.",
          "Are gains reinvested?":
            "No. Each new holding gets its part of the amount you deployed; gains stay in your account.",
          "What happens when I stop?":
            "Nothing is sold unless you say so. The shares are yours and stay in your demat account.",
        },
      };
    },
  },
  () => [SHARE_LEG],
  (context) => {
    const { view, groups } = context;
    const numbers = resolveParameters(context, DEFAULTS);
    const { holdings, graceRanks, reviewMonths } = numbers;
    // True on the first session of a review month, for example of January with quarterly reviews.
    const isReview = view.monthSession === 1 && (view.month - 1) % reviewMonths === 0;
    if (!isEntryTime(context) || (groups.length > 0 && !isReview)) return [];
    const ranks = rankShares(context, numbers);
    const retained = new Set(ranks.slice(0, holdings + graceRanks));
    const decisions = groups
      .filter(({ tag }) => !retained.has(tag))
      .map((group) => closeAll(group, `It has dropped out of the best ${holdings + graceRanks}.`));
    if (isStopped(context)) return decisions;
    const held = new Set(groups.filter(({ tag }) => retained.has(tag)).map(({ tag }) => tag));
    for (const key of ranks) {
      if (held.size >= holdings) break;
      if (held.has(key) || context.today.opened.includes(key)) continue;
      // Skips a share whose price exceeds its part of the capital.
      const leg = sharePart(context, key, holdings);
      if (leg === null) continue;
      held.add(key);
      decisions.push(openPosition(key, [leg], `Among the best ${holdings} by rank.`));
    }
    return decisions;
  },
  (context) => {
    const { holdings } = resolveParameters(context, DEFAULTS);
    return largestShares(context, holdings);
  },
);
