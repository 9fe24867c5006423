// Today's P&L as the main figure of the portfolio, with a small curve of the day, its components, and the margin.
import type { DeploymentMode } from "../../contract/base-api/deployment.ts";
import type { Totals } from "../../contract/base-api/portfolio.ts";
import { formatPaise, formatRupees, formatRupeesShort } from "../../format/rupees.ts";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { MODE_LABELS } from "../../portfolio/deployment-texts.ts";
import { type PnlSeries, PnlSpark } from "../../portfolio/pnl-charts.tsx";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { Fact } from "../../ui/figure.tsx";
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
        {text.todaysPnl(MODE_LABELS[props.mode])}
      </h2>
      <p className="figure figure-answer today-figure">
        <Result paise={totals.todayPaise} />
      </p>
      <p className="figure-note">
        {text.algos(totals.running)} · {text.fills(totals.tradesToday)}
      </p>
      <PnlSpark series={props.minutes} />
      <dl className="facts mt-2">
        <Fact label={text.closedToday}>
          <Result paise={totals.realisedTodayPaise} />
        </Fact>
        <Fact label={text.unrealised}>
          <Result paise={totals.unrealisedPaise} />
        </Fact>
        <Fact label={text.sinceStart}>
          <Result paise={totals.totalPaise} />
        </Fact>
        <Fact label={text.chargesToday}>
          <span className="number">{formatPaise(totals.chargesTodayPaise)}</span>
        </Fact>
        <Fact label={text.marginUsed}>
          <span className="number">
            {text.usedOf({
              used: formatRupees(totals.usedPaise / 100),
              margin: formatRupeesShort(margin / 100),
            })}
          </span>
        </Fact>
      </dl>
      <StatusLine asOf={props.asOf} path={props.path} isSimulated={props.isSimulated} />
    </section>
  );
}
