// Today's P&L as the main figure of the portfolio, with a small curve of the day, its components, and the margin.
import type { ReactNode } from "react";
import type { DeploymentMode } from "../../contract/base-api/deployment.ts";
import type { Totals } from "../../contract/base-api/portfolio.ts";
import { formatPaise, formatRupees, formatRupeesShort } from "../../format/rupees.ts";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { type PnlSeries, PnlSpark } from "../../portfolio/pnl-charts.tsx";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { totalsText as text } from "./text.ts";

export function TotalsPanel(props: {
  mode: DeploymentMode;
  totals: Totals;
  minutes: PnlSeries;
  asOf: string;
  path: string;
  isSimulated: boolean;
}) {
  const { totals } = props;
  const margin = totals.usedPaise + Math.max(0, totals.availablePaise);
  return (
    <section aria-labelledby="today" className="panel panel-body">
      <h2 id="today" className="figure-name font-normal!">
        {text.todaysPnl(props.mode)}
      </h2>
      <p className="figure figure-answer today-figure">
        <Result paise={totals.todayPaise} />
      </p>
      <p className="figure-note">
        {text.algos(totals.running)} · {text.fills(totals.tradesToday)}
      </p>
      <PnlSpark series={props.minutes} />
      <dl className="facts mt-2">
        <Line label={text.closedToday}>
          <Result paise={totals.realisedTodayPaise} />
        </Line>
        <Line label={text.unrealised}>
          <Result paise={totals.unrealisedPaise} />
        </Line>
        <Line label={text.sinceStart}>
          <Result paise={totals.totalPaise} />
        </Line>
        <Line label={text.chargesToday}>
          <span className="number">{formatPaise(totals.chargesTodayPaise)}</span>
        </Line>
        <Line label={text.marginUsed}>
          <span className="number">
            {text.usedOf({
              used: formatRupees(totals.usedPaise / 100),
              margin: formatRupeesShort(margin / 100),
            })}
          </span>
        </Line>
      </dl>
      <StatusLine asOf={props.asOf} path={props.path} isSimulated={props.isSimulated} />
    </section>
  );
}

function Line(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
