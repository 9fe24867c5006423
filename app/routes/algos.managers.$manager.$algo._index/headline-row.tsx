// The first thing on every tab: six figures for the reader's amount, losses first, with the class of evidence that they are of. Where
// nothing may be shown: the risk word, the stops and the largest loss of a position.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Headline, HeadlineFigures } from "../../evidence/load-headline.ts";
import type { LossStatement } from "../../evidence/loss.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatMonths } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import type { Strategy } from "../../wire/strategy.ts";

type Cell = { term: string; value: string; more: string; tone?: "loss" | "gain" };

export function HeadlineRow(props: {
  strategy: Strategy;
  headline: Headline;
  loss: LossStatement;
  amountRupees: number;
}) {
  const { headline, strategy, amountRupees } = props;
  const cells =
    headline.kind === "shown"
      ? figureCells(headline.figures, strategy, amountRupees)
      : ruleCells(strategy, props.loss, amountRupees);
  return (
    <section aria-label={`In short, for ${formatRupees(amountRupees)}`} className="panel headline">
      <dl>
        {cells.map(({ term, value, more, tone }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <span
                className={`headline-value number ${tone === "loss" ? "text-loss" : tone === "gain" ? "text-gain" : ""}`}
              >
                {value}
              </span>{" "}
              <span className="headline-more">{more}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const rupees = (share: number, amount: number) => formatRupees(Math.round(share * amount));

function figureCells(figures: HeadlineFigures, strategy: Strategy, amount: number): Cell[] {
  const { total, interval, live, trades, costShare, evidence } = figures;
  const stop = strategy.lossLimits.perDayPercent;
  const name = EVIDENCE_NAMES[evidence];
  return [
    {
      term: "Max drawdown",
      value: rupees(figures.maxDrawdown, amount),
      more: `${formatChange(figures.maxDrawdown)} of ${formatRupees(amount)}`,
      tone: "loss",
    },
    {
      term: "Worst day",
      value: rupees(figures.worstDay, amount),
      more: `${formatChange(figures.worstDay)}, ${stop === null ? "no stop for the day" : `stop ${rupees(stop / 100, amount)}`}`,
      tone: "loss",
    },
    { term: "Costs a year", value: rupees(costShare, amount), more: "charges, slippage, fee" },
    {
      term: total?.isYearly === true ? "Net CAGR" : "Net return",
      value: total === null ? "–" : formatChange(total.share),
      more:
        interval === null
          ? `${name.toLowerCase()}, under a year`
          : `95 % CI ${formatChange(interval.low)} to ${formatChange(interval.high)}`,
      ...(total === null ? {} : { tone: total.share < 0 ? "loss" : "gain" }),
    },
    live === null
      ? { term: "Live record", value: "none shown", more: "no money has followed it yet" }
      : {
          term: "Live record",
          value: formatChange(live.share),
          more: `${formatMonths(live.months)}${live.backtestShare === null ? "" : `, backtest ${formatChange(live.backtestShare)}`}`,
          ...(live.share < 0 ? { tone: "loss" } : {}),
        },
    trades === null
      ? { term: "Win rate", value: "–", more: "no closed trades" }
      : {
          term: "Win rate",
          value: formatShare(trades.winRate),
          more: `${trades.payoff === null ? "" : `payoff ${formatRatio(trades.payoff)} · `}${formatCount(trades.count)} trades`,
        },
  ];
}

function ruleCells(strategy: Strategy, loss: LossStatement, amount: number): Cell[] {
  const risk = positionRisk(strategy.structure);
  const stop = (term: string, sum: number | null, percent: number | null): Cell =>
    sum === null
      ? { term, value: "no stop", more: "none in its rules" }
      : { term, value: formatRupees(-sum), more: `${percent}% of the amount`, tone: "loss" };
  return [
    stop("Stop per trade", loss.perTradeRupees, strategy.lossLimits.perTradePercent),
    stop("Stop per day", loss.perDayRupees, strategy.lossLimits.perDayPercent),
    ...(risk === null
      ? []
      : [
          {
            term: "Largest loss, one position",
            value: formatRupees(-lossRupees(risk.perPosition.share, loss.workingRupees)),
            more: positionLossTerm(risk.perPosition).includes("Stress")
              ? "under stress, not a limit"
              : "the largest possible",
            tone: "loss" as const,
          },
        ]),
    { term: "Risk", value: formatRisk(strategy.risk), more: "by structure and stress" },
    {
      term: "Fee a month",
      value: strategy.fee.monthlyRupees === 0 ? "none" : formatRupees(strategy.fee.monthlyRupees),
      more: `for ${formatRupees(amount)}`,
    },
    { term: "Minimum amount", value: formatRupees(strategy.minAmountRupees), more: strategy.holdingPeriod },
  ];
}
