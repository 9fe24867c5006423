// Where the risk word comes from: each input of the rule with its band, and the stress table, for the reader's own amount.

import { lossRupees, type PositionRisk, positionLossTerm } from "../../evidence/position-risk.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { RISK_METHOD, VOLATILITY_SHOCKS } from "../../wire/risk-rating.ts";
import type { Strategy } from "../../wire/strategy.ts";

export function RiskSection(props: {
  risk: PositionRisk;
  word: Strategy["risk"];
  rating: Strategy["rating"];
  amountRupees: number;
}) {
  const { risk, amountRupees } = props;
  const recordTo = props.rating?.recordTo ?? null;
  return (
    <section aria-labelledby="risk" className="mt-6 max-w-3xl md:mt-12">
      <h2 id="risk" className="text-xl">
        Risk: {formatRisk(props.word)}
      </h2>
      <p className="mt-2 max-w-[70ch] max-md:text-sm">
        {recordTo !== null
          ? `The word is the worst band of structure, stress and the backtest to ${formatDay(recordTo)}. By structure and stress alone it is ${formatRisk(risk.word)}.`
          : risk.word === props.word
            ? "The word comes from structure and stress alone; it uses no record."
            : `By structure and stress alone the word is ${formatRisk(risk.word)}.`}{" "}
        {risk.isUncovered ? "Options are sold without cover, so it's Moderately high at the least. " : ""}
        <a href="/algos/risk-methodology" className="link">
          Risk methodology, version {RISK_METHOD.version}
        </a>
      </p>
      <PhoneFold words="Inputs of the risk word">
        <Inputs risk={risk} amountRupees={amountRupees} />
      </PhoneFold>
      <details className="mt-3">
        <summary className="link inline-flex min-h-8 items-center text-sm">Stress table</summary>
        <StressTable risk={risk} />
      </details>
    </section>
  );
}

function Inputs(props: { risk: PositionRisk; amountRupees: number }) {
  const { risk, amountRupees } = props;
  const rupees = (share: number) => formatRupees(-lossRupees(share, amountRupees));
  return (
    <TableScroll label="Inputs of the risk word" className="mt-3">
      <table className="table rows-table">
        <caption className="sr-only">Inputs of the risk word, for {formatRupees(amountRupees)}</caption>
        <thead>
          <tr>
            <th scope="col">For {formatRupees(amountRupees)}</th>
            <th scope="col" className="number">
              Value
            </th>
            <th scope="col" className="number">
              In rupees
            </th>
            <th scope="col">Risk band</th>
          </tr>
        </thead>
        <tbody>
          {risk.inputs.map(({ key, term, means, value, word }) => (
            <tr key={key}>
              <th scope="row" className="row-name">
                {term}
                <span className="block text-xs font-normal text-ink-muted">{means}</span>
              </th>
              <td className="number" data-label="Value">
                {key === "leverage" ? `${formatRatio(value)} times` : formatShare(value)}
              </td>
              <td className="number row-sum">{key === "leverage" ? "–" : rupees(value)}</td>
              <td data-label="Risk band">{formatRisk(word)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="row-name">
              {positionLossTerm(risk.perPosition)}
              <span className="block text-xs font-normal text-ink-muted">
                {risk.perPosition.kind === "defined"
                  ? "By its own payoff: no price makes it larger, charges apart."
                  : "The worst of the stress table; a larger move loses more."}{" "}
                {risk.positions > 1 ? `Up to ${risk.positions} positions may be open at once.` : ""}
              </span>
            </th>
            <td className="number" data-label="Value">
              {formatShare(risk.perPosition.share)}
            </td>
            <td className="number row-sum">{rupees(risk.perPosition.share)}</td>
            <td data-label="Risk band">–</td>
          </tr>
        </tbody>
      </table>
    </TableScroll>
  );
}

function StressTable(props: { risk: PositionRisk }) {
  return (
    <TableScroll label="Stress table" className="mt-2">
      <table className="table table-tight stress-table">
        <caption className="text-start text-sm text-ink-muted">
          All positions that may be open at once, after a sudden move of the market with a change of implied
          volatility, as a share of the amount
        </caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            {VOLATILITY_SHOCKS.map((shock) => (
              <th key={shock} scope="col" className="number">
                <span className="max-sm:sr-only">Volatility </span>× {formatRatio(shock)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.risk.table.map(({ move, results, isRated }) => (
            <tr key={move}>
              <th scope="row" className="font-normal!">
                {formatChange(move, 0)}
                {isRated ? ", rated" : ""}
              </th>
              {results.map((result, index) => (
                <td key={VOLATILITY_SHOCKS[index]} className="number">
                  {formatChange(result)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
