// Buys at a new high and lets a wide trailing stop decide how long to stay.
import { closeAll, type Decision, isEntryTime, mean, type Rule } from "../rules/rule.ts";
import { COSTS, numbersOf, OVERNIGHT, type Playbook, read } from "./playbook.ts";
import { dearestShares, openShares, sharesFor } from "./share-positions.ts";

const DEFAULTS = {
  lookbackDays: 55,
  stopPercent: 10,
  rangeMultiple: 8,
  rangeDays: 20,
  maxPositions: 5,
  maxTrades: 2,
};

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const decisions = groups.flatMap((group): Decision[] => {
    const [leg] = group.legs;
    if (leg === undefined) return [];
    const closes = view.closes(group.tag, p.rangeDays + 1);
    const range = mean(closes.slice(1).map((close, index) => Math.abs(close - (closes[index] ?? close))));
    const stopAt = Math.max(
      leg.entryRupees * (1 - p.stopPercent / 100),
      group.bestRupees - p.rangeMultiple * range,
    );
    return leg.nowRupees <= stopAt ? [closeAll(group, "The trailing stop was reached.")] : [];
  });
  let room = Math.min(p.maxPositions - groups.length, p.maxTrades - today.opened.length);
  if (room <= 0 || !isEntryTime(context)) return decisions;
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (today.opened.includes(key) || groups.some(({ tag }) => tag === key)) continue;
    const closes = view.closes(key, p.lookbackDays);
    if ((closes.at(-1) ?? 0) < Math.max(...closes)) continue;
    const quantity = sharesFor(context, key, p.maxPositions);
    const opened = openShares(context, key, quantity, `Closed at the highest of ${p.lookbackDays} days.`);
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

export const equityBreakout: Playbook = {
  kind: "Equity",
  tags: ["Equity", "Swing"],
  worstCase: "gap",
  holdingPeriod: { Swing: "1 to 20 weeks" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Trades ${s.traded}: buys at a new ${r.lookbackDays}-day high and lets a wide trailing stop decide how long to stay.`,
      howItWorks: [
        `After a close at the highest of ${r.lookbackDays} days the share is bought the next session between ${r.from} and ${r.to}.`,
        `The first stop is ${r.stopPercent}% under entry; it then follows the highest price at ${r.rangeMultiple} times the average daily change of ${r.rangeDays} days.`,
        `At most ${r.maxPositions} ${r.maxPositions === 1 ? "holding" : "holdings of equal weight"} and ${r.maxTrades} bought a day; when full, new signals are passed by.`,
      ],
      whatCouldGoWrong: [
        "Most breakouts fail. The rule lives from a few that do not, and weeks may pass between those.",
        OVERNIGHT,
        "Shares that rise together fall together: several stops on one day are likely.",
        COSTS,
      ],
      tradeFrequency: r.maxPositions === 1 ? "One to six trades a year." : "One to four trades a month.",
      faqs: [
        { question: "Does it sell short?", answer: "No. In falling markets it holds cash." },
        {
          question: "Do I need DDPI?",
          answer:
            "Yes, or a TPIN for each sale: shares held overnight are in your demat account and must be released when they are sold.",
        },
      ],
    };
  },
  structure(rules) {
    const { maxPositions } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [{ kind: "share", side: "buy", strike: null, expiry: null }],
      isOneOf: false,
      isCovered: true,
      largestLoss: null,
      positionsAtMost: maxPositions,
    };
  },
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    return dearestShares(context, p.maxPositions);
  },
};
