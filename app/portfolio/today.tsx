// The start page of a signed-in reader: today's P&L live and paper apart, what waits for a decision, running algos with the use of their
// risk limits, and what happened.
import type { SiteContext } from "../context.ts";
import type { Deployment } from "../contract/base-api/deployment.ts";
import type { AccountEvent, HeldPosition, Totals } from "../contract/base-api/portfolio.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { formatRupees } from "../format/rupees.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { decisionsOf } from "./decisions.ts";
import { Result, StateMark } from "./deployment-parts.tsx";
import { deploymentPath } from "./deployment-words.ts";
import { EventList, FEW_ALGOS } from "./event-list.tsx";
import { LimitGauge, limitText, nearestLimit } from "./risk-limits.tsx";
import { StatusLine } from "./status-line.tsx";
import { todayText as text } from "./text.ts";

const PAGE = "/algos/my-algos";
const EVENTS_SHOWN = 4;
const ALGOS_SHOWN = 5;

export type Today = {
  name: string;
  live: Totals;
  paper: Totals;
  asOf: string;
  running: Pick<
    Deployment,
    "id" | "strategyName" | "state" | "reason" | "outlook" | "capitalRupees" | "result" | "terms"
  >[];
  decisions: ReturnType<typeof decisionsOf>;
  events: AccountEvent[];
  isSimulated: boolean;
};

/** Null for a signed-out reader or an ended session; "away" if the broker does not answer. */
export async function readToday(
  context: Pick<Partial<SiteContext>, "account" | "session" | "site">,
): Promise<Today | "away" | null> {
  const { account, session } = context;
  if (!account || !session) return null;
  try {
    const [portfolio, deployments, positions, killSwitch, events] = await Promise.all([
      account.getPortfolio(),
      account.listDeployments(),
      account.listPositions(),
      account.getKillSwitch(),
      account.listAccountEvents({ limit: EVENTS_SHOWN }),
    ]);
    return {
      name: session.name,
      live: portfolio.live,
      paper: portfolio.paper,
      asOf: portfolio.asOf,
      running: deployments.items.filter(({ state }) => !isEnded(state)),
      decisions: decisionsOf(deployments.items, positions.items as HeldPosition[], killSwitch.isActive),
      events: events.items,
      isSimulated: context.site?.isSimulated ?? false,
    };
  } catch (fault) {
    if (fault instanceof Response) return fault.status >= 500 || fault.status === 404 ? "away" : null;
    throw fault;
  }
}

export function TodayView(props: { today: Today }) {
  const { today } = props;
  const isFew = today.running.length <= FEW_ALGOS;
  return (
    <div className="pt-8 pb-10">
      <h1 className="text-2xl">{text.today}</h1>
      <div className="portfolio-top mt-4">
        <PnlToday today={today} />
        <div className="grid content-start gap-5">
          <section aria-labelledby="decide" className="panel p-5">
            <h2 id="decide" className="text-lg">
              {text.needsDecision}
            </h2>
            {today.decisions.length === 0 ? (
              <p className="mt-2 text-ink-muted">{text.nothingWaits}</p>
            ) : (
              <ul className="event-list-plain mt-2">
                {today.decisions.map(({ to, words, action }) => (
                  <li key={`${to} ${words}`}>
                    {words}{" "}
                    <a href={to} className="link">
                      {action}
                      <span className="sr-only">: {words}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {isFew ? <Running running={today.running} /> : null}
        </div>
      </div>
      <div className={`portfolio-main ${isFew ? "portfolio-few" : ""}`}>
        {isFew ? null : <Running running={today.running} />}
        <section aria-labelledby="happened" className="panel p-5">
          <h2 id="happened" className="text-lg">
            {text.whatHappened}
          </h2>
          <div className="mt-2">
            <EventList events={today.events} empty={text.eventsAppearHere} isShort />
          </div>
          <p className="mt-3">
            <a href="/account/notifications" className="link inline-flex min-h-8 items-center">
              {text.allEvents}
            </a>
          </p>
        </section>
      </div>
    </div>
  );
}

function PnlToday({ today }: { today: Today }) {
  return (
    <section aria-labelledby="pnl-today" className="panel p-5">
      <h2 id="pnl-today" className="text-sm font-normal! text-ink-muted">
        {text.todaysPnlLive}
      </h2>
      <p className="today-figure">
        <Result paise={today.live.todayPaise} />
      </p>
      <dl className="totals-list">
        <div>
          <dt>{text.todaysPnlPaper}</dt>
          <dd>
            <Result paise={today.paper.todayPaise} />
          </dd>
        </div>
        <div>
          <dt>{text.totalPnlSinceStartLive}</dt>
          <dd>
            <Result paise={today.live.totalPaise} />
          </dd>
        </div>
      </dl>
      <StatusLine asOf={today.asOf} path="/" isSimulated={today.isSimulated} />
      <p className="mt-4">
        <LinkButton to={PAGE}>{text.portfolio}</LinkButton>
      </p>
    </section>
  );
}

function Running(props: { running: Today["running"] }) {
  const { running } = props;
  return (
    <section aria-labelledby="running-today" className="panel p-5">
      <h2 id="running-today" className="text-lg">
        {text.runningAlgos}
      </h2>
      {running.length === 0 ? (
        <p className="mt-2 text-ink-muted">
          {text.noneRunning}{" "}
          <a href="/algos/find" className="link">
            {text.findInThreeQuestions}
          </a>
        </p>
      ) : (
        <ul className="event-list-plain mt-2">
          {running.slice(0, ALGOS_SHOWN).map((algo) => {
            const limit = nearestLimit(algo.terms.guards, algo.result);
            return (
              <li key={algo.id}>
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span>
                    <a href={deploymentPath(algo.id)} className="algo-name">
                      {algo.strategyName}
                    </a>{" "}
                    <span className="text-sm text-ink-muted">
                      {algo.terms.mode === "live" ? text.live : text.paper} ·{" "}
                      {formatRupees(algo.capitalRupees)}
                    </span>
                  </span>{" "}
                  {algo.result === null ? (
                    <span className="text-ink-muted">{text.noTradeYet}</span>
                  ) : (
                    <Result paise={algo.result.dayPaise} className="ms-auto" />
                  )}
                </p>
                {algo.state === "active" ? null : (
                  <p>
                    <StateMark state={algo.state} />{" "}
                    <span className="text-sm text-ink-muted">{algo.reason ?? ""}</span>
                  </p>
                )}
                {limit === null ? null : (
                  <>
                    <LimitGauge use={limit} name={limit.label} />
                    <p className="text-xs text-ink-muted">
                      {limit.label}: {limitText(limit)}
                    </p>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {running.length <= ALGOS_SHOWN ? null : (
        <p className="mt-3">
          <a href={PAGE} className="link">
            {text.all(running.length)}
          </a>
        </p>
      )}
    </section>
  );
}
