// Five figures for the user's amount at the top of every tab, the loss first. If the record may not be shown, they are
// the stops, the largest loss of a position, the risk and the fee.

import { type Strategy, statesStops } from "../../contract/base-api/strategy.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { missingStopText } from "../../evidence/limits-in-short.tsx";
import type { Headline, HeadlineFigures } from "../../evidence/load-headline.ts";
import type { LossStatement } from "../../evidence/loss.ts";
import { lossRupees, positionRisk } from "../../evidence/position-risk.ts";
import { formatMonths } from "../../format/dates.ts";
import { formatList } from "../../format/locale.ts";
import { formatChange } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { Figure } from "../../ui/figure.tsx";
import { headlineRowText as text } from "./text.ts";

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
    <section aria-label={text.inShort(formatRupees(amountRupees))}>
      <dl className="figures">
        {cells.map(({ term, value, more, tone }, index) => (
          <Figure
            key={term}
            name={term}
            value={value}
            note={more}
            tone={tone && `text-${tone}`}
            className={index === 0 && tone === "loss" ? "figure-loss" : undefined}
          />
        ))}
      </dl>
    </section>
  );
}

const rupees = (share: number, amount: number) => formatRupees(Math.round(share * amount));

function figureCells(figures: HeadlineFigures, strategy: Strategy, amount: number): Cell[] {
  const { total, interval, live, costShare, evidence } = figures;
  const stop = strategy.lossLimits.perDayPercent;
  const name = EVIDENCE_NAMES[evidence];
  return [
    {
      term: text.maxDrawdown,
      value: rupees(figures.maxDrawdown, amount),
      more: text.shareOf({ share: formatChange(figures.maxDrawdown), amount: formatRupees(amount) }),
      tone: "loss",
    },
    {
      term: text.worstDay,
      value: rupees(figures.worstDay, amount),
      more: `${formatChange(figures.worstDay)}, ${stop === null ? (statesStops(strategy.lossLimits) ? text.noDayStop : text.dayStopNotStated) : text.stop(rupees(stop / 100, amount))}`,
      tone: "loss",
    },
    { term: text.costsPerYear, value: rupees(costShare, amount), more: text.costsInclude },
    {
      term: total?.isYearly === true ? text.netCagr : text.netReturn,
      value: total === null ? "–" : formatChange(total.share),
      more:
        interval === null
          ? text.underAYear(name.toLowerCase())
          : text.interval({ low: formatChange(interval.low), high: formatChange(interval.high) }),
      ...(total === null ? {} : { tone: total.share < 0 ? "loss" : "gain" }),
    },
    live === null
      ? { term: text.liveRecord, value: text.noneShown, more: text.noMoneyYet }
      : {
          term: text.liveFor(formatMonths(live.months)),
          value: formatChange(live.share),
          more: formatList([
            ...(live.isFormer ? [text.earlierVersions] : []),
            ...(live.earlier === null ? [] : [text.earlier(formatChange(live.earlier.share))]),
            ...(live.backtestShare === null ? [] : [text.backtest(formatChange(live.backtestShare))]),
          ]),
          tone: live.share < 0 ? "loss" : "gain",
        },
  ];
}

function ruleCells(strategy: Strategy, loss: LossStatement, amount: number): Cell[] {
  const risk = positionRisk(strategy.structure);
  const missing = (term: string): Cell =>
    statesStops(strategy.lossLimits)
      ? { term, value: text.noStop, more: text.noneInItsRules }
      : { term, value: "–", more: missingStopText(strategy.lossLimits, text.noneInItsRules) };
  const stop = (term: string, sum: number | null, percent: number | null): Cell =>
    sum === null
      ? missing(term)
      : { term, value: formatRupees(-sum), more: text.percentOfAmount(percent), tone: "loss" };
  return [
    stop(text.stopPerTrade, loss.perTradeRupees, strategy.lossLimits.perTradePercent),
    stop(text.stopPerDay, loss.perDayRupees, strategy.lossLimits.perDayPercent),
    ...(risk === null
      ? []
      : [
          {
            term: text.largestLoss,
            value: formatRupees(-lossRupees(risk.perPosition.share, loss.workingRupees)),
            more: risk.perPosition.kind === "stress" ? text.underStress : text.typical,
            tone: "loss" as const,
          },
        ]),
    { term: text.risk, value: formatRisk(strategy.risk), more: riskBasis(strategy.rating) },
    {
      term: text.feePerMonth,
      value: strategy.fee.monthlyRupees === 0 ? text.none : formatRupees(strategy.fee.monthlyRupees),
      more: text.forAmount(formatRupees(amount)),
    },
  ];
}

function riskBasis(rating: Strategy["rating"]): string {
  if (rating === undefined) return text.asProviderRates;
  return rating.recordTo === null ? text.byStructure : text.byRecordToo;
}
