// Joint result of the selected algos: five figures, the curve with its drawdowns, correlations, and alternatives with
// one lot more or less.
import type { Range } from "../../evidence/chart-range.ts";
import { Correlations } from "../../evidence/correlations.tsx";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EquityChart } from "../../evidence/equity-chart.tsx";
import type {
  FittingResult,
  JointFigures,
  JointResult,
  NearbyResult,
} from "../../evidence/load-joint-portfolio.ts";
import { RangeChoices } from "../../evidence/range-choices.tsx";
import { thinView } from "../../evidence/thin-points.ts";
import { formatDay } from "../../format/dates.ts";
import { formatList } from "../../format/locale.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatRoundedRupees, formatRupees } from "../../format/rupees.ts";
import { Figure } from "../../ui/figure.tsx";
import { TouchLink } from "../../ui/link-button.tsx";
import { togetherText as text } from "./text.ts";

/** A year has fewer trading days, so that the ranges up to a year show each day. */
const DAYS_DRAWN = 260;

export function TogetherFigures({ together, count }: { together: JointFigures; count: number }) {
  const { view, drawdownPaise: fallPaise, totalReturn } = together;
  const allAtOnce = together.ownDrawdowns.reduce<number>((sum, fall) => sum + (fall ?? 0), 0);
  return (
    <dl className="figures">
      <Figure
        className="figure-loss"
        name={text.deepest}
        value={formatRoundedRupees(fallPaise)}
        tone="text-loss"
        note={text.shareOf({
          share: formatShare(-fallPaise / view.capitalPaise),
          used: formatRoundedRupees(view.capitalPaise),
        })}
      />
      <Figure
        name={text.allAtOnce}
        value={formatRoundedRupees(allAtOnce)}
        tone="text-loss"
        note={text.eachAtWorst}
      />
      <Figure
        name={text.savedByDiversification}
        value={formatRoundedRupees(fallPaise - allAtOnce)}
        tone="text-gain"
        note={text.differentTimes}
      />
      <Figure
        name={text.costs}
        value={formatRoundedRupees(together.costsAYearPaise)}
        note={text.all(count)}
      />
      <Figure
        name={totalReturn?.isYearly === false ? text.netInTotal : text.net}
        value={formatChange(totalReturn?.share ?? 0)}
        tone={(totalReturn?.share ?? 0) < 0 ? "text-loss" : "text-gain"}
        note={EVIDENCE_NAMES[together.evidence]}
      />
    </dl>
  );
}

/** Renders the curve of the joint result. `addressWith` returns the page's address with another range of the curve. */
export function TogetherChart(props: { together: JointFigures; addressWith: (range: Range) => string }) {
  const { together, addressWith } = props;
  const { view, range, startPaise } = together;
  const { points } = thinView({ points: together.points, other: null }, DAYS_DRAWN);
  return (
    <section id="chart" aria-labelledby="curve" className="panel panel-body together min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="curve" className="panel-title">
          {text.became({
            used: formatRoundedRupees(startPaise),
            end: formatRoundedRupees(points.at(-1)?.equityPaise ?? startPaise),
          })}
        </h2>
        {range === null ? null : (
          <div className="no-print">
            <RangeChoices current={range} to={(other) => `${addressWith(other)}#chart`} />
          </div>
        )}
      </div>
      <EquityChart
        id="together"
        evidence={together.evidence}
        name={text.together}
        points={points}
        other={null}
        benchmarkName={together.benchmarkName}
        idle={[]}
        stressed={[]}
        capitalPaise={view.capitalPaise}
        startPaise={startPaise}
        scale="linear"
        curveHref={addressWith(range ?? "all").replace("?", "/curve.json?")}
        summary={text.summary({
          from: formatDay(view.from),
          to: formatDay(view.to),
          day: view.worstDay === null ? "–" : formatRoundedRupees(view.worstDay.paise),
        })}
      />
    </section>
  );
}

export function PairCorrelations({ together, names }: { together: JointFigures; names: string[] }) {
  return (
    <section aria-labelledby="alike" className="panel panel-body min-w-0">
      <h2 id="alike" className="panel-title mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        {text.fallTogether} <span className="figure-note font-normal">{text.scale}</span>
      </h2>
      <Correlations correlations={together.view.correlations} names={names} />
    </section>
  );
}

/** Renders the alternatives. `addressWith` returns the page's address with other lots. */
export function Alternatives(props: {
  together: JointFigures;
  names: string[];
  addressWith: (lots: number[]) => string;
}) {
  const { together, names, addressWith } = props;
  if (together.safer === null && together.bolder === null) return null;
  return (
    <section aria-labelledby="alternatives" className="panel panel-body alternatives min-w-0">
      <h2
        id="alternatives"
        className="panel-title mb-2 flex flex-wrap items-baseline justify-between gap-x-4"
      >
        {text.saferOrBolder} <span className="figure-note font-normal">{text.drawdownNet}</span>
      </h2>
      <ul className="facts">
        <Alternative nearby={together.safer} names={names} addressWith={addressWith} />
        <li>
          {text.asSet} <Result result={together} />
        </li>
        <Alternative nearby={together.bolder} names={names} addressWith={addressWith} />
      </ul>
    </section>
  );
}

/**
 * Renders the choices that fit into the amount. `addressOf` returns the address of the joint portfolio page of a
 * choice.
 */
export function WhatFits(props: {
  fitting: FittingResult[];
  names: string[];
  amount: number;
  addressOf: (choice: FittingResult) => string;
}) {
  const { fitting, names } = props;
  const amount = formatRupees(props.amount);
  return (
    <section aria-labelledby="alternatives" className="panel panel-body alternatives min-w-0">
      <h2
        id="alternatives"
        className="panel-title mb-2 flex flex-wrap items-baseline justify-between gap-x-4"
      >
        {text.whatFits(amount)} <span className="figure-note font-normal">{text.drawdownNet}</span>
      </h2>
      {fitting.length === 0 ? <p className="mb-2">{text.noneFits}</p> : null}
      <ul className="facts">
        {fitting.map((choice) => (
          <li key={choice.indexes.join(" ")}>
            <a href={props.addressOf(choice)} rel="nofollow" className="link">
              {formatList(
                choice.indexes.map((index, at) =>
                  text.lotsOf({ count: choice.lots[at] ?? 1, name: names[index] ?? "" }),
                ),
              )}
            </a>{" "}
            {choice.result === null ? null : <Result result={choice.result} />}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        <TouchLink to={`/algos/find?amount=${props.amount}`}>{text.findAlgos(amount)}</TouchLink>
      </p>
    </section>
  );
}

function Alternative(props: {
  nearby: NearbyResult | null;
  names: string[];
  addressWith: (lots: number[]) => string;
}) {
  const { nearby } = props;
  if (nearby === null) return null;
  const name = props.names[nearby.index] ?? "";
  return (
    <li>
      <a href={props.addressWith(nearby.lots)} rel="nofollow" className="link">
        {nearby.isMore ? text.moreOf(name) : text.lessOf(name)}
      </a>{" "}
      <Result result={nearby} />
    </li>
  );
}

function Result({ result }: { result: JointResult }) {
  return (
    <span className="together-result">
      <strong className="text-loss">{formatRoundedRupees(result.drawdownPaise)}</strong>{" "}
      <strong className={result.netPaise < 0 ? "text-loss" : "text-gain"}>
        {result.netPaise > 0 ? "+" : ""}
        {formatRoundedRupees(result.netPaise)}
      </strong>
    </span>
  );
}
