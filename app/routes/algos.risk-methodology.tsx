// How risk words are made: the inputs with their bands, the table of moves and shocks, and what a word does not say. Everything on this
// page is printed from the rule itself (app/domain/risk-rating.ts).
import type { MetaFunction } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import {
  EXTREME_MOVE,
  MARKET_MOVES,
  RATED_MOVE,
  RECORD_DAYS_RATED,
  RISK_INPUTS,
  RISK_METHOD,
  type RiskStructure,
  SINGLE_SHARE_FACTOR,
  stressTable,
  VOLATILITY_SHOCKS,
} from "../domain/risk-rating.ts";
import { RISKS } from "../domain/vocabulary.ts";
import { riskMethodologyText as text } from "../evidence/text.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatRisk } from "../format/risk.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/algos/risk-methodology",
  });

/** A week before expiry, worth ten times the amount: what the example's table is of. */
const EXAMPLE: RiskStructure = {
  product: "Swing",
  direction: "still",
  underlying: "index",
  legs: [
    { kind: "call", ratio: -1, strike: 1.02, days: 7, volatility: 0.14 },
    { kind: "call", ratio: 1, strike: 1.03, days: 7, volatility: 0.14 },
    { kind: "put", ratio: -1, strike: 0.98, days: 7, volatility: 0.16 },
    { kind: "put", ratio: 1, strike: 0.97, days: 7, volatility: 0.16 },
  ],
  exposure: 10,
  positions: 1,
};

const limitOf = (key: string, value: number) =>
  key === "leverage" ? text.times(formatRatio(value)) : formatShare(value);

export default function RiskMethodology() {
  return (
    <div>
      <PageHeader title={text.title} lead={text.lead} />
      <p className="text-sm text-ink-muted">
        {text.inForce({ version: RISK_METHOD.version, day: formatDay(RISK_METHOD.since) })}
      </p>
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">{text.theRule}</h2>
        <ol className="mt-2 list-decimal space-y-2 ps-5">
          <li>{text.eachInput(RISKS.map(formatRisk).join(", "))}</li>
          <li>{text.worstBand}</li>
          <li>{text.soldWithoutCover}</li>
          <li>{text.ratedRecord(RECORD_DAYS_RATED)}</li>
          <li>{text.liveRecordLeaves}</li>
        </ol>
      </section>
      <Inputs />
      <Stress />
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">{text.notSaid}</h2>
        <p className="mt-2">{text.notSaidInFull}</p>
      </section>
    </div>
  );
}

function Inputs() {
  return (
    <section className="mt-8">
      <h2 className="text-xl">{text.inputsAndBands}</h2>
      <TableScroll label={text.inputsAndBands} className="mt-2">
        <table className="table rows-table">
          <caption className="sr-only">{text.inputsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.input}</th>
              <th scope="col">{text.from}</th>
              {RISKS.map((risk) => (
                <th key={risk} scope="col" className="number">
                  {formatRisk(risk)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RISK_INPUTS.map(({ key, term, means, from, bands }) => (
              <tr key={key}>
                <th scope="row" className="row-name">
                  {term} <span className="block text-xs font-normal text-ink-muted">{means}</span>
                </th>
                <td data-label={text.from}>{from === "structure" ? text.structureAndStress : text.record}</td>
                {RISKS.map((risk, index) => (
                  <td key={risk} className="number" data-label={formatRisk(risk)}>
                    {bands[index] === undefined ? text.above : text.upTo(limitOf(key, bands[index]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

function Stress() {
  return (
    <section className="mt-8">
      <h2 className="text-xl">{text.stressTable}</h2>
      <div className="max-w-[75ch]">
        <p className="mt-2">
          {text.stressMethod(VOLATILITY_SHOCKS.map((shock) => formatRatio(shock)).join(", "))}
        </p>
        <p className="mt-2">
          {text.ratedMoves({
            overnight: formatShare(RATED_MOVE.overnight, 0),
            sameDay: formatShare(RATED_MOVE.sameDay, 0),
            factor: SINGLE_SHARE_FACTOR,
            extreme: formatShare(EXTREME_MOVE, 0),
          })}
        </p>
      </div>
      <TableScroll label={text.exampleLabel} className="mt-4 max-w-3xl">
        <table className="table table-tight stress-table">
          <caption className="text-start text-sm text-ink-muted">{text.exampleCaption}</caption>
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
            {stressTable(EXAMPLE).map(({ move, results, isRated }) => (
              <tr key={move}>
                <th scope="row" className="font-normal!">
                  {formatChange(move, 0)}
                  {isRated ? text.rated : Math.abs(move) === EXTREME_MOVE ? text.extreme : ""}
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
        <p className="mt-1 text-xs text-ink-muted">
          {text.countOfCells({ moves: MARKET_MOVES.length, shocks: VOLATILITY_SHOCKS.length })}
        </p>
      </TableScroll>
    </section>
  );
}
