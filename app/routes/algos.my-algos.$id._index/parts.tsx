// Parts of the deployment page: notices, actions, P&L with its curve, audit trail and terms.

import { formatDay, formatInstant, formatMoment } from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import { Fact, Result } from "../../portfolio/deployment-parts.tsx";
import { deploymentPath, doneWords, VERB_PATHS, VERB_WORDS } from "../../portfolio/deployment-words.ts";
import { PnlChart, type PnlSeries } from "../../portfolio/pnl-charts.tsx";
import { Amount } from "../../ui/amount.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { DeploymentDetail } from "../../wire/deployment.ts";
import type { Verb } from "../../wire/deployment-states.ts";
import { ACTOR_WORDS, eventWords } from "../../wire/event-words.ts";
import type { BacktestLine } from "./backtest-line.ts";

export function Notes(props: {
  deployment: DeploymentDetail;
  did: Verb | null;
  isNew: boolean;
  isThereAlready: boolean;
  isChanged: boolean;
}) {
  const { deployment } = props;
  const words =
    props.did !== null
      ? doneWords(props.did, deployment.state)
      : props.isChanged
        ? "Changed. Your new consent is stored; the receipt has it."
        : props.isNew && deployment.state === "active"
          ? "Deployed. Orders appear below as soon as the algo sends them."
          : props.isThereAlready
            ? "You have deployed this algo already; this is it. Nothing was made twice."
            : null;
  return (
    <>
      {words === null ? null : (
        <div role="status" className="mb-4 max-w-2xl">
          <Notice kind="info">
            <p>{words}</p>
          </Notice>
        </div>
      )}
      {deployment.newVersion === null ? null : (
        <div className="mb-4 max-w-2xl">
          <Notice kind="warn" title={`The manager has published version ${deployment.newVersion}`}>
            <p>
              Version {deployment.version} opens nothing more. See what changed and its record before you
              consent; silence is not consent.
            </p>
            <p className="mt-2">
              <LinkButton to={`${deploymentPath(deployment.id)}/version`} kind="quiet">
                See what changed
              </LinkButton>
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}

const ACTION_KINDS: Partial<Record<Verb, "main" | "quiet" | "danger">> = { stop: "danger", resume: "main" };

export function Actions(props: { path: string; actions: readonly Verb[]; canChange: boolean }) {
  if (props.actions.length === 0) return null;
  return (
    <nav aria-label="What you can do" className="no-print flex flex-wrap gap-2">
      {props.actions.map((verb) => {
        const kind = ACTION_KINDS[verb] ?? "quiet";
        return (
          <a key={verb} href={`${props.path}/${VERB_PATHS[verb]}`} className={`button button-${kind}`}>
            {VERB_WORDS[verb].button}
          </a>
        );
      })}
      {props.canChange ? (
        <LinkButton to={`${props.path}/change`} kind="quiet">
          Change capital or risk limits
        </LinkButton>
      ) : null}
    </nav>
  );
}

export function PnlSection(props: {
  deployment: DeploymentDetail;
  curve: PnlSeries;
  backtest: BacktestLine;
  children: React.ReactNode;
}) {
  const { deployment, curve, backtest } = props;
  const { result, terms } = deployment;
  const now = new Date();
  const at = (index: number) => formatInstant(new Date(curve.at(index)?.[0] ?? 0), now);
  return (
    <section aria-labelledby="result" className="panel p-5">
      <h2 id="result" className="text-sm font-normal! text-ink-muted">
        Today's P&amp;L, {terms.mode}
      </h2>
      <p className="today-figure">
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.dayPaise} />}
      </p>
      {result === null ? (
        <p className="text-ink-muted">It has not traded yet.</p>
      ) : (
        <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2 text-sm">
          <Fact label="Net P&L since start">
            <Result paise={result.totalPaise} />
          </Fact>
          <Fact label="Charges">
            <span className="number">{formatPaise(result.chargesPaise)}</span>
          </Fact>
          <Fact label="Manager's fees, with GST">
            <span className="number">{formatPaise(result.feesPaise)}</span>
          </Fact>
          <Fact label="Trades today">{result.tradesToday}</Fact>
        </dl>
      )}
      {curve.length < 2 ? null : (
        <PnlChart
          id="deployment-curve"
          title={`${deployment.strategyName}: net P&L since start`}
          summary={`Now ${formatPaise(curve.at(-1)?.[1] ?? 0)}.`}
          series={curve}
          from={at(0)}
          to={at(-1)}
          name={terms.mode === "live" ? "Live, yours" : "Paper, yours"}
          other={
            backtest.kind === "shown"
              ? { name: "Backtest, same days and capital", series: backtest.points }
              : undefined
          }
        />
      )}
      {curve.length >= 2 && backtest.kind === "none" ? (
        <p className="text-sm text-ink-muted">{backtest.words}</p>
      ) : null}
      {props.children}
    </section>
  );
}

export function Trail(props: { deployment: DeploymentDetail; path: string }) {
  return (
    <section aria-labelledby="trail">
      <h2 id="trail" className="text-xl">
        Audit trail
      </h2>
      <ol className="mt-3">
        {[...props.deployment.events].reverse().map((event) => (
          <li key={`${event.at} ${event.what}`} className="border-b border-line py-2">
            <p>
              <strong className="font-semibold">{eventWords(event.what)}</strong>, by {ACTOR_WORDS[event.by]}{" "}
              <span className="text-sm text-ink-muted">{formatInstant(new Date(event.at), new Date())}</span>
            </p>
            {event.reason === null ? null : <p className="text-sm">{event.reason}</p>}
            {event.note === null ? null : <p className="text-sm">Your note: {event.note}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-3">
        <a href={`${props.path}/audit.csv`} className="link inline-flex min-h-8 items-center">
          Audit trail as CSV
        </a>
      </p>
    </section>
  );
}

export function Terms(props: { deployment: DeploymentDetail; path: string }) {
  const { deployment, path } = props;
  const { terms } = deployment;
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="text-xl">
        Terms
      </h2>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3 text-sm">
        <Fact label="Capital">
          <Amount rupees={deployment.capitalRupees} />
        </Fact>
        <Fact label="Multiples">{terms.multiplier}</Fact>
        <Fact label="Version">{deployment.version}</Fact>
        <Fact label="From">{formatDay(terms.startOn)}</Fact>
        <Fact label="On">{terms.days.join(", ")}</Fact>
        <Fact label="Consent given">{formatMoment(new Date(deployment.consent.acceptedAt))}</Fact>
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={`${path}/receipt`} className="link inline-flex min-h-8 items-center">
          Receipt of your consent
        </a>
        <a
          href={`/algos/managers/${deployment.managerId}/${deployment.strategyId}`}
          className="link inline-flex min-h-8 items-center"
        >
          The algo's page
        </a>
      </p>
    </section>
  );
}
