// Parts of the deployment page: notices, actions, P&L with its curve, audit trail and terms.

import { Fragment } from "react";
import type { DeploymentDetail } from "../../contract/base-api/deployment.ts";
import { ACTOR_LABELS, eventText } from "../../contract/base-api/event-texts.ts";
import { termsToParams } from "../../deploying/deploy-terms.ts";
import { isEnded, type TraderAction } from "../../domain/deployment-states.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import {
  formatDateTime,
  formatDay,
  formatInstant,
  formatShortClock,
  formatShortDay,
  formatWeekdays,
} from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import { DecisionBanner } from "../../portfolio/decision-banner.tsx";
import { Fact, Result } from "../../portfolio/deployment-parts.tsx";
import {
  deploymentPath,
  doneText,
  MODE_LABELS,
  VERB_TEXTS,
  verbPath,
} from "../../portfolio/deployment-texts.ts";
import { PnlChart, type PnlSeries } from "../../portfolio/pnl-charts.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Fact as Row } from "../../ui/figure.tsx";
import { filled } from "../../ui/filled.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LinkButton, TouchLink } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { BacktestLine } from "./backtest-line.ts";
import { partsText as text } from "./text.ts";

export function Notes(props: {
  deployment: DeploymentDetail;
  did: TraderAction | null;
  isNew: boolean;
  isThereAlready: boolean;
  isChanged: boolean;
  /** Address of the page that lists the other algos of the joint portfolio that the user is deploying. */
  joint: string | null;
}) {
  const { deployment } = props;
  const notice =
    props.did !== null
      ? doneText(props.did, deployment.state)
      : props.isChanged
        ? text.changed
        : props.isNew && deployment.state === "active"
          ? text.deployed
          : props.isThereAlready
            ? text.deployedAlready
            : null;
  return (
    <>
      {notice === null ? null : (
        <div role="status" className="mb-4 max-w-2xl">
          <Notice kind="info">
            <p>{notice}</p>
          </Notice>
        </div>
      )}
      {props.joint === null ? null : (
        <p className="mb-4">
          <LinkButton to={props.joint}>{text.otherAlgos}</LinkButton>
        </p>
      )}
      {deployment.newVersion === null ? null : (
        <DecisionBanner
          message={text.newVersion({ next: deployment.newVersion, version: deployment.version })}
          action={text.seeWhatChanged}
          to={`${deploymentPath(deployment.id)}/version`}
        />
      )}
    </>
  );
}

const ACTION_KINDS: Partial<Record<TraderAction, string>> = { stop: "outline-danger", resume: "main" };

/** Returns the address of a form that deploys the algo again with the same terms, from today. */
function redeployPath({ managerId, strategyId, terms }: DeploymentDetail): string {
  const params = termsToParams(terms);
  params.delete("startOn");
  return `/algos/managers/${managerId}/${strategyId}/deploy?${params}`;
}

/**
 * Renders the available actions, urgent ones first. Phones show the urgent ones in a bar above the navigation. An ended
 * deployment can be deployed again.
 */
export function Actions(props: {
  deployment: DeploymentDetail;
  path: string;
  actions: readonly TraderAction[];
}) {
  if (isEnded(props.deployment.state))
    return (
      <nav aria-label={text.whatYouCanDo} className="no-print">
        <LinkButton to={redeployPath(props.deployment)}>{text.deployAgain}</LinkButton>
      </nav>
    );
  if (props.actions.length === 0) return null;
  const button = (verb: TraderAction) => (
    <Fragment key={verb}>
      <a
        href={`${props.path}/${verbPath(verb)}`}
        className={`button button-${ACTION_KINDS[verb] ?? "quiet"}`}
      >
        {VERB_TEXTS[verb].button}
      </a>{" "}
    </Fragment>
  );
  return (
    <nav aria-label={text.whatYouCanDo} className="no-print">
      <div className="action-bar action-bar-stays">
        {props.actions.filter((verb) => verb !== "hand_over").map(button)}
      </div>
    </nav>
  );
}

export function PnlSection(props: {
  deployment: DeploymentDetail;
  curve: PnlSeries;
  backtest: BacktestLine;
  /** True if the page lists trades. Without a P&L, the heading then states that the P&L follows. */
  hasTrades: boolean;
  /** Today in one line. */
  summary: React.ReactNode;
  children: React.ReactNode;
}) {
  const { deployment, backtest } = props;
  const { result, terms } = deployment;
  return (
    <section aria-labelledby="result" className="panel panel-body">
      {result === null ? (
        <div className="empty-state">
          <h2 id="result" className="panel-title">
            {props.hasTrades
              ? text.pnlFollows
              : isEnded(deployment.state)
                ? text.itNeverTraded
                : text.itHasNotTradedYet}
          </h2>
          <p>{props.summary}</p>
        </div>
      ) : (
        <>
          <Figures result={result} mode={terms.mode} hasEnded={isEnded(deployment.state)} />
          <p className="chart-readout my-3">{props.summary}</p>
          <Curve {...props} />
          {props.curve.length >= 2 && backtest.kind === "none" ? (
            <p className="text-sm text-ink-muted">{text.noBacktest[backtest.why]}</p>
          ) : null}
        </>
      )}
      {props.children}
    </section>
  );
}

/** Renders today's P&L first. An ended deployment has its final result instead. */
function Figures(props: {
  result: NonNullable<DeploymentDetail["result"]>;
  mode: DeploymentDetail["terms"]["mode"];
  hasEnded: boolean;
}) {
  const { result, hasEnded } = props;
  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
      <div>
        <h2 id="result" className="figure-name font-normal!">
          {hasEnded ? text.netPnlOf(MODE_LABELS[props.mode]) : text.todaysPnl(MODE_LABELS[props.mode])}
        </h2>
        <p className="figure figure-answer today-figure">
          <Result paise={hasEnded ? result.totalPaise : result.dayPaise} />
        </p>
      </div>
      <p>
        <span className="figure-note">{hasEnded ? text.today : text.netPnlSinceStart}</span>{" "}
        <span className="figure figure-large">
          <Result paise={hasEnded ? result.dayPaise : result.totalPaise} />
        </span>
      </p>
    </div>
  );
}

/** Renders charges, fees and fills, below the limits. */
export function Costs({ result }: { result: DeploymentDetail["result"] }) {
  if (result === null) return null;
  return (
    <dl className="facts mt-4 border-t border-line pt-1">
      <Row label={text.charges}>{formatPaise(result.chargesPaise)}</Row>
      <Row label={text.managersFeesWithGst}>{formatPaise(result.feesPaise)}</Row>
      <Row label={text.fillsToday}>{result.tradesToday}</Row>
    </dl>
  );
}

function Curve(props: { deployment: DeploymentDetail; curve: PnlSeries; backtest: BacktestLine }) {
  const { deployment, curve, backtest } = props;
  if (curve.length < 2) return null;
  const dayAt = (index: number) => istDay(curve.at(index)?.[0] ?? 0);
  const isOneDay = dayAt(0) === dayAt(-1);
  return (
    <PnlChart
      id="deployment-curve"
      title={text.algoSinceStart(deployment.strategyName)}
      summary={text.now(formatPaise(curve.at(-1)?.[1] ?? 0))}
      series={curve}
      axis={(time) => (isOneDay ? formatShortClock : formatShortDay)(new Date(time))}
      name={deployment.terms.mode === "live" ? text.liveYours : text.paperYours}
      other={backtest.kind === "shown" ? { name: text.backtestSameDays, series: backtest.points } : undefined}
    />
  );
}

export function AuditTrail(props: { deployment: DeploymentDetail; path: string }) {
  const last = props.deployment.events.at(-1);
  return (
    <Fold
      id="trail"
      title={text.auditTrail}
      {...(last === undefined ? {} : { hint: text.lastEvent(eventText(last.what)) })}
    >
      <ol>
        {[...props.deployment.events].reverse().map((event) => (
          <li key={`${event.at} ${event.what}`} className="border-b border-line py-2">
            <p>
              {filled(text.eventBy, {
                event: <strong className="font-semibold">{eventText(event.what)}</strong>,
                actor: ACTOR_LABELS[event.by],
                moment: (
                  <span className="text-sm text-ink-muted">
                    {formatInstant(new Date(event.at), new Date())}
                  </span>
                ),
              })}
            </p>
            {event.reason === null ? null : <p className="text-sm">{event.reason}</p>}
            {event.note === null ? null : <p className="text-sm">{text.yourNote(event.note)}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        <TouchLink to={`${props.path}/audit.csv`}>{text.auditTrailAsCsv}</TouchLink>
      </p>
    </Fold>
  );
}

export function Terms(props: { deployment: DeploymentDetail; path: string }) {
  const { deployment, path } = props;
  const { terms } = deployment;
  return (
    <Fold
      id="terms"
      title={text.terms}
      hint={text.signed(formatDay(isoDayOf(istDay(Date.parse(deployment.consent.acceptedAt)))))}
    >
      <dl className="flex flex-wrap gap-x-8 gap-y-3 py-3 text-sm">
        <Fact label={text.capital}>
          <Amount rupees={deployment.capitalRupees} />
        </Fact>
        <Fact label={text.multiples}>{terms.multiplier}</Fact>
        <Fact label={text.version}>{deployment.version}</Fact>
        <Fact label={text.from}>{formatDay(terms.startOn)}</Fact>
        <Fact label={text.on}>{formatWeekdays(terms.days)}</Fact>
        <Fact label={text.consentGiven}>{formatDateTime(new Date(deployment.consent.acceptedAt))}</Fact>
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TouchLink to={`${path}/receipt`}>{text.receiptOfYourConsent}</TouchLink>{" "}
        <TouchLink to={`/algos/managers/${deployment.managerId}/${deployment.strategyId}`}>
          {text.theAlgosPage}
        </TouchLink>
      </p>
      {deployment.nextActions.includes("hand_over") ? (
        <p className="mt-2 text-sm">
          <TouchLink to={`${path}/${verbPath("hand_over")}`}>{VERB_TEXTS.hand_over.button}</TouchLink>
        </p>
      ) : null}
    </Fold>
  );
}
