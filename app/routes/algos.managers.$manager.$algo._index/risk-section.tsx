// Derivation of the risk level: each input of the rule with its level, and the stress table for the user's amount.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { RISK_METHOD, VOLATILITY_SHOCKS } from "../../domain/risk-rating.ts";
import { lossRupees, type PositionRisk, positionLossTerm } from "../../evidence/position-risk.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { TextLink } from "../../ui/link-button.tsx";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { riskSectionText as text } from "./record-text.ts";

export function RiskSection(props: {
  risk: PositionRisk;
  word: Strategy["risk"];
  rating: Strategy["rating"];
  amountRupees: number;
}) {
  const { risk, amountRupees } = props;
  const recordTo = props.rating?.recordTo ?? null;
  return (
    <div className="max-w-3xl">
      <p className="max-w-[70ch]">
        {recordTo !== null
          ? text.worstOfAll({ day: formatDay(recordTo), word: formatRisk(risk.band) })
          : risk.band === props.word
            ? text.structureAlone
            : text.byStructure(formatRisk(risk.band))}{" "}
        {risk.isUncovered ? `${text.soldWithoutCover} ` : ""}
        <TextLink to="/algos/risk-methodology">{text.methodVersion(RISK_METHOD.version)}</TextLink>
      </p>
      <Inputs risk={risk} amountRupees={amountRupees} />
      <h4 className="mt-4 font-semibold">{text.stressTable}</h4>
      <StressTable risk={risk} />
    </div>
  );
}

function Inputs(props: { risk: PositionRisk; amountRupees: number }) {
  const { risk, amountRupees } = props;
  const rupees = (share: number) => formatRupees(-lossRupees(share, amountRupees));
  return (
    <TableScroll label={text.inputs} className="mt-3">
      <table className="table rows-table">
        <caption className="sr-only">{text.inputsFor(formatRupees(amountRupees))}</caption>
        <TableHead
          columns={[
            text.forAmount(formatRupees(amountRupees)),
            { number: text.value },
            { number: text.inRupees },
            text.riskBand,
          ]}
        />
        <tbody>
          {risk.inputs.map(({ key, term, means, value, band }) => (
            <tr key={key}>
              <RowName>
                {term} <span className="block text-xs font-normal text-ink-muted">{means}</span>
              </RowName>
              <td className="number" data-label={text.value}>
                {key === "leverage" ? text.times(formatRatio(value)) : formatShare(value)}
              </td>
              <td className="number row-sum">{key === "leverage" ? "–" : rupees(value)}</td>
              <td data-label={text.riskBand}>{formatRisk(band)}</td>
            </tr>
          ))}
          <tr>
            <RowName>
              {positionLossTerm(risk.perPosition)}{" "}
              <span className="block text-xs font-normal text-ink-muted">
                {risk.perPosition.kind === "defined" ? text.byOwnPayoff : text.worstOfStress}{" "}
                {risk.positions > 1 ? text.manyPositions(risk.positions) : ""}
              </span>
            </RowName>
            <td className="number" data-label={text.value}>
              {formatShare(risk.perPosition.share)}
            </td>
            <td className="number row-sum">{rupees(risk.perPosition.share)}</td>
            <td data-label={text.riskBand}>–</td>
          </tr>
        </tbody>
      </table>
    </TableScroll>
  );
}

function StressTable(props: { risk: PositionRisk }) {
  return (
    <TableScroll label={text.stressTable} className="mt-2">
      <table className="table table-tight stress-table">
        <caption className="text-start text-sm text-ink-muted">{text.stressCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.move}</th>
            {VOLATILITY_SHOCKS.map((shock) => (
              <th key={shock} scope="col" className="number">
                <span className="max-sm:sr-only">{text.volatility} </span>× {formatRatio(shock)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.risk.table.map(({ move, results, isRated }) => (
            <tr key={move}>
              <th scope="row" className="font-normal!">
                {formatChange(move, 0)}
                {isRated ? text.rated : ""}
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
