// Home page of a signed-in user: pending decisions, today's P&L by minute, running algos, events, and tracked algos.
// Running algos show the used part of their daily loss limit, tracked algos their result since they were tracked.

import type { ReactNode } from "react";
import type { SiteContext } from "../context.ts";
import type { DeploymentMode } from "../contract/base-api/deployment.ts";
import type { AccountEvent, HeldPosition, Portfolio } from "../contract/base-api/portfolio.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { isoDayOf, istDay } from "../domain/time.ts";
import { formatDay, formatInstant, formatShortClock } from "../format/dates.ts";
import { formatPaise } from "../format/rupees.ts";
import { LinkButton, TextLink } from "../ui/link-button.tsx";
import { StrategyGlyph } from "../ui/strategy-glyph.tsx";
import { EventsLink } from "./account-nav.tsx";
import { type Glyphs, getGlyphs } from "./algo-glyphs.ts";
import type { ListedAlgo } from "./algo-row.tsx";
import { AlgoTable } from "./algo-table.tsx";
import { DecisionBanner } from "./decision-banner.tsx";
import { listDecisions } from "./decisions.ts";
import { Result } from "./deployment-parts.tsx";
import { EventList } from "./event-list.tsx";
import { PnlChart, type PnlSeries } from "./pnl-charts.tsx";
import { StatusLine } from "./status-line.tsx";
import { todayText as text } from "./text.ts";
import { todaySeries } from "./today-series.ts";

const PAGE = "/algos/my-algos";
const EVENTS_SHOWN_MAX = 5;
const ALGOS_SHOWN_MAX = 6;

export type TodayData = {
  name: string;
  /** Mode of the main P&L: live, or paper if only paper algos run. */
  mode: DeploymentMode;
  live: Portfolio["live"];
  paper: Portfolio["paper"];
  minutes: PnlSeries;
  asOf: string;
  running: ListedAlgo[];
  glyphs: Glyphs;
  decisions: ReturnType<typeof listDecisions>;
  events: AccountEvent[];
  isSimulated: boolean;
};

/** Loads the page. Null for a signed-out user or an ended session; "unreachable" if the broker is unavailable. */
export async function readToday(
  context: Pick<Partial<SiteContext>, "account" | "session" | "site" | "provider">,
): Promise<TodayData | "unreachable" | null> {
  const { account, session } = context;
  if (!account || !session) return null;
  try {
    const [portfolio, deployments, positions, killSwitch, events] = await Promise.all([
      account.getPortfolio(),
      account.listDeployments(),
      account.listPositions(),
      account.getKillSwitch(),
      account.listAccountEvents({ limit: EVENTS_SHOWN_MAX }),
    ]);
    const running = deployments.items.filter(({ state }) => !isEnded(state));
    const mode =
      running.some(({ terms }) => terms.mode === "live") ||
      !running.some(({ terms }) => terms.mode === "paper")
        ? "live"
        : "paper";
    return {
      name: session.name,
      mode,
      live: portfolio.live,
      paper: portfolio.paper,
      minutes: todaySeries(portfolio, mode),
      asOf: portfolio.asOf,
      running,
      glyphs: getGlyphs(
        context,
        running.map(({ strategyId }) => strategyId),
      ),
      decisions: listDecisions(deployments.items, positions.items as HeldPosition[], killSwitch.isActive),
      events: events.items,
      isSimulated: context.site?.isSimulated ?? false,
    };
  } catch (fault) {
    if (fault instanceof Response) return fault.status >= 500 || fault.status === 404 ? "unreachable" : null;
    throw fault;
  }
}

export function TodayView(props: { today: TodayData; tracked?: ReactNode }) {
  const { today } = props;
  const { running } = today;
  const asOf = new Date(today.asOf);
  return (
    <div className="pb-6">
      <header className="page-header">
        <div>
          <h1>
            {text.greeting({ hour: Number(formatShortClock(asOf).slice(0, 2)), name: firstName(today.name) })}
          </h1>
          <p className="page-header-lead">{formatDay(isoDayOf(istDay(asOf.getTime())))}</p>
        </div>
        {/* On a phone, the bar at the bottom has this link. */}
        <LinkButton to={PAGE} kind="quiet" className="max-sm:hidden">
          {text.openPortfolio}
        </LinkButton>
      </header>
      {today.decisions.map((decision) => (
        <DecisionBanner key={`${decision.to} ${decision.message}`} {...decision} />
      ))}
      <div className="portfolio-main">
        <PnlToday today={today} />
        <EventsPanel events={today.events} />
      </div>
      <Running running={running} glyphs={today.glyphs} />
      {props.tracked}
    </div>
  );
}

/** Returns the text before the first space. */
function firstName(name: string): string {
  return name.split(/\s+/)[0] ?? name;
}

function PnlToday({ today }: { today: TodayData }) {
  const { mode, minutes, asOf } = today;
  const other = mode === "live" ? "paper" : "live";
  const lowest = minutes.reduce((low, point) => (point[1] < low[1] ? point : low), minutes[0] ?? [0, 0]);
  return (
    <section aria-labelledby="pnl-today" className="panel panel-body">
      <h2 id="pnl-today" className="figure-name font-normal!">
        {mode === "live" ? text.todaysPnlLive : text.todaysPnlPaper}
      </h2>
      <p className="figure figure-answer today-figure">
        <Result paise={today[mode].todayPaise} />
      </p>
      <p className="figure-note">
        {text.sinceStart} <Result paise={today[mode].totalPaise} />
        {today[other].running === 0 ? null : (
          <>
            {" · "}
            {other === "live" ? text.liveToday : text.paperToday} <Result paise={today[other].todayPaise} />
          </>
        )}
      </p>
      {minutes.length < 2 ? (
        <p className="mt-4 text-ink-muted">{text.noTradeToday}</p>
      ) : (
        <>
          {lowest[1] >= 0 ? null : (
            <p className="chart-readout mt-3">
              <strong>{formatInstant(new Date(lowest[0]), new Date(asOf))}</strong> {text.lowest}{" "}
              <Result paise={lowest[1]} className="font-semibold" />
            </p>
          )}
          <PnlChart
            id="today-chart"
            title={text.chartTitle}
            summary={text.chartSummary(formatPaise(minutes.at(-1)?.[1] ?? 0))}
            series={minutes}
            axis={(time) => formatShortClock(new Date(time))}
            height={260}
          />
        </>
      )}
      <StatusLine asOf={asOf} path="/" isSimulated={today.isSimulated} />
    </section>
  );
}

function EventsPanel({ events }: { events: readonly AccountEvent[] }) {
  return (
    <section aria-labelledby="happened" className="panel panel-body">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="happened" className="panel-title">
          {text.events}
        </h2>
        <EventsLink>{text.allEvents}</EventsLink>
      </div>
      <div className="mt-2">
        <EventList events={events} empty={text.eventsAppearHere} />
      </div>
    </section>
  );
}

function Running(props: { running: readonly ListedAlgo[]; glyphs: Glyphs }) {
  const { running } = props;
  const count = (mode: DeploymentMode) => running.filter(({ terms }) => terms.mode === mode).length;
  return (
    <section aria-labelledby="running-today" className="mt-6">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="running-today" className="text-xl">
          {text.running}
        </h2>
        {running.length === 0 ? null : (
          <TextLink to={PAGE}>{text.liveAndPaper({ live: count("live"), paper: count("paper") })}</TextLink>
        )}
      </div>
      {running.length === 0 ? (
        <div className="panel empty-state">
          <StrategyGlyph kind="dip" size="large" />
          <p className="panel-title">{text.noneRunning}</p>
          <p>{text.paperFirst}</p>
          <LinkButton to="/algos/find">{text.findInThreeQuestions}</LinkButton>
        </div>
      ) : (
        <div className="panel algo-panel">
          <AlgoTable title={text.running} items={running.slice(0, ALGOS_SHOWN_MAX)} glyphs={props.glyphs} />
        </div>
      )}
    </section>
  );
}
