// Beside the algo's text: what the reader's own amount could lose, the minimum amount as a sum, the charges, and where to
// go on. Losses stand first.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { type LossStatement, WORST_CASE_SENTENCES } from "../../evidence/loss.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatMoment } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { compareAddPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { Amount } from "../../ui/amount.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import type { StrategyMargin } from "../../wire/strategy-margin.ts";
import type { AmountAnswer } from "./route.tsx";

export function SidePanel(props: {
  strategy: Strategy;
  amount: AmountAnswer;
  loss: LossStatement;
  margin: StrategyMargin | null;
  headline: Headline;
}) {
  const { strategy } = props;
  return (
    <div className="side-panel space-y-4">
      <CouldLose {...props} />
      <section aria-labelledby="minimum" className="panel p-4">
        <h2 id="minimum" className="text-base">
          Minimum amount
        </h2>
        <table className="table table-tight mt-1">
          <tbody>
            <tr>
              <th scope="row" className="font-normal!">
                {strategy.minimum.bufferRupees === 0 ? "Price of the holdings" : "Margin or purchase"}
              </th>
              <td className="number">
                <Amount rupees={strategy.minimum.marginRupees} />
              </td>
            </tr>
            <tr>
              <th scope="row" className="font-normal!">
                Buffer for losses and margin rises
              </th>
              <td className="number">
                + <Amount rupees={strategy.minimum.bufferRupees} />
              </td>
            </tr>
            <tr className="font-semibold">
              <th scope="row">Minimum amount</th>
              <td className="number">
                = <Amount rupees={strategy.minAmountRupees} />
              </td>
            </tr>
          </tbody>
        </table>
        <PhoneFold words="Margin today and the manager's fee">
          <MarginToday margin={props.margin} />
          <p className="mt-2 text-xs text-ink-muted">
            Manager's fee:{" "}
            {strategy.fee.monthlyRupees === 0
              ? "none"
              : `${formatRupees(strategy.fee.monthlyRupees)} a month`}
            . {strategy.fee.note}
          </p>
        </PhoneFold>
        <p className="no-print mt-3 flex flex-wrap gap-2">
          {strategy.status.state === "open" ? (
            <LinkButton to={`${strategyPath(strategy)}/deploy`} className="grow max-md:hidden">
              Deploy with {formatRupees(props.amount.rupees)}
            </LinkButton>
          ) : null}{" "}
          <LinkButton to={`/algos/tracklist?add=${strategy.id}`} kind="quiet" className="md:hidden">
            Track this algo
          </LinkButton>{" "}
          <LinkButton to={compareAddPath([strategy.id])} kind="quiet" className="md:hidden">
            Compare
          </LinkButton>
        </p>
      </section>
    </div>
  );
}

/** As the order window, the margin calculator and the refusal of an order compute it. */
function MarginToday({ margin }: { margin: StrategyMargin | null }) {
  if (margin === null || margin.marginPaise === null) return null;
  const orders = margin.legs.length === 1 ? "1 order" : `${margin.legs.length} orders`;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        <span>Margin today</span>
        <data value={margin.marginPaise / 100}>{formatPaise(margin.marginPaise)}</data>
      </p>
      <p className="mt-1 text-xs text-ink-muted">
        Blocked while its largest position is open ({orders}), at prices of{" "}
        {formatMoment(new Date(margin.asOf))}. Margins change with prices.
      </p>
    </div>
  );
}

function CouldLose(props: {
  strategy: Strategy;
  amount: AmountAnswer;
  loss: LossStatement;
  headline: Headline;
}) {
  const { strategy, amount, loss, headline } = props;
  const { lossLimits } = strategy;
  const risk = positionRisk(strategy.structure);
  return (
    <section aria-labelledby="could-lose" className="panel border-t-4 border-t-loss p-4">
      <h2 id="could-lose" className="text-base">
        What you could lose
      </h2>
      <dl className="mt-2 space-y-1.5">
        <Loss label="Per trade" percent={lossLimits.perTradePercent} rupees={loss.perTradeRupees} />
        <Loss label="Per day" percent={lossLimits.perDayPercent} rupees={loss.perDayRupees} />
      </dl>
      <p className="mt-2 text-xs text-ink-muted">
        By its own stops, for <Amount rupees={loss.workingRupees} /> at work ({loss.multiples} ×{" "}
        <Amount rupees={strategy.minAmountRupees} />
        {loss.idleRupees === 0 ? (
          ""
        ) : (
          <>
            , <Amount rupees={loss.idleRupees} /> stays idle
          </>
        )}
        ). Days can follow one another.
      </p>
      {risk === null ? null : (
        <dl className="mt-2 border-t border-line pt-2">
          <Loss
            label={positionLossTerm(risk.perPosition)}
            percent={Math.round(risk.perPosition.share * 1_000) / 10}
            rupees={lossRupees(risk.perPosition.share, loss.workingRupees)}
          />
        </dl>
      )}
      {headline.kind !== "shown" ? null : (
        <dl className="mt-2 space-y-1.5 border-t border-line pt-2">
          <Loss
            label={`Max drawdown seen, ${EVIDENCE_NAMES[headline.figures.evidence].toLowerCase()}`}
            percent={Math.round(-headline.figures.maxDrawdown * 1_000) / 10}
            rupees={Math.round(-headline.figures.maxDrawdown * loss.workingRupees)}
          />
        </dl>
      )}
      <p className="mt-2 border-t border-line pt-2 text-xs">
        <strong className="font-semibold">At worst:</strong> {WORST_CASE_SENTENCES[lossLimits.worstCase]}
      </p>
      <p className="text-xs">
        <a href="/algos/risk-methodology" className="link inline-flex min-h-8 items-center">
          How risk words are computed
        </a>
      </p>
      <form action={strategyPath(strategy)} method="get" className="no-print mt-1 max-md:hidden">
        <label htmlFor="amount" className="text-sm font-semibold">
          Calculate with your own amount
        </label>
        <div className="mt-1.5 flex">
          <input
            id="amount"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            defaultValue={amount.typed === "" ? formatRupees(amount.rupees).slice(1) : amount.typed}
            aria-describedby="amount-hint"
            className="field rounded-e-none border-e-0"
          />
          <button type="submit" className="button button-quiet rounded-s-none">
            Calculate
          </button>
        </div>
        <p id="amount-hint" className="mt-1 text-xs text-ink-muted">
          Rupees, such as 75,000 or 1.5L
        </p>
      </form>
      {amount.notice === null ? null : (
        <div className="mt-3 text-sm">
          <Notice kind="warn" isAlert>
            <p>{amount.notice}</p>
          </Notice>
        </div>
      )}
    </section>
  );
}

function Loss(props: { label: string; percent: number | null; rupees: number | null }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{props.label}</dt>
      <dd className="text-end">
        {props.rupees === null ? (
          <span className="font-semibold">no stop in its rules</span>
        ) : (
          <>
            <Amount rupees={-props.rupees} className="text-lg font-semibold text-loss" />{" "}
            <span className="block text-xs text-ink-muted">{props.percent}% of the amount</span>
          </>
        )}
      </dd>
    </div>
  );
}
