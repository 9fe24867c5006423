// The records of the compared algos in one chart per evidence class, and their joint drawdown, margin and correlation.

import { Correlations } from "../../evidence/correlations.tsx";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { ClassChart, JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { OverlayChart } from "../../evidence/overlay-chart.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../../format/rupees.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { compareEvidenceText as text } from "./text.ts";

/**
 * Renders the curves of the algos' records. All start at `amount`, the user's amount in rupees. `href` is the address of
 * the comparison if the curves are an example.
 */
export function CompareCurves(props: { view: JointEvidence; amount: number; href?: string }) {
  const { charts } = props.view;
  if (charts.length === 0) return null;
  return (
    <section aria-labelledby="curves" className="panel">
      <div className="panel-body">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="curves" className="panel-title">
            {text.curves({ amount: formatRupees(props.amount), day: formatDay(firstDay(charts)) })}
          </h2>
          {props.href === undefined ? null : (
            <LinkButton to={props.href} kind="quiet">
              {text.openExample}
            </LinkButton>
          )}
        </div>
        {charts.length < 2 ? null : <p className="mb-3 max-w-[65ch]">{text.differentClasses}</p>}
        <div className={`grid gap-8 ${charts.length < 2 ? "" : "lg:grid-cols-2"}`}>
          {charts.map((chart) => (
            <div key={chart.evidence} className="min-w-0">
              {charts.length < 2 ? null : (
                <h3 className="mb-2 text-base">{EVIDENCE_NAMES[chart.evidence]}</h3>
              )}
              <OverlayChart
                id={`curves-${chart.evidence}`}
                curves={chart.curves}
                amount={props.amount}
                description={summariseChart(chart)}
              />
            </div>
          ))}
        </div>
      </div>
      <p className="border-t border-line px-6 py-3 text-(length:--text-sm) text-ink-muted">
        {charts.map(({ evidence }) => EVIDENCE_NAMES[evidence]).join(", ")}
        {text.afterCosts} <span className="deepest-key">{text.deepestFall}</span>
      </p>
    </section>
  );
}

const firstDay = (charts: readonly ClassChart[]) =>
  charts.flatMap(({ curves }) => curves.flatMap(({ equity }) => equity[0]?.day ?? [])).sort()[0] ?? "";

/** Returns a sentence with the period and the change of each curve. */
function summariseChart({ evidence, curves }: ClassChart): string {
  const [first] = curves[0]?.equity ?? [];
  const last = curves[0]?.equity.at(-1);
  if (first === undefined || last === undefined) return EVIDENCE_NAMES[evidence];
  const results = curves.map(
    ({ name, equity, capitalPaise }) =>
      `${name} ${formatChange((equity.at(-1)?.equityPaise ?? capitalPaise) / capitalPaise - 1)}`,
  );
  return text.curvesFromTo({
    evidence: EVIDENCE_NAMES[evidence],
    from: formatDay(first.day),
    to: formatDay(last.day),
    results: results.join(", "),
  });
}

export function CompareTogether(props: { view: JointEvidence }) {
  const { joint, shown, isOnlyAtMinimum } = props.view;
  if (joint === null) return isOnlyAtMinimum ? <p>{text.onlyAtMinimum}</p> : null;
  return (
    <>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <JointFigure label={text.jointMaxDrawdown} value={drawdownText(joint.jointDrawdown)} />
        <JointFigure label={text.maxDrawdownOfEach} value={joint.drawdowns.map(drawdownText).join(", ")} />
        <JointFigure label={text.jointCapital} value={formatPaise(joint.capitalPaise)} />
        <JointFigure
          label={text.largestMarginUsedAtOnce}
          value={joint.margin === null ? text.none : formatPaise(joint.margin.peakPaise)}
        />
      </dl>
      <h3 className="mt-6 text-base">{text.correlation}</h3>
      <p className="mt-1 text-sm text-ink-muted">{text.correlationMeans(formatCount(joint.days))}</p>
      <Correlations correlations={joint.correlations} names={shown.map(({ name }) => name)} />
    </>
  );
}

const drawdownText = (fall: { share: number } | null) =>
  fall === null ? text.none : formatChange(fall.share);

function JointFigure(props: { label: string; value: string }) {
  return (
    <div>
      <dt className="figure-name">{props.label}</dt>
      <dd className="figure">{props.value}</dd>
    </div>
  );
}
