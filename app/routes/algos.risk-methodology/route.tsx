// Explains the risk rating: the four levels in rupees, the inputs with a worked example, the stress table, and the
// limits of the rating. All values are computed with the rule itself (app/domain/risk-rating.ts).
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { RATING_TEXTS } from "../../domain/rating-texts.ts";
import {
  RATED_MOVE,
  RECORD_DAYS_RATED,
  RISK_INPUTS,
  RISK_METHOD,
  type RiskStructure,
  SINGLE_SHARE_FACTOR,
  stressTable,
  VOLATILITY_SHOCKS,
} from "../../domain/risk-rating.ts";
import { RISKS } from "../../domain/vocabulary.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { riskMethodologyText as text } from "../../evidence/text.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { filled } from "../../ui/filled.tsx";
import { TextLink } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { Panel } from "../../ui/section.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { type LowExample, loadMethodology, type WorkedExample } from "./load.ts";

export const handle: PageHandle = { shared: true, styles: ["markets", "verification"] };

export const loader = (from: LoaderFunctionArgs) => loadMethodology(from);

export const meta = fixedMeta(text, "/algos/risk-methodology");

/**
 * Iron condor that the stress table is computed for: one week before expiry, with a notional of ten times the amount.
 */
const CONDOR: RiskStructure = {
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

/** Formats an input's limit without trailing zeros: "2.5%", "8%", "1×". */
const formatLimit = (key: string, value: number) =>
  (key === "leverage" ? text.times(formatRatio(value)) : formatShare(value)).replace(/\.0+(?=\D|$)/, "");

export default function RiskMethodology() {
  const { amount, example, low } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Bands amount={amount} />
      <Inputs example={example} />
      <Stress />
      <div className="halves mt-6">
        <Panel id="rules" title={text.fourRules}>
          <ol className="numbered-steps">
            <li>{text.rules.worst}</li>
            <li>{text.rules.uncovered}</li>
            <li>{text.rules.short(RECORD_DAYS_RATED)}</li>
            <li>{text.rules.live}</li>
          </ol>
        </Panel>
        <RatingLimits amount={amount} low={low} />
      </div>
    </>
  );
}

/** Renders the four risk levels with the limits of the first input, in rupees of the user's amount. */
function Bands({ amount }: { amount: number }) {
  const [stress] = RISK_INPUTS;
  const rupees = (share: number) => formatRupees(share * amount);
  return (
    <ul className="risk-bands">
      {RISKS.map((risk, index) => {
        const limit = stress.bands[index];
        const before = stress.bands[index - 1] ?? 0;
        return (
          <li key={risk} className="panel panel-body risk-band" data-risk={index}>
            <RiskMark risk={risk} />
            <p className="figure-name">{text.suddenMove(formatShare(RATED_MOVE.overnight, 0))}</p>
            <p className="figure figure-large">
              {limit === undefined ? text.above(rupees(before)) : text.upTo(rupees(limit))}
            </p>
            <p className="figure-note">{text.ofAmount(formatRupees(amount))}</p>
          </li>
        );
      })}
    </ul>
  );
}

function Inputs({ example }: { example: WorkedExample | null }) {
  return (
    <section aria-labelledby="bands" className="panel board-fill mt-6">
      <div className="board-head">
        <h2 id="bands" className="panel-title">
          {example === null ? text.rule : text.worked(example.name)}
        </h2>
        {example === null ? null : <TextLink to={example.path}>{text.openAlgo}</TextLink>}
      </div>
      <TableScroll label={text.rule}>
        <table className="table bands-table">
          <caption className="sr-only">{text.bandsCaption}</caption>
          <thead className="max-md:sr-only">
            <tr>
              <th scope="col">{text.input}</th>
              {RISKS.map((risk) => (
                <th key={risk} scope="col">
                  <RiskMark risk={risk} />
                </th>
              ))}
              {example === null ? null : (
                <th scope="col" className="number">
                  {text.thisAlgo}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {RISK_INPUTS.map((input) => (
              <InputRow key={input.key} input={input} example={example} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {example === null ? null : (
        <p className="board-body flex flex-wrap items-center gap-2 pt-4">
          {text.worstGives} <RiskMark risk={example.word} />
        </p>
      )}
    </section>
  );
}

function InputRow(props: { input: (typeof RISK_INPUTS)[number]; example: WorkedExample | null }) {
  const { input, example } = props;
  const own = example?.inputs.find(({ key }) => key === input.key);
  return (
    <tr>
      <th scope="row">
        {RATING_TEXTS[input.key].term} <span className="board-sub">{text.meanings[input.key]}</span>
      </th>
      {RISKS.map((risk, index) => {
        const isOwn = own?.word === risk;
        const limit = input.bands[index];
        return (
          <td
            key={risk}
            data-label={formatRisk(risk)}
            data-risk={isOwn ? index : undefined}
            className={isOwn && risk === example?.word ? "band-worst" : undefined}
          >
            <span>
              {limit === undefined ? text.aboveLast : text.to(formatLimit(input.key, limit))}
              {isOwn ? <span className="sr-only">{text.inBand}</span> : null}
            </span>
          </td>
        );
      })}
      {example === null ? null : (
        <td className="number font-semibold">
          {own === undefined ? text.notRecorded : formatLimit(input.key, own.value)}
        </td>
      )}
    </tr>
  );
}

/** Returns the shade of a cell: 0 for no loss, 4 for the largest loss of the table. */
function lossShade(result: number, worst: number): number {
  return result >= 0 ? 0 : Math.min(4, Math.ceil((result / worst) * 4));
}

function Stress() {
  const rows = stressTable(CONDOR);
  const worst = Math.min(...rows.flatMap(({ results }) => results));
  return (
    <section aria-labelledby="stress" className="panel board-fill mt-6">
      <div className="board-head">
        <h2 id="stress" className="panel-title">
          {text.stressTitle}
        </h2>
        <span className="text-xs text-ink-muted">{text.moveAcross}</span>
      </div>
      <TableScroll label={text.stressLabel} className="board-body">
        <table className="stress-grid">
          <caption className="sr-only">{text.stressCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.volatility}</th>
              {rows.map(({ move }) => (
                <th key={move} scope="col">
                  {formatChange(move, 0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {VOLATILITY_SHOCKS.map((shock, index) => (
              <tr key={shock}>
                <th scope="row">× {formatRatio(shock)}</th>
                {rows.map(({ move, results }) => (
                  <td key={move} data-shade={lossShade(results[index] ?? 0, worst)}>
                    {formatChange(results[index] ?? 0, 1)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="board-foot">
        {text.stressNote({
          overnight: formatShare(RATED_MOVE.overnight, 0),
          sameDay: formatShare(RATED_MOVE.sameDay, 0),
          factor: SINGLE_SHARE_FACTOR,
        })}
      </p>
    </section>
  );
}

function RatingLimits({ amount, low }: { amount: number; low: LowExample | null }) {
  return (
    <Panel id="not-said" title={text.notSaid}>
      <p className="mt-4">
        {filled(text.notLargest, {
          example:
            low === null ? (
              text.canBeLarger
            ) : (
              <b>
                {filled(text.lowYet, {
                  name: <TextLink to={low.path}>{low.name}</TextLink>,
                  loss: formatRupees(low.lossRupees),
                  amount: formatRupees(amount),
                })}
              </b>
            ),
        })}
      </p>
      <dl className="facts mt-4">
        <div>
          <dt>{text.version}</dt>
          <dd>{RISK_METHOD.version}</dd>
        </div>
        <div>
          <dt>{text.inForceSince}</dt>
          <dd>{formatDay(RISK_METHOD.since)}</dd>
        </div>
      </dl>
    </Panel>
  );
}
