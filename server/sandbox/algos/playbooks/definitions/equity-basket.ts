// Holds the best shares of a universe by rank and reviews them by the calendar.
import {
  closeAll,
  type Decision,
  deviation,
  isEntryTime,
  type Rule,
  type RuleContext,
} from "../rules/rule.ts";
import { isStopped, numbersOf, type Playbook, type Ranking, type Rules, read } from "./playbook.ts";
import { dearestShares, shareLeg, sharesFor } from "./share-positions.ts";

const DEFAULTS = { holdings: 10, graceRanks: 5, lookbackDays: 126, skipDays: 21, reviewMonths: 1 };
const DEFAULT_RANKING: Ranking = "return";

/** The universe, best first. */
function ranked(context: RuleContext, p: typeof DEFAULTS): string[] {
  const { plan, view } = context;
  const scored = plan.watched.map((key) => {
    const closes = view.closes(key, p.lookbackDays + p.skipDays + 1);
    const past = closes.at(-1 - p.skipDays) ?? 1;
    const returns = closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
    return { key, gained: past / (closes[0] ?? past), swings: deviation(returns) };
  });
  const places = (score: (one: (typeof scored)[number]) => number) =>
    new Map([...scored].sort((a, b) => score(b) - score(a)).map(({ key }, place) => [key, place]));
  const byReturn = places(({ gained }) => gained);
  const byCalm = places(({ swings }) => -swings);
  const ranking = plan.rules.ranking ?? DEFAULT_RANKING;
  const place = (key: string) =>
    (ranking === "calm" ? 0 : (byReturn.get(key) ?? 0)) + (ranking === "return" ? 0 : (byCalm.get(key) ?? 0));
  return scored.map(({ key }) => key).sort((a, b) => place(a) - place(b));
}

const rule: Rule = (context) => {
  const { view, groups } = context;
  const p = numbersOf(context, DEFAULTS);
  if (!isEntryTime(context)) return [];
  // January is the first month of a quarter.
  const isReview = view.monthSession === 1 && (view.month - 1) % p.reviewMonths === 0;
  if (groups.length > 0 && !isReview) return [];
  const order = ranked(context, p);
  const keep = new Set(order.slice(0, p.holdings + p.graceRanks));
  const decisions: Decision[] = [];
  const held = new Set<string>();
  for (const group of groups) {
    if (keep.has(group.tag)) held.add(group.tag);
    else decisions.push(closeAll(group, `It has dropped out of the best ${p.holdings + p.graceRanks}.`));
  }
  if (isStopped(context.capitalRupees, context.balanceRupees)) return decisions;
  for (const key of order) {
    if (held.size >= p.holdings) break;
    if (held.has(key) || context.today.opened.includes(key)) continue;
    const leg = shareLeg(context, key, sharesFor(context, key, p.holdings));
    // A share that costs more than its part is passed by, and the next one taken.
    if (leg === null) continue;
    held.add(key);
    decisions.push({ do: "open", tag: key, legs: [leg], reason: `Among the best ${p.holdings} by rank.` });
  }
  return decisions;
};

const RANKED_ON: Record<Ranking, (p: typeof DEFAULTS) => string> = {
  return: (p) => `the share's return over ${p.lookbackDays} sessions, the latest ${p.skipDays} left out`,
  calm: (p) => `the smallness of its daily price swings over ${p.lookbackDays + p.skipDays} sessions`,
  both: (p) =>
    `its place by return over ${p.lookbackDays} sessions, the latest ${p.skipDays} left out, added to its place by smallness of daily price swings`,
};

function rankedOn(rules: Rules): string {
  return RANKED_ON[rules.ranking ?? DEFAULT_RANKING](read(rules, DEFAULTS));
}

export const equityBasket: Playbook = {
  kind: "Equity",
  tags: ["Equity", "Long-Term"],
  worstCase: "gap",
  holdingPeriod: { Delivery: "Months to years" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    const period =
      r.reviewMonths === 1 ? "month" : r.reviewMonths === 3 ? "quarter" : `${r.reviewMonths} months`;
    return {
      summary: `Holds the best ${r.holdings} of ${s.traded} in equal parts and reviews them on the first session of a ${period}, by rule.`,
      howItWorks: [
        `The universe is ranked on ${rankedOn(rules)}. The best ${r.holdings} are held.`,
        `On the first session of each ${period}, between ${r.from} and ${r.to}, those that have fallen more than ${r.graceRanks} ranks behind the best ${r.holdings} are sold and replaced; the others are left as they are.`,
        "Shares are bought for delivery with your own money: no margin, no short positions, no derivatives.",
      ],
      whatCouldGoWrong: [
        "A basket of shares falls when the market falls. A third of the value within a year has happened to such baskets and will happen again.",
        "A style can be out of favour for years.",
        "Selling within a year is taxed at the higher rate; the rule does not look at your tax.",
      ],
      tradeFrequency: r.reviewMonths === 1 ? "Up to four changes a month." : `Up to six changes a ${period}.`,
      faqs: [
        {
          question: "What is DDPI?",
          answer:
            "A one-time authorisation that lets the broker release shares you sell. Without it every sale asks for a TPIN.",
        },
        {
          question: "Are gains reinvested?",
          answer:
            "No. Each new holding gets its part of the amount you deployed; gains stay in your account.",
        },
        {
          question: "What happens when I stop?",
          answer: "Nothing is sold unless you say so. The shares are yours and stay in your demat account.",
        },
      ],
    };
  },
  structure(rules) {
    const { holdings } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [{ kind: "share", side: "buy", strike: null, expiry: null }],
      isOneOf: false,
      isCovered: true,
      largestLoss: null,
      positionsAtMost: holdings,
    };
  },
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    return dearestShares(context, p.holdings);
  },
};
