// Portfolio: today's P&L and margin, live and paper apart; P&L over time; running algos with their risk limits; latest events.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import type { AccountEvent, Portfolio, Totals } from "../../contract/base-api/portfolio.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { isEnded } from "../../domain/deployment-states.ts";
import { isoDayOf, istDay, istDayStart } from "../../domain/time.ts";
import { formatCount, formatPaise, formatRupees, formatRupeesShort } from "../../format/rupees.ts";
import { AccountNav } from "../../portfolio/account-nav.tsx";
import { BrokerDown } from "../../portfolio/broker-down.tsx";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { EventList, FEW_ALGOS } from "../../portfolio/event-list.tsx";
import { readParts } from "../../portfolio/missing-part.ts";
import { accountHeaders, withAccount } from "../../portfolio/read-account.ts";
import { SignedOut } from "../../portfolio/signed-out.tsx";
import { StatusLine } from "../../portfolio/status-line.tsx";
import { filled } from "../../ui/filled.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { AlgoTable, EndedTable } from "./algo-table.tsx";
import { PnlPanel, type Range, rangeOf } from "./pnl-panel.tsx";
import { pageText as text } from "./text.ts";

const PAGE = "/algos/my-algos";
const EVENTS_SHOWN = 6;

type Mode = "live" | "paper";
type Part = "portfolio" | "deployments" | "killSwitch" | "positions" | "events";
type Running = React.ComponentProps<typeof AlgoTable>["items"];

export const headers = accountHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.account || !context.session) return { isSignedIn: false as const };
  const { searchParams } = new URL(request.url);
  return withAccount(context, PAGE, async ({ account, session }) => {
    const asked = searchParams.get("mode");
    const parts = await readParts({
      portfolio: account.getPortfolio(),
      deployments: account.listDeployments(),
      killSwitch: account.getKillSwitch(),
      positions: account.listPositions(),
      events: account.listAccountEvents({
        limit: EVENTS_SHOWN,
        ...(asked === "live" || asked === "paper" ? { mode: asked } : {}),
      }),
    });
    const { portfolio, deployments, killSwitch, positions: held, events } = parts;
    const items = deployments?.items ?? [];
    const positions = held?.items ?? [];
    const missing = Object.entries(parts)
      .filter(([, part]) => part === null)
      .map(([name]) => name as Part);
    const has = (mode: Mode) => items.some(({ terms, state }) => terms.mode === mode && state !== "failed");
    const mode: Mode =
      asked === "live" || asked === "paper" ? asked : !has("live") && has("paper") ? "paper" : "live";
    const days = (portfolio?.days ?? []).flatMap(({ day, livePaise, paperPaise }) => {
      const paise = mode === "live" ? livePaise : paperPaise;
      return paise === null ? [] : [{ day, paise }];
    });
    return {
      isSignedIn: true as const,
      name: session.name,
      mode,
      isChosen: asked !== null,
      missing,
      totals: portfolio && { live: portfolio.live, paper: portfolio.paper },
      asOf: portfolio?.asOf ?? new Date().toISOString(),
      today: isoDayOf(istDay(Date.parse(portfolio?.asOf ?? new Date().toISOString()))),
      days,
      range: rangeOf(searchParams.get("range"), days.length),
      minutes: portfolio === null ? [] : todaySeries(portfolio, mode),
      items: items.filter(({ terms }) => terms.mode === mode),
      count: items.length,
      others: items.filter(({ terms, state }) => terms.mode !== mode && !isEnded(state)).length,
      isKilled: killSwitch?.isActive ?? false,
      positions: held === null ? null : positions.filter((position) => position.mode === mode).length,
      left: positions.filter(({ heldBy }) => heldBy === "handed_over").length,
      events: events?.items ?? null,
      isSimulated: context.site?.isSimulated ?? false,
    };
  });
}

/** Today's P&L from zero, at the day's beginning or the first start, by minute, up to now. */
function todaySeries(portfolio: Portfolio, mode: Mode): [number, number][] {
  const { todayPaise, tradesToday } = portfolio[mode];
  const asOf = Date.parse(portfolio.asOf);
  if (todayPaise === null || (tradesToday === 0 && todayPaise === 0)) return [];
  const minutes = portfolio.today[mode].filter(([at]) => at < asOf);
  const starts = portfolio.curves.flatMap(({ points }) => points.slice(0, 1).map(([at]) => at));
  const from = Math.max(istDayStart(istDay(asOf)), Math.min(asOf - 1, ...starts));
  return [[from, 0], ...minutes.filter(([at]) => at > from), [asOf, todayPaise]];
}

export const handle: PageHandle = {
  query: ["mode", "range", "refresh", "at"],
  orders: true,
  live: () => [],
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: PAGE,
    isIndexed: false,
  });

export default function PortfolioPage() {
  const data = useLoaderData<typeof loader>();
  if (!("isDown" in data))
    return <SignedOut title={text.title} sentence={text.signedOut} action={text.signIn} returnTo={PAGE} />;
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { mode, range, items } = data;
  const totals = data.totals?.[mode] ?? null;
  const address = (change: { mode?: Mode; range?: Range }) =>
    `${PAGE}?${new URLSearchParams({ mode, range, ...change })}`;
  const running = items.filter(({ state }) => !isEnded(state));
  const ended = items.filter(({ state }) => isEnded(state));
  // Nothing to draw and nothing that runs: what to do first takes the place of the curve.
  const isBlank = running.length === 0 && data.days.length === 0 && data.minutes.length < 2;
  return (
    <>
      <PageHeader title={text.title}>
        <ModeLinks mode={mode} hrefOf={(name) => address({ mode: name })} />
      </PageHeader>
      <AccountNav here={PAGE} />
      <div data-orders="page">
        <Warnings isKilled={data.isKilled} left={data.left} missing={data.missing} />
        <div className="portfolio-top">
          {data.totals === null || totals === null ? null : (
            <TotalsPanel
              mode={mode}
              totals={totals}
              positions={data.positions}
              other={mode === "live" ? data.totals.paper : data.totals.live}
              otherHref={address({ mode: mode === "live" ? "paper" : "live" })}
              hasOther={data.others > 0}
              asOf={data.asOf}
              path={data.isChosen ? address({}) : PAGE}
              isSimulated={data.isSimulated}
            />
          )}
          {isBlank ? (
            <RunningPanel items={running} data={data} className="max-lg:order-first" />
          ) : (
            <PnlPanel
              mode={mode}
              range={range}
              days={data.days}
              minutes={data.minutes}
              today={data.today}
              hrefOf={(name) => `${address({ range: name })}#curve`}
            />
          )}
        </div>
        <div className={`portfolio-main ${running.length <= FEW_ALGOS ? "portfolio-few" : ""}`}>
          <div className="grid min-w-0 gap-5">
            {isBlank ? null : <RunningPanel items={running} data={data} />}
            {ended.length === 0 ? null : (
              <div className="folds">
                <details className="fold">
                  <summary>{text.endedAlgos(ended.length)}</summary>
                  <div>
                    <EndedTable items={ended} />
                  </div>
                </details>
              </div>
            )}
          </div>
          {data.events === null ? null : <LatestEvents events={data.events} mode={mode} />}
        </div>
        <ActionBar mode={mode} todayPaise={totals?.todayPaise ?? null} isKilled={data.isKilled} />
      </div>
    </>
  );
}

function ModeLinks(props: { mode: Mode; hrefOf: (mode: Mode) => string }) {
  return (
    <nav aria-label={text.liveOrPaper} className="segmented no-print">
      {(["live", "paper"] as const).map((name) => (
        <Fragment key={name}>
          <a href={props.hrefOf(name)} aria-current={name === props.mode ? "true" : undefined}>
            {name === "live" ? text.live : text.paper}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

function RunningPanel(props: {
  items: Running;
  data: { name: string; count: number; mode: Mode };
  className?: string;
}) {
  const { items, data } = props;
  return (
    <section aria-labelledby="running" className={`panel algo-panel ${props.className ?? ""}`}>
      <h2 id="running" className="sr-only">
        {text.running}
      </h2>
      {items.length === 0 ? (
        <EmptyRunning name={data.name} count={data.count} mode={data.mode} />
      ) : (
        <AlgoTable title={text.runningAlgos(data.mode)} items={items} />
      )}
    </section>
  );
}

function LatestEvents(props: { events: AccountEvent[]; mode: Mode }) {
  return (
    <section aria-labelledby="events" className="panel panel-body">
      <h2 id="events" className="panel-title">
        {text.latestEvents}
      </h2>
      <div className="mt-2">
        <EventList events={props.events} empty={text.eventsAppearHere} isShort />
      </div>
      <p className="mt-3">
        <a
          href={`/account/notifications?mode=${props.mode}`}
          className="link inline-flex min-h-8 items-center"
        >
          {text.allEvents}
        </a>
      </p>
    </section>
  );
}

function Warnings(props: { isKilled: boolean; left: number; missing: readonly Part[] }) {
  return (
    <>
      {props.missing.length === 0 ? null : (
        <div className="mb-4">
          <Notice kind="warn" title={text.notAvailable}>
            <p>{text.missingParts(props.missing.map((part) => text.parts[part]))}</p>
          </Notice>
        </div>
      )}
      {props.isKilled ? (
        <div className="mb-4">
          <Notice kind="warn" title={text.killSwitchIsOn}>
            <p>
              {text.nothingNewIsOpened}{" "}
              <a href={`${PAGE}/kill-switch`} className="link">
                {text.seeWhenItCanBeLifted}
              </a>
            </p>
          </Notice>
        </div>
      ) : null}
      {props.left === 0 ? null : (
        <div className="mb-4">
          <Notice kind="warn" title={text.withoutAlgo(props.left)}>
            <p>
              {text.noStopWatchesThem}{" "}
              <a href={`${PAGE}/positions`} className="link">
                {text.reviewAndSquareOff}
              </a>
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}

function TotalsPanel(props: {
  mode: Mode;
  totals: Totals;
  /** Null when the broker does not provide them. */
  positions: number | null;
  other: Totals;
  otherHref: string;
  hasOther: boolean;
  asOf: string;
  path: string;
  isSimulated: boolean;
}) {
  const { totals, other } = props;
  const otherName = props.mode === "live" ? text.paper : text.live;
  const margin = totals.usedPaise + Math.max(0, totals.availablePaise);
  return (
    <section aria-labelledby="today" className="panel panel-body">
      <h2 id="today" className="figure-name font-normal!">
        {text.todaysPnl(props.mode)}
      </h2>
      <p className="figure figure-answer">
        <Result paise={totals.todayPaise} />
      </p>
      <p className="figure-note">
        {text.algos(totals.running)} · {text.trades(totals.tradesToday)}
      </p>
      <dl className="facts mt-3">
        <Line label={text.closedToday}>
          <Result paise={totals.realisedTodayPaise} />
        </Line>
        <Line label={text.unrealised}>
          <Result paise={totals.unrealisedPaise} />
        </Line>
        <Line label={text.sinceStart}>
          <Result paise={totals.totalPaise} />
        </Line>
        <Line label={text.chargesToday}>
          <span className="number">{formatPaise(totals.chargesTodayPaise)}</span>
        </Line>
        <Line label={text.marginUsed}>
          <span className="number">
            {text.usedOf({
              used: formatRupees(totals.usedPaise / 100),
              margin: formatRupeesShort(margin / 100),
            })}
          </span>
        </Line>
        {props.positions === null ? null : (
          <Line label={text.openPositions}>
            <a href={`${PAGE}/positions`} className="link">
              {formatCount(props.positions)}
            </a>
          </Line>
        )}
      </dl>
      {props.hasOther ? (
        <p className="mt-3 text-sm">
          <a href={props.otherHref} className="link">
            {text.todayOf(otherName)}
          </a>{" "}
          <Result paise={other.todayPaise} />
        </p>
      ) : null}
      <StatusLine asOf={props.asOf} path={props.path} isSimulated={props.isSimulated} />
    </section>
  );
}

function Line(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function EmptyRunning(props: { name: string; count: number; mode: Mode }) {
  return (
    <div className="p-5">
      <p className="font-semibold">
        {props.count === 0 ? text.nothingDeployed(props.name) : text.noneRunning(props.mode)}
      </p>
      <p className="mt-1 text-ink-muted">{text.tryPaperFirst}</p>
      <p className="mt-3">
        <LinkButton to="/algos/find">{text.findInThreeQuestions}</LinkButton>
      </p>
    </div>
  );
}

/** On phones, above the navigation: today's figure and the way to stop everything. */
function ActionBar(props: { mode: Mode; todayPaise: number | null; isKilled: boolean }) {
  return (
    <div className="action-bar no-print">
      <p className="grow">
        {props.mode === "live" ? text.live : text.paper}{" "}
        {filled(text.today, { amount: <Result paise={props.todayPaise} className="font-semibold" /> })}
      </p>
      <a href={`${PAGE}/kill-switch`} className="button button-danger">
        {props.isKilled ? text.killSwitchOn : text.killSwitch}
      </a>
    </div>
  );
}
