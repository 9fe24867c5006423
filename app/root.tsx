// Layout of every page: head, header, content and footer. Also renders the error page.

import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { json } from "@remix-run/node";
import {
  Meta,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import candleScript from "./browser/candle-script.ts?worker&url";
import chartScript from "./browser/chart-script.ts?worker&url";
import deployScript from "./browser/deploy-script.ts?worker&url";
import docsScript from "./browser/docs-script.ts?worker&url";
import findScript from "./browser/find-script.ts?worker&url";
import formScript from "./browser/form-script.ts?worker&url";
import ordersScript from "./browser/orders-script.ts?worker&url";
import pageScript from "./browser/page-script.ts?worker&url";
import pushScript from "./browser/push-script.ts?worker&url";
import sharedWorker from "./browser/shared-worker.ts?worker&url";
import startScript from "./browser/start-script.ts?worker&url";
import verifyScript from "./browser/verify-script.ts?worker&url";
import type { SiteContext, Theme } from "./context.ts";
import { STRIP_CHANNEL } from "./contract/live/live.ts";
import { nullIfRefused } from "./contract/site/fault.ts";
import type { PageHandle, PageStyles } from "./contract/site/page-handle.ts";
import { DEFAULT_SITE } from "./contract/site/site.ts";
import { READER_AMOUNT_DEFAULT } from "./domain/reader-amount.ts";
import { getTextDirection } from "./domain/text-direction.ts";
import { brandLanguage, LOCALE } from "./format/locale.ts";
import { ErrorPage, problemHeaders, problemMeta, useProblem } from "./frame/error-page.tsx";
import { Footer } from "./frame/footer.tsx";
import { EVENTS_PATH, Header } from "./frame/header.tsx";
import { CachedNotice, SiteNoticeBar } from "./frame/notices.tsx";
import { BrowserTexts, PageScript, PageStyle, ScriptStart } from "./frame/page-files.tsx";
import { PaperHeader } from "./frame/print-header.tsx";
import { createCookieHeaders } from "./http/cookies.ts";
import { isVisit, visitCookie } from "./http/events-seen.ts";
import { isAutoReloadRequested, REFRESH_SECONDS } from "./live/live-bar.tsx";
import { MarketStrip } from "./live/market-strip.tsx";
import { stripView } from "./live/price-view.ts";
import { CompareTray, readTray } from "./marketplace/compare-tray.tsx";
import { PublicBasesContext } from "./marketplace/on-view.ts";
import { type Tracked, TrackedContext } from "./marketplace/tracked.ts";
import { FlashNotice } from "./portfolio/flash-notice.tsx";
import accountStyles from "./styles/account.css?url";
import styles from "./styles/app.css?url";
import docsStyles from "./styles/docs.css?url";
import marketStyles from "./styles/markets.css?url";
import profitStyles from "./styles/profit.css?url";
import recordStyles from "./styles/records.css?url";
import signInStyles from "./styles/sign-in.css?url";
import verificationStyles from "./styles/verification.css?url";

/** For browser scripts (app/format/locale.ts). */
const CURRENCY = brandLanguage().currency;
const PAGE_STYLES: Record<PageStyles, string> = {
  account: accountStyles,
  docs: docsStyles,
  markets: marketStyles,
  profit: profitStyles,
  records: recordStyles,
  signIn: signInStyles,
  verification: verificationStyles,
};

/** The context is empty on Remix's stock server, where the default brand is shown. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const [strip, tracked, summary] = await Promise.all([
    stripView(context.prices),
    loadTracked(context, url),
    context.accountSummary?.() ?? null,
  ]);
  // Only signed-in users receive messages, and their pages are not shared with other users.
  const waiting = context.session ? (context.signIn?.takeFlash() ?? null) : null;
  const data = {
    strip,
    tracked,
    publicBases: context.evidence?.publicBases ?? [],
    session: context.session ?? null,
    summary,
    flash: waiting?.flash ?? null,
    site: context.site ?? DEFAULT_SITE,
    notice: context.notice ?? null,
    managers: context.menuManagers ?? [],
    publicOrigin: context.publicOrigin ?? url.origin,
    theme: context.theme ?? "system",
    amount: context.amount ?? READER_AMOUNT_DEFAULT,
    compared: readTray(request.headers.get("cookie")),
  };
  const cookies = [...(waiting?.cookies ?? []), ...(await seenCookies(context, request))];
  return cookies.length === 0 ? data : json(data, { headers: createCookieHeaders(cookies) });
}

/** Returns a cookie with the time of a visit to the events page. The bell then counts only later events. */
async function seenCookies({ session, publicOrigin }: Partial<SiteContext>, request: Request) {
  if (!session || new URL(request.url).pathname !== EVENTS_PATH || !isVisit(request)) return [];
  return [await visitCookie(request, session.clientId, publicOrigin)];
}

/**
 * Loads the user's tracklists for a page with algo cards. Null for other pages and after a failure, because cards work
 * without them.
 */
async function loadTracked(context: Partial<SiteContext>, url: URL): Promise<Tracked | null> {
  if (!context.account || !context.session || context.handle?.cards !== true) return null;
  const { xsrf } = context.session;
  const here = `${url.pathname}${url.search}`;
  if (context.slotMark) return { xsrf, here, slotMark: context.slotMark };
  const found = await context.account.listTracklists().catch(nullIfRefused);
  const lists = found?.items.flatMap(({ id, strategyIds }) => strategyIds.map((strategy) => [strategy, id]));
  return lists ? { xsrf, here, lists: Object.fromEntries(lists) } : null;
}

export const headers: HeadersFunction = problemHeaders;

/** Title of the error page. All other pages set their own title. */
export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const brand = data?.site.brand.name ?? DEFAULT_SITE.brand.name;
  return error ? problemMeta(error, brand) : [{ title: brand }];
};

/** Returns the names of the page's style sheets, each once. */
function selectStylesheets(
  area: PageHandle["area"] | null,
  handles: readonly PageHandle<unknown>[],
  isSignedIn: boolean,
) {
  return new Set([
    ...(area === "docs" ? ["docs" as const] : []),
    ...(isSignedIn ? ["account" as const] : []),
    ...handles.flatMap(({ styles = [] }) => styles),
    ...(isSignedIn ? handles.flatMap(({ ownStyles = [] }) => ownStyles) : []),
  ]);
}

export function Layout(props: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const location = useLocation();
  const matches = useMatches();
  const site = data?.site ?? DEFAULT_SITE;
  const theme: Theme = data?.theme ?? "system";
  const error = useRouteError();
  // The router returns undefined or null if there is no error.
  const isError = error !== undefined && error !== null;
  const handles = matches.map((match) => (match.handle ?? {}) as PageHandle<unknown>);
  const area = handles.find((handle) => handle.area !== undefined)?.area ?? null;
  const sheets = selectStylesheets(area, handles, Boolean(data?.session));
  const strip = data?.strip ?? null;
  const channels = isError || strip === null ? [] : liveChannels(matches);
  return (
    <html
      lang={LOCALE}
      dir={getTextDirection(LOCALE)}
      data-currency={CURRENCY}
      data-theme={theme === "system" ? undefined : theme}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <Meta />
        <PageStyle href={styles} />
        {[...sheets].map((name) => (
          <PageStyle key={name} href={PAGE_STYLES[name]} />
        ))}
        {site.themeHref === null ? null : <PageStyle href={site.themeHref} />}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {channels.length > 0 && isAutoReloadRequested(location.search) ? (
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        ) : null}
      </head>
      <body className="pb-14 font-sans text-base md:pb-0">
        <Header
          site={site}
          theme={theme}
          path={location.pathname}
          here={`${location.pathname}${location.search}`}
          session={data?.session ?? null}
          summary={data?.summary ?? null}
          area={area}
          managers={data?.managers ?? []}
          amount={data?.amount ?? READER_AMOUNT_DEFAULT}
          hasOwnAmount={handles.some((handle) => handle.hasOwnAmount)}
        />
        {strip === null || area === "docs" || !site.features.markets ? null : (
          <MarketStrip strip={strip} isSimulated={site.isSimulated} isLive={channels.length > 0} />
        )}
        {data?.notice ? <SiteNoticeBar notice={data.notice} /> : null}
        <PaperHeader brand={site.brand} session={data?.session ?? null} />
        <main id="content" tabIndex={-1} className="wrap outline-none">
          {data?.flash && data.session ? <FlashNotice flash={data.flash} session={data.session} /> : null}
          {isError ? null : <CachedNotice />}
          {props.children}
          {isError || !handles.some(({ cards }) => cards) ? null : <CompareTray ids={data?.compared ?? []} />}
        </main>
        <Footer
          site={site}
          theme={theme}
          path={`${location.pathname}${location.search}`}
          xsrf={data?.session?.xsrf ?? null}
          summary={data?.session ? data.summary : null}
        />
        {isError ? null : <OwnScripts matches={matches} isSignedIn={Boolean(data?.session)} />}
        {channels.length === 0 ? null : (
          <PageScript src={pageScript} data-worker={sharedWorker} data-channels={channels.join(" ")} />
        )}
        <ScriptStart src={startScript} />
      </body>
    </html>
  );
}

/** Renders the scripts that the page's routes declare in their handles, and the form script. */
function OwnScripts(props: { matches: ReturnType<typeof useMatches>; isSignedIn: boolean }) {
  const { matches, isSignedIn } = props;
  const declares = (name: "finder" | "deploy" | "orders" | "push" | "docs" | "forms" | "verify") =>
    matches.some(({ handle }) => ((handle ?? {}) as PageHandle<unknown>)[name] === true);
  const conditionalScripts: [boolean, string][] = [
    [declares("finder"), findScript],
    [declares("deploy"), deployScript],
    [declares("orders") && isSignedIn, ordersScript],
    [declares("push"), pushScript],
    [declares("docs"), docsScript],
    [declares("verify"), verifyScript],
    [declaresChart(matches, "chart"), chartScript],
    [declaresChart(matches, "candles"), candleScript],
    [declares("forms") || isSignedIn, formScript],
  ];
  return (
    <>
      <BrowserTexts
        files={[
          "livePrices",
          "orderTexts",
          "scripts",
          ...(declares("verify") ? ["checks"] : []),
          ...(declaresChart(matches, "candles") ? ["numbers"] : []),
        ]}
      />
      {conditionalScripts.map(([isSelected, file]) =>
        isSelected ? <PageScript key={file} src={file} /> : null,
      )}
    </>
  );
}

/**
 * Returns the live price channels of a page: the market strip, and those from its route's `handle.live`. Empty for a
 * page without prices.
 */
function liveChannels(matches: ReturnType<typeof useMatches>): string[] {
  return matches.flatMap((match) => {
    const live = (match.handle as { live?: (data: unknown) => string[] } | undefined)?.live;
    return live === undefined ? [] : [STRIP_CHANNEL, ...(match.data ? live(match.data) : [])];
  });
}

/** True if a route's `handle` declares that the page's data contains such a chart. */
function declaresChart(matches: ReturnType<typeof useMatches>, name: "chart" | "candles"): boolean {
  return matches.some(({ handle, data }) => {
    const isSelected = (handle as Partial<Record<typeof name, (data: unknown) => boolean>> | undefined)?.[
      name
    ];
    return isSelected !== undefined && data !== undefined && data !== null && isSelected(data);
  });
}

export default function Root() {
  const { tracked, publicBases } = useLoaderData<typeof loader>();
  return (
    <TrackedContext.Provider value={tracked}>
      <PublicBasesContext.Provider value={publicBases}>
        <Outlet />
      </PublicBasesContext.Provider>
    </TrackedContext.Provider>
  );
}

export function ErrorBoundary() {
  return <ErrorPage problem={useProblem()} />;
}
