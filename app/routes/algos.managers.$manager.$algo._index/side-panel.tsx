// Panel next to the algo's text: the possible loss of the reader's amount, the minimum amount as a sum, the charges, and links.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { type LossStatement, WORST_CASE_SENTENCES } from "../../evidence/loss.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatDateTime } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { compareAddPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { Amount } from "../../ui/amount.tsx";
import { cachedPart } from "../../ui/cached-part.tsx";
import { filled } from "../../ui/filled.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import type { StrategyMargin } from "../../wire/strategy-margin.ts";
import type { AmountAnswer } from "./route.tsx";
import { sidePanelText as text } from "./text.ts";

export function SidePanel(props: {
  strategy: Strategy;
  amount: AmountAnswer;
  loss: LossStatement;
  margin: StrategyMargin | null;
  headline: Headline;
}) {
  const { strategy } = props;
  return (
    <div className="side-panel flex flex-col gap-4">
      <CachedLosses strategy={strategy} amount={props.amount} loss={props.loss} headline={props.headline} />
      <section aria-labelledby="minimum" className="panel p-4">
        <h2 id="minimum" className="text-base">
          {text.minimumAmount}
        </h2>
        <table className="table table-tight mt-1">
          <tbody>
            <tr>
              <th scope="row" className="font-normal!">
                {strategy.minimum.bufferRupees === 0 ? text.priceOfTheHoldings : text.marginOrPurchase}
              </th>
              <td className="number">
                <Amount rupees={strategy.minimum.marginRupees} />
              </td>
            </tr>
            <tr>
              <th scope="row" className="font-normal!">
                {text.bufferForLossesAndMargin}
              </th>
              <td className="number">
                + <Amount rupees={strategy.minimum.bufferRupees} />
              </td>
            </tr>
            <tr className="font-semibold">
              <th scope="row">{text.minimumAmount}</th>
              <td className="number">
                = <Amount rupees={strategy.minAmountRupees} />
              </td>
            </tr>
          </tbody>
        </table>
        <PhoneFold words={text.marginAndFee}>
          <MarginToday margin={props.margin} />
          <p className="mt-2 text-xs text-ink-muted">
            {text.managersFee({
              fee:
                strategy.fee.monthlyRupees === 0
                  ? text.none
                  : text.aMonth(formatRupees(strategy.fee.monthlyRupees)),
              note: strategy.fee.note,
            })}
          </p>
        </PhoneFold>
        <p className="no-print mt-3 flex flex-wrap gap-2">
          {strategy.status.state === "open" ? (
            <LinkButton to={`${strategyPath(strategy)}/deploy`} className="grow max-md:hidden">
              {text.deployWith(formatRupees(props.amount.rupees))}
            </LinkButton>
          ) : null}{" "}
          <LinkButton to={`/algos/tracklist?add=${strategy.id}`} kind="quiet" className="md:hidden">
            {text.trackThisAlgo}
          </LinkButton>{" "}
          <LinkButton to={compareAddPath([strategy.id])} kind="quiet" className="md:hidden">
            {text.compare}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}

/** Computed like the order window, the margin calculator and the refusal of an order. */
function MarginToday({ margin }: { margin: StrategyMargin | null }) {
  if (margin === null || margin.marginPaise === null) return null;
  const orders = text.orders(margin.legs.length);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        <span>{text.marginToday}</span>{" "}
        <data value={margin.marginPaise / 100}>{formatPaise(margin.marginPaise)}</data>
      </p>
      <p className="mt-1 text-xs text-ink-muted">
        {text.blocked({ orders, moment: formatDateTime(new Date(margin.asOf)) })}
      </p>
    </div>
  );
}

const CachedLosses = cachedPart("could lose", CouldLose);

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
        {text.whatYouCouldLose}
      </h2>
      <dl className="mt-2 space-y-1.5">
        <Loss label={text.perTrade} percent={lossLimits.perTradePercent} rupees={loss.perTradeRupees} />
        <Loss label={text.perDay} percent={lossLimits.perDayPercent} rupees={loss.perDayRupees} />
      </dl>
      <p className="mt-2 text-xs text-ink-muted">
        {loss.idleRupees === 0
          ? filled(text.byOwnStops, {
              working: <Amount rupees={loss.workingRupees} />,
              multiples: loss.multiples,
              minimum: <Amount rupees={strategy.minAmountRupees} />,
            })
          : filled(text.byOwnStopsWithRest, {
              working: <Amount rupees={loss.workingRupees} />,
              multiples: loss.multiples,
              minimum: <Amount rupees={strategy.minAmountRupees} />,
              idle: <Amount rupees={loss.idleRupees} />,
            })}
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
            label={text.maxDrawdownSeen(EVIDENCE_NAMES[headline.figures.evidence].toLowerCase())}
            percent={Math.round(-headline.figures.maxDrawdown * 1_000) / 10}
            rupees={Math.round(-headline.figures.maxDrawdown * loss.workingRupees)}
          />
        </dl>
      )}
      <p className="mt-2 border-t border-line pt-2 text-xs">
        <strong className="font-semibold">{text.atWorst}</strong> {WORST_CASE_SENTENCES[lossLimits.worstCase]}
      </p>
      <p className="text-xs">
        <a href="/algos/risk-methodology" className="link inline-flex min-h-8 items-center">
          {text.howComputed}
        </a>
      </p>
      <form action={strategyPath(strategy)} method="get" className="no-print mt-1 max-md:hidden">
        <label htmlFor="amount" className="text-sm font-semibold">
          {text.calculateLabel}
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
            {text.calculate}
          </button>
        </div>
        <p id="amount-hint" className="mt-1 text-xs text-ink-muted">
          {text.amountHint}
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
          <span className="font-semibold">{text.noStop}</span>
        ) : (
          <>
            <Amount rupees={-props.rupees} className="text-lg font-semibold text-loss" />{" "}
            <span className="block text-xs text-ink-muted">{text.percentOfAmount(props.percent)}</span>
          </>
        )}
      </dd>
    </div>
  );
}
