// The families of rules that catalogue strategies belong to. A playbook turns a strategy's numbers (ranges, stops,
// widths) into what its page says: how it works, what could go wrong, the questions people ask. Pure; no performance.
import type { Strategy } from "../../../../app/wire/strategy.ts";
import type { InstrumentKind, Product, Tag } from "../../../../app/wire/vocabulary.ts";

export type Subject = {
  /** What is traded, as a reader says it: "Nifty 50 options", "ten large banks". */
  traded: string;
  /** What is watched: "Nifty 50", "the share". */
  watched: string;
  expiry?: { day: string; series: string };
};

/** Numbers of one strategy's rules. Times are IST. A playbook reads the ones it needs and states them all. */
export type Rules = {
  from: string;
  to: string;
  exitFrom: string;
  exitTo: string;
  rangeMinutes?: number;
  stopPercent?: number;
  targetMultiple?: number;
  legStopPercent?: number;
  widthPoints?: number;
  delta?: number;
  lookbackDays?: number;
  holdings?: number;
  maxTrades?: number;
};

type Prose = {
  summary: string;
  howItWorks: string[];
  whatCouldGoWrong: string[];
  tradeFrequency: string;
  faqs: { question: string; answer: string }[];
};

export type Playbook = {
  kind: InstrumentKind;
  tags: Tag[];
  worstCase: Strategy["lossLimits"]["worstCase"];
  holdingPeriod: Record<string, string>;
  prose(subject: Subject, rules: Rules, product: Product): Prose;
};

const GAP_RISK =
  "Price can jump past the stop, on news or at the open. The loss is then larger than the stop says, by as much as the jump.";
const COSTS =
  "Brokerage, taxes, exchange charges and the difference between bid and ask come off every trade. An algo that trades often pays them often.";
const SOLD_OPTIONS =
  "A sold option can lose many times the premium it brought in. A violent day can pass several stops at once, and the exchange may raise margins while the position is open.";
const CHOP = "In a market without direction the signal fires and fails again and again; small losses add up.";
const DECAY =
  "A bought option loses value every day that nothing happens. The view can be right and the trade still lose, because it was right too late.";
const OVERNIGHT =
  "Positions are held overnight. Whatever happens while the market is closed is in the opening price, and no stop helps against it.";
const CAPPED =
  "The largest loss is fixed when the trade is opened, and it happens in full more often than feels right: expect it, do not plan around it.";

export const PLAYBOOKS = {
  openingRangeBuying: {
    kind: "Index Options",
    tags: ["Index", "Options", "Buying"],
    worstCase: "capped",
    holdingPeriod: {
      Intraday: "Minutes to hours, same day",
      Swing: "1 to 4 days",
      Scalping: "Under 15 minutes",
    },
    prose: (s, r) => ({
      summary: `Buys one ${s.traded} contract when ${s.watched} leaves the range of its first ${r.rangeMinutes} minutes, and is flat by ${r.exitTo}.`,
      howItWorks: [
        `From 09:15 it notes the high and the low of ${s.watched} for ${r.rangeMinutes} minutes.`,
        `Between ${r.from} and ${r.to} a close above the high buys an at-the-money call; a close below the low buys a put. The nearest ${s.expiry?.series} expiry is used.`,
        `The stop stands ${r.stopPercent}% below the premium paid and follows price up once the trade is ahead by as much.`,
        `Half is sold at ${r.targetMultiple} times the amount at risk; the rest leaves on the stop or at ${r.exitFrom}.`,
      ],
      whatCouldGoWrong: [
        DECAY,
        CHOP,
        "On expiry day premiums move fast and thinly: the fill may be some way from the price that gave the signal.",
        COSTS,
      ],
      tradeFrequency: `At most ${r.maxTrades ?? 2} trades a day; none on days without a break.`,
      faqs: [
        {
          question: "What happens on days when price breaks out both ways?",
          answer: `The first break is taken. If it stops out, one break the other way may be taken before ${r.to}; after that the algo is done for the day.`,
        },
        {
          question: "Can I lose more than the premium?",
          answer:
            "No. Only options are bought, so the most that a trade can lose is what was paid for it and the charges.",
        },
      ],
    }),
  },
  momentumScalp: {
    kind: "Index Options",
    tags: ["Index", "Options", "Buying"],
    worstCase: "capped",
    holdingPeriod: { Scalping: "1 to 10 minutes" },
    prose: (s, r) => ({
      summary: `Buys ${s.traded} for a few minutes when ${s.watched} moves faster than its own recent pace, with a small stop and a smaller patience.`,
      howItWorks: [
        `It measures how far ${s.watched} travels in a minute against the average of the last ${r.rangeMinutes} minutes.`,
        `A move of more than ${r.targetMultiple} times that average, in the direction of the day, buys the nearest in-the-money option.`,
        `The stop is ${r.stopPercent}% of the premium. Without progress in three minutes the trade is closed where it stands.`,
        `At most ${r.maxTrades} trades a day between ${r.from} and ${r.to}; two losses in a row pause it for half an hour.`,
      ],
      whatCouldGoWrong: [
        COSTS,
        "Speed is needed at both ends. If orders are filled late, the move that the trade was for has already happened.",
        CHOP,
        DECAY,
      ],
      tradeFrequency: `Up to ${r.maxTrades} trades a day.`,
      faqs: [
        {
          question: "Does it need me to watch?",
          answer: "No. Entries and exits are sent by the algo. You can pause or stop it at any time.",
        },
        {
          question: "Why are the charges so visible here?",
          answer:
            "Because a scalp aims at little, and charges are a large part of little. Read the cost lines before the others.",
        },
      ],
    }),
  },
  straddleSelling: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling"],
    worstCase: "open",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 3 days" },
    prose: (s, r) => ({
      summary: `Sells the at-the-money call and put of ${s.watched} at ${r.from} and buys each back when it has risen ${r.legStopPercent}% or at ${r.exitTo}.`,
      howItWorks: [
        `At ${r.from} it sells one call and one put of ${s.watched} at the strike nearest to the index, ${s.expiry?.series} expiry.`,
        `Each leg has its own stop ${r.legStopPercent}% above the price at which it was sold. When one leg is stopped, the stop of the other moves to its entry.`,
        `The day ends at a loss limit for both legs together, or at ${r.exitFrom} to ${r.exitTo}.`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        "A move one way stops the first leg and a turn stops the second: both lose on one day.",
        GAP_RISK,
        COSTS,
      ],
      tradeFrequency: "One straddle a day on trading days.",
      faqs: [
        {
          question: "Is anything held overnight?",
          answer: "No. Both legs are bought back the same day, whatever they cost by then.",
        },
        {
          question: "Why is the minimum amount so much larger than the premium?",
          answer:
            "The exchange blocks margin for sold options. The minimum is that margin and a buffer for days when it rises.",
        },
      ],
    }),
  },
  strangleSelling: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling"],
    worstCase: "open",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 5 days", Scalping: "10 to 40 minutes" },
    prose: (s, r, product) => ({
      summary: `Sells a call and a put of ${s.watched} away from the market, at about ${r.delta} delta each, and manages each side by a stop.`,
      howItWorks: [
        `Between ${r.from} and ${r.to} it picks the call and the put whose delta is nearest to ${r.delta} and sells both.`,
        `A side that rises ${r.legStopPercent}% is bought back; the other side is then moved nearer once, never twice.`,
        product === "Swing"
          ? `What is left is closed on the day before expiry (${s.expiry?.day}) or when four fifths of the premium have been earned.`
          : `Everything is bought back between ${r.exitFrom} and ${r.exitTo}.`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        product === "Swing" ? OVERNIGHT : GAP_RISK,
        "Moving a side nearer earns more premium and adds risk on a day that has already shown it moves.",
        COSTS,
      ],
      tradeFrequency: product === "Swing" ? "One to two positions a week." : "One to three positions a day.",
      faqs: [
        {
          question: "What is delta here?",
          answer: `Roughly the share of the index's move that the option follows. ${r.delta} means an option some way from the market, cheap and usually worthless at expiry, until it is not.`,
        },
        {
          question: "Is the other side covered?",
          answer:
            "No. These are sold options without a bought hedge, which is why the risk is stated as it is.",
        },
      ],
    }),
  },
  ironCondor: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling", "Hedged"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "2 to 6 days", Scalping: "15 to 45 minutes" },
    prose: (s, r, product) => ({
      summary: `Sells a call spread and a put spread on ${s.watched}, ${r.widthPoints} points wide each, so that the largest loss is known before the first order.`,
      howItWorks: [
        `The hedges are bought first: a call and a put ${r.widthPoints} points further out. Then the near call and put are sold at about ${r.delta} delta.`,
        `If the cost of closing reaches ${r.legStopPercent}% of the premium received, all four legs are closed.`,
        product === "Swing"
          ? `It is closed when seven tenths of the premium are earned, or at ${r.exitTo} on the day before ${s.expiry?.day}.`
          : `It is closed by ${r.exitTo} on the day it was opened.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        product === "Swing" ? OVERNIGHT : GAP_RISK,
        "Four legs are four fills. In a fast market one may be late, and for that moment the position is not the one that was meant.",
        COSTS,
      ],
      tradeFrequency:
        product === "Swing" ? "One condor a week." : "One condor a day on quiet days; none otherwise.",
      faqs: [
        {
          question: "What is the most that one condor can lose?",
          answer: `The width of one side (${r.widthPoints} points times the lot) less the premium received, plus charges. Both sides cannot lose in full together.`,
        },
        {
          question: "Why buy the hedges first?",
          answer:
            "The margin is then asked on the hedged position, and there is never a moment with an open sold leg.",
        },
      ],
    }),
  },
  creditSpread: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling", "Hedged"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "2 to 5 days", Delivery: "1 to 3 weeks" },
    prose: (s, r, product) => ({
      summary: `Sells a hedged option spread on ${s.watched} in the direction its ${r.lookbackDays}-day trend points, ${r.widthPoints} points wide.`,
      howItWorks: [
        `The trend is the side of the ${r.lookbackDays}-day average on which ${s.watched} closes. Above it, a put spread is sold; below it, a call spread.`,
        `The hedge ${r.widthPoints} points away is bought first, then the near option at about ${r.delta} delta is sold.`,
        `It closes when ${s.watched} touches the sold strike, when three quarters of the premium are earned, or by ${r.exitTo} ${product === "Intraday" ? "the same day" : "on the day before expiry"}.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "Premium received is small against the width at risk: one full loss takes back several gains.",
        product === "Intraday" ? GAP_RISK : OVERNIGHT,
        COSTS,
      ],
      tradeFrequency: product === "Intraday" ? "At most one spread a day." : "One to two spreads a week.",
      faqs: [
        {
          question: "What does hedged mean here?",
          answer:
            "A further option of the same kind is held against the sold one. Whatever the market does, the loss ends at the width between them.",
        },
        {
          question: "Does it change direction midway?",
          answer: "No. A spread is closed by its own rules; the next one follows the trend of that day.",
        },
      ],
    }),
  },
  debitSpread: {
    kind: "Index Options",
    tags: ["Index", "Options", "Buying", "Hedged"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 5 days" },
    prose: (s, r) => ({
      summary: `Buys a call or put spread on ${s.watched} after a ${r.lookbackDays}-day breakout: a cheap directional bet with both ends known.`,
      howItWorks: [
        `A close beyond the highest high or lowest low of ${r.lookbackDays} days gives the direction.`,
        `At ${r.from} the next session it buys the at-the-money option and sells one ${r.widthPoints} points further, which pays for part of it.`,
        `It leaves at ${r.stopPercent}% of the cost lost, at the full width less a tenth, or by ${r.exitTo} on the fifth day.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        CHOP,
        "The gain is capped too: a very large move earns no more than the width.",
        OVERNIGHT,
      ],
      tradeFrequency: "Three to five trades a month.",
      faqs: [
        {
          question: "Why sell an option against the bought one?",
          answer:
            "It lowers the cost and slows the daily loss of value. In exchange the gain ends at the sold strike.",
        },
        {
          question: "How much is at risk in one trade?",
          answer: "What the spread costs, and charges. Nothing beyond it.",
        },
      ],
    }),
  },
  expiryFly: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling", "Hedged"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, expiry day only", Scalping: "15 to 60 minutes, expiry day" },
    prose: (s, r) => ({
      summary: `On expiry day only: sells the at-the-money call and put of ${s.watched} with wings ${r.widthPoints} points out, for the last hours of their value.`,
      howItWorks: [
        `On expiry day (${s.expiry?.day}) at ${r.from} the wings are bought and then the middle is sold.`,
        `If ${s.watched} moves ${r.stopPercent}% from the middle, all is closed; it may be opened once more around the new level before ${r.to}.`,
        `It is closed by ${r.exitTo}; nothing is carried into settlement.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "In the last hours a small move of the index is a large move of the option. The stop is hit in seconds, not minutes.",
        "Trading once more after a loss can lose twice on one day.",
        COSTS,
      ],
      tradeFrequency: "One or two positions on each expiry day.",
      faqs: [
        {
          question: "What does it do on other days?",
          answer:
            "Nothing. The amount stays free in your account, though margin rules on expiry morning may block it early.",
        },
        {
          question: "Why not wait for settlement?",
          answer:
            "The settlement value is an average that nobody can trade. Closing before it keeps the result in the order book.",
        },
      ],
    }),
  },
  calendarSpread: {
    kind: "Index Options",
    tags: ["Index", "Options", "Selling", "Hedged"],
    worstCase: "gap",
    holdingPeriod: { Swing: "3 to 7 days", Delivery: "2 to 4 weeks" },
    prose: (s, r) => ({
      summary: `Sells the near ${s.watched} expiry and buys the next at the same strike: earns from the near one ageing faster, and suffers when price walks away.`,
      howItWorks: [
        `With ${r.lookbackDays} days left in the near contract it buys the next expiry's call and put and sells the near ones at the strike nearest to ${s.watched}.`,
        `If price moves ${r.stopPercent}% from the strike the position is closed and may be opened again at the new level, once.`,
        `It is closed by ${r.exitTo} on the day before the near expiry.`,
      ],
      whatCouldGoWrong: [
        "A drop in implied volatility hurts the bought side more than the sold side, even if price stands still.",
        OVERNIGHT,
        GAP_RISK,
        COSTS,
      ],
      tradeFrequency: "Two to four positions a month.",
      faqs: [
        {
          question: "Is the loss limited?",
          answer:
            "In practice by the cost of the position and its stop. At a jump the two expiries do not move alike, so the limit is not exact.",
        },
        {
          question: "Which expiry do the margins follow?",
          answer:
            "The near one. On its last day the benefit of the hedge ends, which is why the position is closed the day before.",
        },
      ],
    }),
  },
  protectedIndex: {
    kind: "Index Options",
    tags: ["Index", "Options", "Hedged", "Buying", "Long-Term"],
    worstCase: "capped",
    holdingPeriod: { Delivery: "Months, put renewed monthly" },
    prose: (s, r) => ({
      summary: `Holds an index fund and keeps a bought put on ${s.watched} under it: a long position with a floor that is paid for every month.`,
      howItWorks: [
        `It buys units of an exchange-traded fund on ${s.watched} for the amount deployed.`,
        `Each month it buys a put about ${r.stopPercent}% below the market, and sells a call far above to pay for part of it when the price is fair.`,
        `In the last week before expiry the put is rolled to the next month between ${r.from} and ${r.to}.`,
      ],
      whatCouldGoWrong: [
        "Protection costs money each month. In years that rise slowly it is the whole difference to simply holding the fund.",
        `Down to the floor the loss is yours: about ${r.stopPercent}% a month before the put helps.`,
        "If the sold call is reached, gains above it are given up for that month.",
      ],
      tradeFrequency: "One roll a month; the fund itself is bought once.",
      faqs: [
        {
          question: "Are the fund units mine?",
          answer: "Yes, they lie in your own demat account. Stopping the algo leaves them there.",
        },
        {
          question: "Why is the minimum amount high?",
          answer: "One put covers a whole lot of the index, so the fund holding has to be about as large.",
        },
      ],
    }),
  },
  stockOptionMomentum: {
    kind: "Equity Options",
    tags: ["Equity", "Options", "Buying"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "2 to 12 minutes" },
    prose: (s, r, product) => ({
      summary: `Buys calls or puts on ${s.traded} when a share breaks its ${product === "Swing" ? `${r.lookbackDays}-day` : `${r.rangeMinutes}-minute`} range on twice its usual volume.`,
      howItWorks: [
        `It watches ${s.traded} from ${r.from}. A break counts only with at least ${r.targetMultiple} times the average volume of that hour.`,
        "The option nearest to the market in the current month is bought, if its bid and ask are within two per cent of each other.",
        `The stop is ${r.stopPercent}% of the premium. ${product === "Swing" ? `The trade ends at the latest on the sixth day at ${r.exitTo}.` : `Everything is closed by ${r.exitTo}.`}`,
        `No more than ${r.maxTrades} positions are open at one time.`,
      ],
      whatCouldGoWrong: [
        DECAY,
        "Options on single shares are thinner than on the index: getting out can cost more than getting in.",
        product === "Swing" ? OVERNIGHT : CHOP,
        "Stock options settle by delivery. Positions are closed before the last week, but a suspended share cannot be closed.",
      ],
      tradeFrequency:
        product === "Swing" ? "One to three trades a week." : `Up to ${r.maxTrades} trades a day.`,
      faqs: [
        {
          question: "How are the shares chosen?",
          answer: `From ${s.traded}, by volume and by the width of their option prices that morning. The list on this page is the whole universe.`,
        },
        {
          question: "Could I be asked to deliver shares?",
          answer: "Not by the rules: nothing is held into the last four sessions of a contract.",
        },
      ],
    }),
  },
  stockOptionSpread: {
    kind: "Equity Options",
    tags: ["Equity", "Options", "Selling", "Hedged"],
    worstCase: "capped",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "3 to 10 days" },
    prose: (s, r, product) => ({
      summary: `Sells hedged spreads on ${s.traded} after a sharp move, when option prices are richer than the move deserves.`,
      howItWorks: [
        `A share that has moved more than ${r.stopPercent}% in ${r.lookbackDays} days while its option prices rose is a candidate.`,
        `On the side away from the move a spread of two strikes is sold at about ${r.delta} delta; the further option is bought first.`,
        `It is closed at half of the premium, at a loss of ${r.legStopPercent}% of it, or ${product === "Intraday" ? `at ${r.exitTo}` : "after ten sessions"}.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "Results, orders of a court or a block sale move a single share further than any average says.",
        "Strikes of stock options are wide apart; the loss of one spread is large against what it earns.",
        COSTS,
      ],
      tradeFrequency: "Two to five spreads a week over all shares.",
      faqs: [
        {
          question: "Does it trade over company results?",
          answer: "No new position is opened in the two sessions before a company's results are due.",
        },
        { question: "How many shares at once?", answer: `At most ${r.maxTrades}, in different sectors.` },
      ],
    }),
  },
  stockStrangle: {
    kind: "Equity Options",
    tags: ["Equity", "Options", "Selling"],
    worstCase: "open",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "3 to 12 days", Scalping: "15 to 50 minutes" },
    prose: (s, r, product) => ({
      summary: `Sells a call and a put far from the market on ${s.traded}, one share at a time, with a stop on each side.`,
      howItWorks: [
        `From ${r.from} it ranks ${s.traded} by how much their options ask over how much the shares have lately moved.`,
        `On the richest one it sells a call and a put at about ${r.delta} delta.`,
        `A side that rises ${r.legStopPercent}% is bought back. ${product === "Swing" ? "The rest is closed a week before expiry." : `The rest is closed by ${r.exitTo}.`}`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        "One share is one company: there is no index to average the surprise away.",
        product === "Swing" ? OVERNIGHT : GAP_RISK,
        "Margins on stock options rise towards expiry and may be raised without notice.",
      ],
      tradeFrequency: product === "Swing" ? "Two to four positions a month." : "One to two positions a day.",
      faqs: [
        {
          question: "Why one share at a time?",
          answer:
            "So that one surprise is one loss. Two positions of this kind tend to be surprised together.",
        },
        {
          question: "Is there a hedge?",
          answer: "No. The risk label says so, and so does the minimum amount.",
        },
      ],
    }),
  },
  coveredCall: {
    kind: "Equity Options",
    tags: ["Equity", "Options", "Selling", "Hedged", "Long-Term"],
    worstCase: "gap",
    holdingPeriod: { Delivery: "Months, call renewed monthly" },
    prose: (s, r) => ({
      summary: `Holds a lot of ${s.traded} and sells a call against it each month: income in still markets, a smaller cushion in falling ones.`,
      howItWorks: [
        `It buys one lot of ${s.traded} for delivery; the shares lie in your demat account and are pledged for the call's margin.`,
        `After each expiry it sells a call about ${r.stopPercent}% above the market for the next month.`,
        `If the call is reached, it is bought back between ${r.from} and ${r.to} in the week before expiry and sold again higher.`,
      ],
      whatCouldGoWrong: [
        "The shares can fall by far more than a year of calls brings in. This is a shareholding first.",
        "In a strong rise the gain above the call is given up or bought back at a cost.",
        "Stock options settle by delivery: a call that cannot be closed hands the shares over.",
      ],
      tradeFrequency: "One call a month.",
      faqs: [
        {
          question: "Do I keep the dividends?",
          answer: "Yes. The shares are yours and dividends come to your bank account.",
        },
        {
          question: "Do I need to pledge?",
          answer:
            "Yes, once, by the depository's own page. Without it the call would ask for margin in cash.",
        },
      ],
    }),
  },
  equityOpeningRange: {
    kind: "Equity",
    tags: ["Equity", "Intraday"],
    worstCase: "gap",
    holdingPeriod: { Intraday: "Minutes to hours, same day" },
    prose: (s, r) => ({
      summary: `Trades ${s.traded} on the break of the first ${r.rangeMinutes} minutes, both ways, flat by ${r.exitTo}.`,
      howItWorks: [
        `The high and low of ${r.rangeMinutes} minutes from 09:15 are noted for ${s.traded}.`,
        `A break on more than its usual volume is followed, long or short, between ${r.from} and ${r.to}; at most ${r.maxTrades} positions at once, of equal size.`,
        `The stop is ${r.stopPercent}% from entry; at ${r.targetMultiple} times the risk half is taken and the stop moves to entry.`,
      ],
      whatCouldGoWrong: [
        CHOP,
        GAP_RISK,
        "A share locked in its circuit cannot be closed that day; a short position then goes to auction.",
        COSTS,
      ],
      tradeFrequency: `Up to ${r.maxTrades} positions a day.`,
      faqs: [
        {
          question: "Does it sell shares I do not have?",
          answer: "Within the day, yes. Every short position is bought back before the close.",
        },
        {
          question: "What margin is used?",
          answer: "The exchange's intraday margin, at most five times the amount blocked.",
        },
      ],
    }),
  },
  equityReversion: {
    kind: "Equity",
    tags: ["Equity"],
    worstCase: "gap",
    holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "3 to 15 minutes" },
    prose: (s, r, product) => ({
      summary: `Trades ${s.traded}: buys after an unusually large fall and sells on the way back to average.`,
      howItWorks: [
        product === "Swing"
          ? `A share above its 200-day average that closes at its lowest in ${r.lookbackDays} days is bought the next morning after ${r.from}.`
          : `A share that stands ${r.targetMultiple} standard deviations under its volume-weighted average price of the day is bought, between ${r.from} and ${r.to}.`,
        `It is sold when price is back at ${product === "Swing" ? "its five-day average" : "that average"}, or ${product === "Swing" ? "after six sessions" : `by ${r.exitTo}`}.`,
        `A stop stands ${r.stopPercent}% under entry; at most ${r.maxTrades} shares are held at once.`,
      ],
      whatCouldGoWrong: [
        "What has fallen can go on falling. The rule buys before it is known which kind of fall it is.",
        product === "Swing" ? OVERNIGHT : GAP_RISK,
        "Gains are many and small, losses few and large. A run of good weeks proves little.",
        COSTS,
      ],
      tradeFrequency:
        product === "Swing" ? "Four to ten trades a month." : `Up to ${r.maxTrades} trades a day.`,
      faqs: [
        {
          question: "Does it average down?",
          answer: "No. One entry a share, one stop, one exit.",
        },
        { question: "Is it long only?", answer: "Yes." },
      ],
    }),
  },
  equityScalp: {
    kind: "Equity",
    tags: ["Equity", "Intraday"],
    worstCase: "gap",
    holdingPeriod: { Scalping: "30 seconds to 8 minutes" },
    prose: (s, r) => ({
      summary: `Joins short pullbacks in ${s.traded} when the order book leans with the trend, for a few ticks at a time.`,
      howItWorks: [
        `Direction comes from the ${r.rangeMinutes}-minute average; the entry waits for a pullback of two to five ticks.`,
        "The five best bids must hold more than the five best asks by half, or the reverse for a short.",
        `The target is ${r.targetMultiple} times the stop of ${r.stopPercent}%; a trade without progress ends after eight minutes.`,
        `No more than ${r.maxTrades} trades a day, none after ${r.to}.`,
      ],
      whatCouldGoWrong: [
        COSTS,
        "The order book can be made to lean by orders that are never meant to trade.",
        "A queue of scalpers at the same price means that some of them are filled only when price goes through them.",
      ],
      tradeFrequency: `Up to ${r.maxTrades} trades a day.`,
      faqs: [
        {
          question: "How much of a trade are the charges?",
          answer:
            "About a third of an average gain. That is normal for this kind and a reason to be careful with it.",
        },
        {
          question: "Will my orders move the price?",
          answer: "Sizes are kept under a hundredth of what the first five levels hold.",
        },
      ],
    }),
  },
  equityBreakout: {
    kind: "Equity",
    tags: ["Equity", "Swing"],
    worstCase: "gap",
    holdingPeriod: { Swing: "4 to 30 days" },
    prose: (s, r) => ({
      summary: `Trades ${s.traded}: buys at a new ${r.lookbackDays}-day high and lets a trailing stop decide how long to stay.`,
      howItWorks: [
        `After a close at the highest of ${r.lookbackDays} days, on rising volume, the share is bought the next session between ${r.from} and ${r.to}.`,
        `The first stop is ${r.stopPercent}% under entry; it then follows at three times the average daily range.`,
        `At most ${r.maxTrades} shares of equal weight; when full, new signals are passed by.`,
      ],
      whatCouldGoWrong: [
        "Most breakouts fail. The rule lives from a few that do not, and weeks may pass between those.",
        OVERNIGHT,
        "Shares that rise together fall together: several stops on one day are likely.",
        COSTS,
      ],
      tradeFrequency: "Three to eight trades a month.",
      faqs: [
        { question: "Does it sell short?", answer: "No. In falling markets it holds cash." },
        {
          question: "Do I need DDPI?",
          answer:
            "Yes, or a TPIN for each sale: shares held overnight are in your demat account and must be released when they are sold.",
        },
      ],
    }),
  },
  equityBasket: {
    kind: "Equity",
    tags: ["Equity", "Long-Term"],
    worstCase: "gap",
    holdingPeriod: { Delivery: "Months to years" },
    prose: (s, r) => ({
      summary: `Holds the best ${r.holdings} of ${s.traded} at equal weight and changes them on the first session of ${r.lookbackDays === 63 ? "a quarter" : "a month"}, by rule.`,
      howItWorks: [
        `The universe is ranked on ${s.watched}. The best ${r.holdings} are held.`,
        `On the first session of each ${r.lookbackDays === 63 ? "quarter" : "month"}, between ${r.from} and ${r.to}, those that have dropped out of the best ${(r.holdings ?? 10) + 5} are sold and replaced.`,
        "Shares are bought for delivery with your own money: no margin, no short positions, no derivatives.",
      ],
      whatCouldGoWrong: [
        "A basket of shares falls when the market falls. A third of the value within a year has happened to such baskets and will happen again.",
        "A style can be out of favour for years.",
        "Selling within a year is taxed at the higher rate; the rule does not look at your tax.",
      ],
      tradeFrequency:
        r.lookbackDays === 63 ? "Two to six changes a quarter." : "One to four changes a month.",
      faqs: [
        {
          question: "What is DDPI?",
          answer:
            "A one-time authorisation that lets the broker release shares you sell. Without it every sale asks for a TPIN.",
        },
        {
          question: "Can I add a sum each month?",
          answer: "Yes. Additions are spread over the holdings that are furthest below their weight.",
        },
        {
          question: "What happens when I stop?",
          answer: "Nothing is sold unless you say so. The shares are yours and stay in your demat account.",
        },
      ],
    }),
  },
} satisfies Record<string, Playbook>;
export type PlaybookKey = keyof typeof PLAYBOOKS;
