// How risk words are made: the inputs with their bands, the table of moves and shocks, and what a word does not say. Everything on this
// page is printed from the rule itself (app/wire/risk-rating.ts).
import type { MetaFunction } from "@remix-run/node";
import { formatDay } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatRisk } from "../format/risk.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { PageHandle } from "../wire/page-handle.ts";
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
} from "../wire/risk-rating.ts";
import { RISKS } from "../wire/vocabulary.ts";

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Risk methodology",
    description:
      "How an algo's risk word follows from its positions under stress and from the losses of its record.",
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
  key === "leverage" ? `${formatRatio(value)} times` : formatShare(value);

export default function RiskMethodology() {
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title="Risk methodology"
        lead="A risk word is the result of a rule, not an opinion. This is the rule."
      />
      <p className="text-sm text-ink-muted">
        Version {RISK_METHOD.version}, in force since {formatDay(RISK_METHOD.since)}. Every change of a band,
        of the table or of an input is a new version.
      </p>
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">The rule</h2>
        <ol className="mt-2 list-decimal space-y-2 ps-5">
          <li>Each input below is computed and falls into a band: {RISKS.map(formatRisk).join(", ")}.</li>
          <li>The word is the worst band of all inputs. No input makes up for another.</li>
          <li>Options sold without cover are never called less than Moderately high.</li>
          <li>
            The record is the backtest of the present version, rated again whenever it grows. Where a record
            may not be shown to everybody, or has fewer than {RECORD_DAYS_RATED} days, the word doesn't use
            it: it comes from structure and stress alone, and the algo's page says so.
          </li>
          <li>
            If a live record leaves the band of the word, the algo's Performance tab says so, and the operator
            is told, until the algo is rated again.
          </li>
        </ol>
      </section>
      <Inputs />
      <Stress />
      <section className="mt-8 max-w-[75ch]">
        <h2 className="text-xl">What the word doesn't say</h2>
        <p className="mt-2">
          It says how much could be lost for the amount deployed, not how likely that is, and nothing about
          returns. A loss can be larger than every figure on this page: prices can jump further than the table
          goes, orders can fail, and stops are orders, not promises.
        </p>
      </section>
    </div>
  );
}

function Inputs() {
  return (
    <section className="mt-8">
      <h2 className="text-xl">Inputs and bands</h2>
      <TableScroll label="Inputs and bands" className="mt-2">
        <table className="table rows-table">
          <caption className="sr-only">Each input with the largest value of each band</caption>
          <thead>
            <tr>
              <th scope="col">Input</th>
              <th scope="col">From</th>
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
                  {term}
                  <span className="block text-xs font-normal text-ink-muted">{means}</span>
                </th>
                <td data-label="From">{from === "structure" ? "Structure and stress" : "Record"}</td>
                {RISKS.map((risk, index) => (
                  <td key={risk} className="number" data-label={formatRisk(risk)}>
                    {bands[index] === undefined ? "above" : `up to ${limitOf(key, bands[index])}`}
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
      <h2 className="text-xl">The stress table</h2>
      <div className="max-w-[75ch]">
        <p className="mt-2">
          All positions that may be open at once are valued again after a sudden move of the market, combined
          with a change of implied volatility to{" "}
          {VOLATILITY_SHOCKS.map((shock) => formatRatio(shock)).join(", ")} times what it was. Options are
          valued by Black and Scholes without interest. Stops don't help in this table: the move comes at
          once.
        </p>
        <p className="mt-2">
          Rated are moves up to {formatShare(RATED_MOVE.overnight, 0)} for what is held overnight and up to{" "}
          {formatShare(RATED_MOVE.sameDay, 0)} for what is closed the same day; a single share moves{" "}
          {SINGLE_SHARE_FACTOR} times as far. The extreme loss is at {formatShare(EXTREME_MOVE, 0)} for all.
          At 10, 15 and 20 % the exchanges halt all trading.
        </p>
      </div>
      <TableScroll label="Example of a stress table" className="mt-4 max-w-3xl">
        <table className="table table-tight stress-table">
          <caption className="text-start text-sm text-ink-muted">
            Example: an iron condor a week before expiry, strikes 2 and 3 % away, on an index worth ten times
            the amount. Result as a share of the amount.
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
            {stressTable(EXAMPLE).map(({ move, results, isRated }) => (
              <tr key={move}>
                <th scope="row" className="font-normal!">
                  {formatChange(move, 0)}
                  {isRated ? ", rated" : Math.abs(move) === EXTREME_MOVE ? ", extreme" : ""}
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
          {MARKET_MOVES.length} moves by {VOLATILITY_SHOCKS.length} shocks of volatility.
        </p>
      </TableScroll>
    </section>
  );
}
