// How far the record can be trusted: what is left after the variants that were tried, what chance alone could have made of it, how it did
// in different markets. One plain sentence each.

import type { Shown } from "../../evidence/load-evidence.ts";
import { type RegimeName, WORTH_DAYS, type Worth } from "../../evidence/worth.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { EvidenceClass } from "../../wire/record.ts";

const REGIME_WORDS: Record<RegimeName, { name: string; means: string }> = {
  trend: { name: "Trend", means: "the benchmark moved 3 % or more in 20 days" },
  calm: { name: "Calm", means: "neither a trend nor stressed" },
  stressed: { name: "Stressed", means: "the fifth of days after the largest swings" },
};

export function WorthSection(props: {
  worth: Worth;
  outOfSample: Shown["outOfSample"];
  evidence: EvidenceClass;
  capitalRupees: number;
}) {
  const { worth, outOfSample, capitalRupees } = props;
  const rupees = (share: number) => formatRupees(share * capitalRupees);
  return (
    <section className="max-w-3xl">
      {worth.nextYear === null ? (
        <p className="mt-2">
          The record is shorter than {WORTH_DAYS} days: too short to say how much of it is chance.
        </p>
      ) : (
        <dl className="mt-2 space-y-3">
          <Row term="Drawdown to expect over the next year" value={formatChange(-worth.nextYear.median)}>
            In half of {formatCount(1_000)} resampled years the drawdown was larger than{" "}
            {rupees(worth.nextYear.median)} of {formatRupees(capitalRupees)}; in one of twenty it was larger
            than {rupees(worth.nextYear.oneInTwenty)} ({formatChange(-worth.nextYear.oneInTwenty)}).
          </Row>
          {worth.growth === null || worth.maxDrawdown === null ? null : (
            <Row
              term="Range by chance (90 %)"
              value={`CAGR ${formatChange(worth.growth.low)} to ${formatChange(worth.growth.high)}`}
            >
              The same days in another order could as well have given this range, with a max drawdown of{" "}
              {formatChange(-worth.maxDrawdown.low)} to {formatChange(-worth.maxDrawdown.high)} (stationary
              bootstrap, Politis and Romano 1994).
            </Row>
          )}
          {worth.deflated === null ? null : (
            <Row term="Deflated Sharpe ratio" value={formatShare(worth.deflated.probability, 0)}>
              The probability that the Sharpe ratio on fixed capital ({formatRatio(worth.deflated.sharpe)})
              isn't just the best of at least {formatCount(worth.deflated.trials)} variants, of which the
              luckiest would show {formatRatio(worth.deflated.expectedBest)} without any merit (Bailey and
              López de Prado 2014). Counted are the manager's algos and this algo's versions; the manager may
              have tried more.
            </Row>
          )}
        </dl>
      )}
      {outOfSample === null ? null : (
        <p className="mt-3 border-b border-line pb-2.5">
          <strong className="font-semibold">
            Out-of-sample: {formatShare(outOfSample.days / outOfSample.of, 0)} of the days.
          </strong>{" "}
          The rules of this version were fixed on {formatDay(outOfSample.from)}; only the{" "}
          {formatCount(outOfSample.days)} days since then couldn't have been used to choose them.
        </p>
      )}
      {worth.regimes.length === 0 ? null : (
        <TableScroll label="Results by market regime" className="mt-3">
          <table className="table table-tight rows-table">
            <caption className="text-start text-sm text-ink-muted">
              By market regime: an average day of each, scaled to a year of the capital
            </caption>
            <thead>
              <tr>
                <th scope="col">Market</th>
                <th scope="col" className="number">
                  Days
                </th>
                <th scope="col" className="number">
                  A year like it
                </th>
                <th scope="col" className="number">
                  Worst day
                </th>
                <th scope="col" className="number">
                  Days won
                </th>
              </tr>
            </thead>
            <tbody>
              {worth.regimes.map((regime) => (
                <tr key={regime.name}>
                  <th scope="row" className="row-name">
                    {REGIME_WORDS[regime.name].name}
                    <span className="block text-xs text-ink-muted">{REGIME_WORDS[regime.name].means}</span>
                  </th>
                  <td className="number" data-label="Days">
                    {formatCount(regime.days)}
                  </td>
                  <td className="number row-sum">{formatChange(regime.yearly)}</td>
                  <td className="number" data-label="Worst day">
                    {formatChange(regime.worstDay)}
                  </td>
                  <td className="number" data-label="Days won">
                    {formatShare(regime.won, 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}

function Row(props: { term: string; value: string; children: React.ReactNode }) {
  return (
    <div className="border-b border-line pb-2.5">
      <dt className="font-semibold">{props.term}</dt>
      <dd>
        <span className="number text-lg font-semibold">{props.value}</span>
        <span className="block text-sm text-ink-muted">{props.children}</span>
      </dd>
    </div>
  );
}
