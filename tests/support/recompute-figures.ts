// Recomputes the figures of a record from its public file, with plain formulas from their published sources and without
// the site's code. Also reads the “All figures” tab, so that the shown figures can be compared. Figures from resampled
// days are omitted because resampling draws different days.
import { type HTMLElement, parse } from "node-html-parser";
import { dayInIndia, type RecordFile } from "./recompute-record.ts";

type Trade = RecordFile["tradeList"][number];
const YEAR = 252;
const DAY_MS = 86_400_000;

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
const average = (list: readonly number[]) => sum(list) / list.length;
/** Returns the sample standard deviation. */
function deviationOf(list: readonly number[]): number {
  const middle = average(list);
  return Math.sqrt(sum(list.map((one) => (one - middle) ** 2)) / (list.length - 1));
}

/** Returns a quantile of the list, with linear interpolation. */
function quantileOf(list: readonly number[], share: number): number {
  const ordered = Float64Array.from(list).sort();
  const place = share * (ordered.length - 1);
  const [low = 0, high = low] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]];
  return low * (1 - (place % 1)) + high * (place % 1);
}

/** Returns value at risk and expected shortfall; null for both if the share of the list is less than one day. */
function tailOf(list: readonly number[], share: number): { atRisk: number | null; shortfall: number | null } {
  if (list.length * share < 1) return { atRisk: null, shortfall: null };
  const worst = Array.from(Float64Array.from(list).sort()).slice(0, Math.floor(list.length * share));
  return { atRisk: Math.max(0, -quantileOf(list, share)), shortfall: -average(worst) };
}

/** Returns the normal distribution function, by the series of Marsaglia (Journal of Statistical Software 11, 2004). */
function normalCdf(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0;
  let [term, total] = [x, x];
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (x * x) / n;
    total += term;
  }
  return 0.5 + total * Math.exp(-0.5 * x * x - 0.9189385332046728);
}

/** Returns the inverse of the normal distribution function, by Newton's method. */
function normalQuantile(share: number): number {
  let x = 0;
  for (let step = 0; step < 100; step += 1)
    x -= (normalCdf(x) - share) / (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI));
  return x;
}

/** Returns the drawdowns from each peak to its lowest point; the capital is the first peak. */
function drawdownsOf(equity: readonly number[], capital: number) {
  const found: { peak: number; low: number; isOver: boolean }[] = [];
  let peak = capital;
  let open: { peak: number; low: number; isOver: boolean } | null = null;
  for (const value of equity) {
    if (value >= peak) {
      if (open !== null) open.isOver = true;
      open = null;
      peak = value;
    } else if (open === null) {
      open = { peak, low: value, isOver: false };
      found.push(open);
    } else open.low = Math.min(open.low, value);
  }
  return found;
}

/** Returns the growth since the last day on or before the same date `months` earlier. */
function sinceMonths(file: RecordFile, equity: readonly number[], months: number): number | null {
  const last = new Date(`${file.days.at(-1)?.day}T00:00:00Z`);
  const month = last.getUTCFullYear() * 12 + last.getUTCMonth() - months;
  const length = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  const cut = new Date(
    Date.UTC(Math.floor(month / 12), month % 12, Math.min(last.getUTCDate(), length)),
  ).toISOString();
  let begin = -1;
  for (const [index, { day }] of file.days.entries()) if (day <= cut.slice(0, 10)) begin = index;
  return begin < 0 ? null : (equity.at(-1) ?? 0) / (equity[begin] ?? 1) - 1;
}

function rollingOf(file: RecordFile, equity: readonly number[]): number[] {
  const ends: number[] = [];
  for (const [index, { day }] of file.days.entries())
    if (day.slice(0, 7) !== file.days[index + 1]?.day.slice(0, 7)) ends.push(equity[index] ?? 0);
  // A month that still has weekdays is not complete.
  const last = new Date(`${file.days.at(-1)?.day}T00:00:00Z`);
  const remainingDays =
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0)).getUTCDate() - last.getUTCDate();
  const later = Array.from({ length: remainingDays }, (_, index) => (last.getUTCDay() + index + 1) % 7);
  if (later.some((weekday) => weekday >= 1 && weekday <= 5)) ends.pop();
  return ends.slice(12).map((end, index) => end / (ends[index] ?? 1) - 1);
}

function tradingOf(closed: readonly Trade[]) {
  const net = closed.map(({ netPaise }) => netPaise);
  const won = net.filter((one) => one > 0);
  const lost = net.filter((one) => one < 0);
  return {
    count: net.length,
    decisions: new Set(closed.map(({ openedAt }) => openedAt)).size,
    winRate: net.length === 0 ? null : won.length / net.length,
    averageWin: won.length === 0 ? null : average(won),
    averageLoss: lost.length === 0 ? null : average(lost),
    payoff: won.length === 0 || lost.length === 0 ? null : -average(won) / average(lost),
    profitFactor: lost.length === 0 ? null : -sum(won) / sum(lost),
    expectancy: net.length === 0 ? null : average(net),
    worst: net.length === 0 ? null : Math.min(...net),
  };
}

export type Figures = Record<string, number | null>;

/**
 * Returns the figures by label, in the order of the page. Shares are fractions, sums are paise. `riskFree` is a yearly
 * rate and `trials` the number of variants; the page shows both.
 */
export function figuresOf(
  file: RecordFile,
  riskFree: number,
  trials: number,
): Map<string, (number | null)[]> {
  const capital = file.capitalRupees * 100;
  const equity = file.days.map(({ netPaise }) => capital + netPaise);
  const before = (index: number) => equity[index - 1] ?? capital;
  const growing = equity.map((value, index) => value / before(index) - 1);
  const fixed = equity.map((value, index) => (value - before(index)) / capital);
  const rate = (1 + riskFree) ** (1 / YEAR) - 1;
  const scale = Math.sqrt(YEAR);
  const last = equity.at(-1) ?? capital;
  const [first, end] = [file.days[0]?.day ?? "", file.days.at(-1)?.day ?? ""];
  const calendarDays = (Date.parse(end) - Date.parse(first)) / DAY_MS + 1;
  const isYearly = calendarDays >= 365;
  const growth = isYearly ? (last / capital) ** (365 / calendarDays) - 1 : last / capital - 1;
  const declines = drawdownsOf(equity, capital);
  const shares = declines.map(({ peak, low }) => (low - peak) / capital);
  const worst = Math.min(0, ...shares);
  const now = declines.at(-1)?.isOver === false ? declines.at(-1) : undefined;
  const fallNow = (last - (now?.peak ?? last)) / capital;
  const [at95, at99] = [tailOf(fixed, 0.05), tailOf(fixed, 0.01)];
  const own = growing.slice(1);
  const market = file.days.slice(1).map(({ benchmark }, i) => benchmark / (file.days[i]?.benchmark ?? 1) - 1);
  const [ownMean, marketMean] = [average(own), average(market)];
  const together = sum(own.map((one, i) => (one - ownMean) * ((market[i] ?? 0) - marketMean)));
  const marketSquares = sum(market.map((one) => (one - marketMean) ** 2));
  const ownSquares = sum(own.map((one) => (one - ownMean) ** 2));
  const trading = tradingOf(file.tradeList.filter(({ closedAt }) => closedAt !== null));
  const years = isYearly ? calendarDays / 365 : file.days.length / YEAR;
  const costs = sum(Object.values(file.costs));
  const fees = file.days.at(-1)?.feePaise ?? 0;
  const traded = sum(
    file.tradeList.flatMap(({ legs }) =>
      legs.map(({ quantity, entryPaise, exitPaise }) => quantity * (entryPaise + (exitPaise ?? 0))),
    ),
  );
  const rolling = rollingOf(file, equity);
  const short = sum(growing.map((one) => Math.min(0, one - rate) ** 2)) / growing.length;
  const days = new Map(file.days.map(({ day }, index) => [day, index]));
  const held = new Set(
    file.tradeList.flatMap(({ openedAt, closedAt }) => {
      const from = days.get(dayInIndia(openedAt)) ?? -1;
      const to = closedAt === null ? file.days.length - 1 : (days.get(dayInIndia(closedAt)) ?? -1);
      return from < 0 ? [] : Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
    }),
  );
  const byMonths = (months: number) => [sinceMonths(file, equity, months)];
  return new Map<string, (number | null)[]>([
    ["Max drawdown", declines.length === 0 ? [null] : [worst * capital, worst]],
    ["Average drawdown", [shares.length === 0 ? null : average(shares)]],
    ["Current drawdown", now === undefined ? [null] : [fallNow * capital, fallNow]],
    ["Worst day", [Math.min(...fixed) * capital, Math.min(...fixed)]],
    ["Value at risk (95 %, one day)", [at95.atRisk]],
    ["Value at risk 99", [at99.atRisk]],
    ["Expected shortfall (95 %, one day)", [at95.shortfall]],
    ["Expected shortfall 99", [at99.shortfall]],
    ["Worst trade", [trading.worst]],
    [isYearly ? "CAGR (compound annual growth)" : "Total return", [growth]],
    ["Last month", byMonths(1)],
    ["Last 3 months", byMonths(3)],
    ["Last 6 months", byMonths(6)],
    ["Last year", byMonths(12)],
    ["Rolling year (median)", [rolling.length === 0 ? null : quantileOf(rolling, 0.5)]],
    ["Volatility", [deviationOf(growing) * scale]],
    ["Volatility fixed", [deviationOf(fixed) * scale]],
    ["Sharpe ratio", [((average(growing) - rate) / deviationOf(growing)) * scale]],
    ["Sharpe ratio fixed", [((average(fixed) - rate) / deviationOf(fixed)) * scale]],
    ["Sortino ratio", [((average(growing) - rate) / Math.sqrt(short)) * scale]],
    ["Calmar ratio", [isYearly && worst < 0 ? -growth / worst : null]],
    ["Beta", [together / marketSquares]],
    ["Beta correlation", [together / Math.sqrt(ownSquares * marketSquares)]],
    ["Win rate", [trading.winRate]],
    ["Average win / average loss", [trading.averageWin, trading.averageLoss]],
    ["Payoff ratio", [trading.payoff]],
    ["Profit factor", [trading.profitFactor]],
    ["Expectancy per trade", [trading.expectancy]],
    ["Closed trades", [trading.count]],
    ["Exposure", [held.size / file.days.length]],
    ["Turnover", [traded / capital / years]],
    ["Costs and fees a year", [(costs + fees) / capital / years]],
    ["Deflated Sharpe ratio", [deflatedOf(fixed, rate, trials)]],
  ]);
}

/**
 * Returns the deflated Sharpe ratio by Bailey and López de Prado, Journal of Portfolio Management 40 (2014). The
 * variance of the trials is that of trials without skill. Null for fewer than 120 days.
 */
function deflatedOf(returns: readonly number[], rate: number, trials: number): number | null {
  const n = returns.length;
  if (n < 120) return null;
  const deviation = deviationOf(returns);
  const middle = average(returns);
  const ratio = (middle - rate) / deviation;
  const instant = (power: number) => average(returns.map((one) => ((one - middle) / deviation) ** power));
  const gamma = 0.5772156649015329;
  const best =
    trials < 2
      ? 0
      : (normalQuantile(1 - 1 / trials) * (1 - gamma) + normalQuantile(1 - 1 / (trials * Math.E)) * gamma) /
        Math.sqrt(n - 1);
  const error = Math.sqrt(1 - instant(3) * ratio + ((instant(4) - 1) * ratio * ratio) / 4);
  return normalCdf(((ratio - best) * Math.sqrt(n - 1)) / error);
}

const NUMBER = /(−?)₹?(\d[\d,]*(?:\.\d+)?)\s?(%?)/g;

/** Returns the numbers in a text, each with half a unit of its last digit as the tolerance. */
function numbersOf(text: string): { value: number; tolerance: number }[] {
  return [...text.matchAll(NUMBER)].map(([whole, minus, digits = "", percent]) => {
    const decimals = digits.split(".")[1]?.length ?? 0;
    const unit = whole.includes("₹") ? 100 : percent === "%" ? 0.01 : 1;
    return {
      value: Number(digits.replaceAll(",", "")) * unit * (minus === "" ? 1 : -1),
      tolerance: (unit / 10 ** decimals) * 0.5,
    };
  });
}

/**
 * Figures that the page shows in the entry of another figure: the term of that entry, and the text before the figure.
 */
const NESTED_FIGURES: Record<string, readonly [term: string, before: string]> = {
  "Value at risk 99": ["Value at risk (95 %, one day)", "at 99 %: "],
  "Expected shortfall 99": ["Expected shortfall (95 %, one day)", "at 99 %: "],
  "Volatility fixed": ["Volatility", "on fixed capital: "],
  "Sharpe ratio fixed": ["Sharpe ratio", "on fixed capital: "],
  "Beta correlation": ["Beta", "correlation "],
  "Payoff ratio": ["Average win / average loss", "payoff ratio "],
};
/**
 * Figures that are computed from the rate or the number of variants. The page shows rounded values of these, so the
 * tolerance is larger.
 */
const RATE_DEPENDENT = /Sharpe|Sortino/;
const RATE_SLACK = 0.006;

export type Displayed = { value: string; explanation: string };

/** Returns the figures of an algo page by term. */
export function displayedFigures(html: string): Map<string, Displayed> {
  const main = parse(html);
  const text = (node: HTMLElement | null | undefined) => node?.text.replace(/\s+/g, " ").trim() ?? "";
  return new Map(
    main.querySelectorAll("dl dt").map((term): [string, Displayed] => {
      const value = term.nextElementSibling;
      const large = value?.querySelector(".font-semibold");
      const named = term.querySelector(".font-semibold");
      // The term of some figures contains the value, and only an explanation follows.
      const inTerm = term.querySelector(".number");
      return [
        text(named ?? term),
        { value: text(large ?? inTerm ?? value), explanation: text(value).replace(text(large), "") },
      ];
    }),
  );
}

/** Returns a message for each figure that differs on the page, and the number of compared figures. */
export function figureFaults(file: RecordFile, html: string): { faults: string[]; compared: number } {
  const displayed = displayedFigures(html);
  const page = parse(html).text.replace(/\s+/g, " ");
  const rate = Number(/risk-free rate ([\d.]+)%/.exec(page)?.[1] ?? Number.NaN) / 100;
  const trials = Number(/best of at least (\d+) variants/.exec(page)?.[1] ?? 1);
  const faults: string[] = [];
  let compared = 0;
  for (const [term, values] of figuresOf(file, rate, trials)) {
    const [own, before] = NESTED_FIGURES[term] ?? [term, null];
    const found = displayed.get(own);
    const text =
      before === null
        ? (found?.value ?? "")
        : (found?.explanation.split(before)[1] ?? "").split(";")[0] || "not available";
    const parts = text.split(" / ");
    const numbers = parts.length > 1 ? parts.map((part) => numbersOf(part)[0]) : numbersOf(text);
    for (const [place, value] of values.entries()) {
      const number = numbers[place];
      if (value === null) {
        if (number !== undefined && found !== undefined)
          faults.push(`${term}: “${text}” is shown, and nothing can be said`);
        continue;
      }
      compared += 1;
      const slack = RATE_DEPENDENT.test(term) ? RATE_SLACK : 1e-9;
      if (number === undefined || Math.abs(number.value - value) > number.tolerance + slack)
        faults.push(`${term}: “${text}” is shown, computed is ${value}`);
    }
  }
  return { faults, compared };
}
