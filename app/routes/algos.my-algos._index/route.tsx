// Portfolio: today's P&L and margin, separate for live and paper, then P&L over time, running algos with their risk
// limits, and the latest events.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import type { ModeLimits } from "../../contract/base-api/account-limits.ts";
import type { AccountEvent } from "../../contract/base-api/portfolio.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { isEnded } from "../../domain/deployment-states.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { AccountLimitsPanel, accountLimitsPath, reachedMessage } from "../../portfolio/account-limits.tsx";
import { AccountNav, EventsLink } from "../../portfolio/account-nav.tsx";
import { type Glyphs, getGlyphs } from "../../portfolio/algo-glyphs.ts";
import type { ListedAlgo } from "../../portfolio/algo-row.tsx";
import { AlgoTable, EndedTable } from "../../portfolio/algo-table.tsx";
import { BrokerDown } from "../../portfolio/broker-down.tsx";
import { DecisionBanner } from "../../portfolio/decision-banner.tsx";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { MODE_LABELS } from "../../portfolio/deployment-texts.ts";
import { EventList } from "../../portfolio/event-list.tsx";
import { readParts } from "../../portfolio/missing-part.ts";
import { accountHeaders, loadWithAccount } from "../../portfolio/read-account.ts";
import { SignedOut } from "../../portfolio/signed-out.tsx";
import { todaySeries } from "../../portfolio/today-series.ts";
import { filled } from "../../ui/filled.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Power, TriangleAlert } from "../../ui/icons.tsx";
import { LinkButton, TextLink } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { PnlPanel, type Range, readRange } from "./pnl-panel.tsx";
import { pageText as text } from "./text.ts";
import { TotalsPanel } from "./totals-panel.tsx";

const PAGE = "/algos/my-algos";
const EVENTS_SHOWN_MAX = 4;

type Mode = "live" | "paper";
type DataSource = "portfolio" | "deployments" | "killSwitch" | "positions" | "events" | "limits";

export const headers = accountHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.account || !context.session) return { isSignedIn: false as const };
  const { searchParams } = new URL(request.url);
  return loadWithAccount(context, PAGE, async ({ account, session }) => {
    const requestedMode = searchParams.get("mode");
    const parts = await readParts({
      portfolio: account.getPortfolio(),
      deployments: account.listDeployments(),
      killSwitch: account.getKillSwitch(),
      positions: account.listPositions(),
      limits: account.getAccountLimits(),
      events: account.listAccountEvents({
        limit: EVENTS_SHOWN_MAX,
        ...(requestedMode === "live" || requestedMode === "paper" ? { mode: requestedMode } : {}),
      }),
    });
    const { portfolio, deployments, killSwitch, positions: held, events, limits } = parts;
    const items = deployments?.items ?? [];
    const positions = held?.items ?? [];
    const missing = Object.entries(parts)
      .filter(([, part]) => part === null)
      .map(([name]) => name as DataSource);
    // The header's figure follows the same rule.
    const runs = (mode: Mode) => items.some(({ terms, state }) => terms.mode === mode && !isEnded(state));
    const mode: Mode =
      requestedMode === "live" || requestedMode === "paper"
        ? requestedMode
        : !runs("live") && runs("paper")
          ? "paper"
          : "live";
    const days = (portfolio?.days ?? []).flatMap(({ day, livePaise, paperPaise }) => {
      const paise = mode === "live" ? livePaise : paperPaise;
      return paise === null ? [] : [{ day, paise }];
    });
    return {
      isSignedIn: true as const,
      name: session.name,
      mode,
      isChosen: requestedMode !== null,
      missing,
      totals: portfolio?.[mode] ?? null,
      otherTodayPaise: portfolio?.[mode === "live" ? "paper" : "live"].todayPaise ?? null,
      asOf: portfolio?.asOf ?? new Date().toISOString(),
      today: isoDayOf(istDay(Date.parse(portfolio?.asOf ?? new Date().toISOString()))),
      days,
      range: readRange(searchParams.get("range"), days.length),
      minutes: portfolio === null ? [] : todaySeries(portfolio, mode),
      items: items.filter(({ terms }) => terms.mode === mode),
      glyphs: getGlyphs(
        context,
        items.map(({ strategyId }) => strategyId),
      ),
      limits: limits?.[mode] ?? null,
      isSaved: searchParams.get("limits") === "saved",
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

export const handle: PageHandle = {
  query: ["mode", "range", "limits", "refresh", "at"],
  orders: true,
  styles: "profit",
  live: () => [],
};

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

export default function PortfolioPage() {
  const data = useLoaderData<typeof loader>();
  if (!("isDown" in data))
    return <SignedOut title={text.title} sentence={text.signedOut} action={text.signIn} returnTo={PAGE} />;
  if (data.isDown) return <BrokerDown title={text.title} path={PAGE} brand={data.brand} />;
  const { mode, range, items } = data;
  const { totals } = data;
  const address = (change: { mode?: Mode; range?: Range }) =>
    `${PAGE}?${new URLSearchParams({ mode, range, ...change })}`;
  const running = items.filter(({ state }) => !isEnded(state));
  const ended = items.filter(({ state }) => isEnded(state));
  // If there are no data and no running algos, suggested first steps replace the chart.
  const isBlank = running.length === 0 && data.days.length === 0 && data.minutes.length < 2;
  return (
    <>
      <PageHeader title={text.title}>
        <div className="flex grow flex-wrap items-center justify-between gap-3">
          <ModeLinks mode={mode} hrefOf={(name) => address({ mode: name })} />
          <p className="flex gap-3 max-md:hidden">
            <LinkButton to={`${PAGE}/statements`} kind="quiet">
              {text.statements}
            </LinkButton>{" "}
            <a href={`${PAGE}/kill-switch`} className="button button-danger">
              <Power className="size-4" />
              {data.isKilled ? text.killSwitchIsOnShort : text.stopAll}
            </a>
          </p>
        </div>
      </PageHeader>
      <AccountNav here={PAGE} />
      <div data-orders="page">
        <Warnings
          isKilled={data.isKilled}
          left={data.left}
          limits={data.limits}
          mode={mode}
          missing={data.missing}
        />
        {data.isSaved ? (
          <p role="status" className="banner banner-good">
            {text.limitsSaved}
          </p>
        ) : null}
        <div className="portfolio-top">
          {totals === null ? null : (
            <TotalsPanel
              mode={mode}
              totals={totals}
              minutes={data.minutes}
              asOf={data.asOf}
              path={data.isChosen ? address({}) : PAGE}
              isSimulated={data.isSimulated}
            />
          )}
          {isBlank ? (
            <EmptyRunning name={data.name} count={data.count} mode={mode} />
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
        <div className="portfolio-main">
          <div className="split-stack">
            {isBlank ? null : <RunningPanel items={running} data={data} />}
            {data.limits === null ? null : <AccountLimitsPanel limits={data.limits} mode={mode} />}
            <OtherAlgos data={data} ended={ended} otherHref={address({ mode: otherMode(mode) })} />
          </div>
          {data.events === null ? null : <LatestEvents events={data.events} mode={mode} />}
        </div>
        <ActionBar mode={mode} todayPaise={totals?.todayPaise ?? null} isKilled={data.isKilled} />
      </div>
    </>
  );
}

function otherMode(mode: Mode): Mode {
  return mode === "live" ? "paper" : "live";
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
  items: readonly ListedAlgo[];
  data: { name: string; count: number; mode: Mode; glyphs: Glyphs; positions: number | null };
}) {
  const { items, data } = props;
  return (
    <section aria-labelledby="running">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="running" className="text-xl">
          {text.algosHeading}
        </h2>
        {data.positions === null || data.positions === 0 ? null : (
          <TextLink to={`${PAGE}/positions`}>{text.openPositionsLink(data.positions)}</TextLink>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyRunning name={data.name} count={data.count} mode={data.mode} />
      ) : (
        <div className="panel algo-panel">
          <AlgoTable title={text.runningAlgos(MODE_LABELS[data.mode])} items={items} glyphs={data.glyphs} />
        </div>
      )}
    </section>
  );
}

/** Renders collapsed sections with algos of the other mode and ended algos. */
function OtherAlgos(props: {
  data: { mode: Mode; others: number; otherTodayPaise: number | null };
  ended: readonly ListedAlgo[];
  otherHref: string;
}) {
  const { data, ended } = props;
  const other = otherMode(data.mode);
  if (data.others === 0 && ended.length === 0) return null;
  return (
    <div className="folds">
      {data.others === 0 ? null : (
        <Fold id="other" title={text.otherMode[other]} hint={text.otherHint(data.others)}>
          <p className="flex flex-wrap items-baseline gap-x-4">
            <Result paise={data.otherTodayPaise} className="figure" />{" "}
            <TextLink to={props.otherHref}>{text.seeOther[other]}</TextLink>
          </p>
        </Fold>
      )}
      {ended.length === 0 ? null : (
        <Fold id="ended" title={text.endedAlgos} hint={text.endedHint(ended.length)}>
          <EndedTable items={ended} />
        </Fold>
      )}
    </div>
  );
}

function LatestEvents(props: { events: AccountEvent[]; mode: Mode }) {
  return (
    <section aria-labelledby="events" className="panel panel-body self-start">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="events" className="panel-title">
          {text.latestEvents}
        </h2>
        <EventsLink search={`?mode=${props.mode}`}>{text.allEvents}</EventsLink>
      </div>
      <div className="mt-2">
        <EventList events={props.events} empty={text.eventsAppearHere} />
      </div>
    </section>
  );
}

function Warnings(props: {
  isKilled: boolean;
  left: number;
  limits: ModeLimits | null;
  mode: Mode;
  missing: readonly DataSource[];
}) {
  // If both apply, only the kill switch is shown, because it blocks more than a reached limit.
  const reached = props.limits === null || props.isKilled ? null : reachedMessage(props.limits);
  return (
    <>
      {props.missing.length === 0 ? null : (
        <p className="banner banner-warn">
          <TriangleAlert />
          <strong>{text.notAvailable}</strong>{" "}
          {text.missingParts(props.missing.map((part) => text.parts[part]))}
        </p>
      )}
      {props.isKilled ? (
        <DecisionBanner
          message={text.killSwitchIsOn}
          action={text.seeWhenItCanBeLifted}
          to={`${PAGE}/kill-switch`}
        />
      ) : null}
      {reached === null ? null : (
        <DecisionBanner message={reached} action={text.howToContinue} to={accountLimitsPath(props.mode)} />
      )}
      {props.left === 0 ? null : (
        <DecisionBanner
          message={text.withoutAlgo(props.left)}
          action={text.reviewAndSquareOff}
          to={`${PAGE}/positions`}
        />
      )}
    </>
  );
}

function EmptyRunning(props: { name: string; count: number; mode: Mode }) {
  return (
    <section className="panel empty-state">
      <StrategyGlyph kind="dip" size="large" />
      <h2 className="panel-title">
        {props.count === 0 ? text.nothingDeployed(props.name) : text.noneRunning(MODE_LABELS[props.mode])}
      </h2>
      <p>{text.tryPaperFirst}</p>
      <LinkButton to="/algos/find">{text.findInThreeQuestions}</LinkButton>
    </section>
  );
}

/** Bar above the navigation on phones: today's P&L and the kill switch. */
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
