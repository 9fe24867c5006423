// Panel next to an algo's description: how the algo would use the user's amount, and the button that deploys it.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import type { StrategyMargin } from "../../contract/base-api/strategy-margin.ts";
import { capitalFor } from "../../deploying/deploy-terms.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import type { LossStatement } from "../../evidence/loss.ts";
import { WORST_CASE_SENTENCES } from "../../evidence/performance-texts.ts";
import { formatDateTime } from "../../format/dates.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { deployPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { Amount } from "../../ui/amount.tsx";
import { LinkButton, SubmitButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { AmountAnswer } from "./read-amount.ts";
import { sidePanelText as text } from "./text.ts";

type PanelProps = { strategy: Strategy; amount: AmountAnswer; loss: LossStatement; headline: Headline };

export function SidePanel(props: PanelProps & { margin: StrategyMargin | null }) {
  const { margin, ...panel } = props;
  return (
    <section aria-labelledby="your-amount" className="panel panel-body panel-edge-loss">
      <YourAmount {...panel} />
      <MarginToday margin={margin} />
    </section>
  );
}

function YourAmount({ strategy, amount, loss, headline }: PanelProps) {
  const { minimum } = strategy;
  const capital = capitalFor(strategy.minAmountRupees, loss.workingRupees);
  return (
    <>
      <h2 id="your-amount" className="panel-title">
        {text.yours(formatRupees(amount.rupees))}
      </h2>
      {amount.notice === null ? null : (
        <div className="mt-3 text-sm">
          <Notice kind="warn" isAlert>
            <p>{amount.notice}</p>
          </Notice>
        </div>
      )}
      <dl className="facts mt-2">
        <Row label={text.atWork} note={`${loss.multiples} × ${formatRupees(strategy.minAmountRupees)}`}>
          <Amount rupees={loss.workingRupees} />
        </Row>
        <Row label={minimum.bufferRupees === 0 ? text.buysFor : text.marginOrPurchase}>
          <Amount rupees={minimum.marginRupees * loss.multiples} />
        </Row>
        {loss.idleRupees === 0 ? null : (
          <Row label={text.staysFree}>
            <Amount rupees={loss.idleRupees} />
          </Row>
        )}
        <Row label={text.feePerMonth}>
          {strategy.fee.monthlyRupees === 0 ? text.none : formatRupees(strategy.fee.monthlyRupees)}
        </Row>
        {headline.kind !== "shown" ? null : (
          <Row label={text.couldHaveLost}>
            <Amount
              rupees={Math.round(headline.figures.maxDrawdown * loss.workingRupees)}
              className="text-loss"
            />
          </Row>
        )}
      </dl>
      {strategy.status.state === "open" ? (
        <p className="no-print mt-3 grid gap-3">
          <LinkButton to={deployPath(strategy, capital)}>{text.deployWith(formatRupees(capital))}</LinkButton>{" "}
          <LinkButton to={`${deployPath(strategy, capital)}&mode=paper`} kind="quiet">
            {text.tryOnPaper}
          </LinkButton>
        </p>
      ) : null}
      <details className="mt-3 text-sm">
        <summary className="link inline-flex min-h-8 items-center">{text.more}</summary>
        <p className="mt-2">{WORST_CASE_SENTENCES[strategy.lossLimits.worstCase]}</p>
        <p className="mt-2 text-ink-muted">{strategy.fee.note}</p>
        <form action={strategyPath(strategy)} method="get" className="no-print mt-3">
          <label htmlFor="amount" className="font-semibold">
            {text.anotherAmount}
          </label>
          <div className="mt-1.5 flex">
            <input
              id="amount"
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={30}
              defaultValue={amount.typed === "" ? formatRupees(amount.rupees).slice(1) : amount.typed}
              className="field rounded-e-none border-e-0"
            />
            <SubmitButton kind="quiet" className="rounded-s-none">
              {text.calculate}
            </SubmitButton>
          </div>
        </form>
      </details>
    </>
  );
}

function Row(props: { label: string; note?: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        {props.children}{" "}
        {props.note === undefined ? null : (
          <span className="block text-sm font-normal text-ink-muted">{props.note}</span>
        )}
      </dd>
    </div>
  );
}

/** Renders the margin of the largest position. The order window and the margin calculator compute the same margin. */
function MarginToday({ margin }: { margin: StrategyMargin | null }) {
  if (margin === null || margin.marginPaise === null) return null;
  return (
    <p className="mt-2 text-sm text-ink-muted">
      {text.marginToday}{" "}
      <data value={margin.marginPaise / 100} className="font-semibold text-ink">
        {formatPaise(margin.marginPaise)}
      </data>
      , {text.at(formatDateTime(new Date(margin.asOf)))}
    </p>
  );
}
