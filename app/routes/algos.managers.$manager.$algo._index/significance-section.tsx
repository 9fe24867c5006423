// How far the record can be relied on: a correction for the number of variants tried, the effect of chance, and results
// by market regime.

import type { DisplayedEvidence } from "../../evidence/load-evidence.ts";
import { PERFORMANCE_TEXTS } from "../../evidence/performance-texts.ts";
import { type RegimeName, SIGNIFICANCE_MIN_DAYS, type Significance } from "../../evidence/significance.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { significanceSectionText as text } from "./record-text.ts";

const REGIME_TEXTS: Record<RegimeName, { name: string; means: string }> = {
  trend: { name: text.trend, means: text.trendMeans },
  calm: { name: text.calm, means: text.calmMeans },
  stressed: { name: text.stressed, means: text.stressedMeans },
};

export function SignificanceSection(props: {
  significance: Significance;
  outOfSample: DisplayedEvidence["outOfSample"];
  capitalRupees: number;
}) {
  const { significance, outOfSample, capitalRupees } = props;
  return (
    <section className="max-w-3xl">
      {significance.nextYear === null ? (
        <p className="mt-2">{text.tooShort(SIGNIFICANCE_MIN_DAYS)}</p>
      ) : (
        <Chances significance={significance} nextYear={significance.nextYear} capitalRupees={capitalRupees} />
      )}
      {outOfSample === null ? null : (
        <p className="mt-3 border-b border-line pb-2.5">
          <strong className="font-semibold">
            {text.outOfSample(formatShare(outOfSample.days / outOfSample.recordDays, 0))}
          </strong>{" "}
          {text.fixedOn({ day: formatDay(outOfSample.from), days: formatCount(outOfSample.days) })}
        </p>
      )}
      {significance.regimes.length === 0 ? null : <Regimes regimes={significance.regimes} />}
    </section>
  );
}

/** Renders the results that chance alone could produce, and the Sharpe ratio corrected for the variants tried. */
function Chances(props: {
  significance: Significance;
  nextYear: NonNullable<Significance["nextYear"]>;
  capitalRupees: number;
}) {
  const { significance, nextYear, capitalRupees } = props;
  const rupees = (share: number) => formatRupees(share * capitalRupees);
  return (
    <dl className="mt-2 space-y-3">
      <Row term={text.nextYear} value={formatChange(-nextYear.median)}>
        {text.nextYearMeans({
          count: formatCount(1_000),
          median: rupees(nextYear.median),
          capital: formatRupees(capitalRupees),
          oneInTwenty: rupees(nextYear.oneInTwenty),
          share: formatChange(-nextYear.oneInTwenty),
        })}
      </Row>
      {significance.growth === null || significance.maxDrawdown === null ? null : (
        <Row
          term={text.range}
          value={`CAGR ${PERFORMANCE_TEXTS.fromTo({ from: formatChange(significance.growth.low), to: formatChange(significance.growth.high) })}`}
        >
          {text.rangeMeans({
            low: formatChange(-significance.maxDrawdown.low),
            high: formatChange(-significance.maxDrawdown.high),
          })}
        </Row>
      )}
      {significance.deflated === null ? null : (
        <Row term={text.deflated} value={formatShare(significance.deflated.probability, 0)}>
          {text.deflatedMeans({
            sharpe: formatRatio(significance.deflated.sharpe),
            trials: formatCount(significance.deflated.trials),
            best: formatRatio(significance.deflated.expectedBest),
          })}
        </Row>
      )}
    </dl>
  );
}

function Regimes({ regimes }: { regimes: Significance["regimes"] }) {
  return (
    <TableScroll label={text.regimesLabel} className="mt-3">
      <table className="table table-tight rows-table">
        <caption className="text-start text-sm text-ink-muted">{text.regimesCaption}</caption>
        <TableHead
          columns={[
            text.market,
            { number: text.days },
            { number: text.aYearLike },
            { number: text.worstDay },
            { number: text.daysWon },
          ]}
        />
        <tbody>
          {regimes.map((regime) => (
            <tr key={regime.name}>
              <RowName>
                {REGIME_TEXTS[regime.name].name}{" "}
                <span className="block text-xs text-ink-muted">{REGIME_TEXTS[regime.name].means}</span>
              </RowName>
              <td className="number" data-label={text.days}>
                {formatCount(regime.days)}
              </td>
              <td className="number row-sum">{formatChange(regime.yearly)}</td>
              <td className="number" data-label={text.worstDay}>
                {formatChange(regime.worstDay)}
              </td>
              <td className="number" data-label={text.daysWon}>
                {formatShare(regime.won, 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Row(props: { term: string; value: string; children: React.ReactNode }) {
  return (
    <div className="border-b border-line pb-2.5">
      <dt className="font-semibold">{props.term}</dt>
      <dd>
        <span className="number text-lg font-semibold">{props.value}</span>{" "}
        <span className="block text-sm text-ink-muted">{props.children}</span>
      </dd>
    </div>
  );
}
