// Header of every page: skip link, brand, Discover menu, main links, search, amount, sign-in. The menu is a native
// disclosure, which works without scripts and by keyboard.

import type { AccountSummary, MenuManager, SessionView, Theme } from "../context.ts";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import type { Site } from "../contract/site/site.ts";
import { type DiscoverIcon, discoverMenu } from "../marketplace/menu.ts";
import {
  Bell,
  Boxes,
  ChartCandlestick,
  ChevronDown,
  Gauge,
  Power,
  Search,
  Star,
  UserRound,
  UsersRound,
  Wallet,
} from "../ui/icons.tsx";
import { SubmitButton, TextLink } from "../ui/link-button.tsx";
import { AmountControl } from "./amount-form.tsx";
import { headerText as text } from "./text.ts";

const ICONS: Record<DiscoverIcon, typeof Boxes> = {
  instruments: Boxes,
  style: ChartCandlestick,
  investment: Wallet,
  risk: Gauge,
  popular: Star,
  managers: UsersRound,
};

/** Path of the account's events, the target of the bell. */
export const EVENTS_PATH = "/account/notifications";
const PORTFOLIO_PATH = "/algos/my-algos";

const MAIN_LINKS = [
  { to: "/algos", title: text.algos },
  { to: "/markets", title: text.markets },
  { to: "/trading-apis", title: text.apis },
  { to: "/docs/v2/", title: text.docs },
] as const;
type MainLink = (typeof MAIN_LINKS)[number]["to"];

/** Paths of a user's own pages. No main link is marked on them, although they begin with /algos. */
const USER_PAGES = /^\/algos\/(my-algos|tracklist)/;

/** Returns the main link that a page belongs to. */
function findMainLink(path: string): MainLink | null {
  if (USER_PAGES.test(path)) return null;
  return MAIN_LINKS.find(({ to }) => path.startsWith(to))?.to ?? null;
}

export function Header(props: {
  /** Managers that the Discover menu lists. */
  managers: readonly MenuManager[];
  site: Site;
  theme: Theme;
  path: string;
  /** Path and query of the current page. Forms redirect back to it. */
  here: string;
  session: SessionView | null;
  /** The signed-in user's P&L of today and number of unseen events. */
  summary: AccountSummary | null;
  /** "docs": the search field covers the documentation. "account": the header contains the kill switch. */
  area: PageHandle["area"] | null;
  /** The user's amount in whole rupees. */
  amount: number;
  /** True if the parameter `amount` belongs to the page's form. */
  hasOwnAmount: boolean;
}) {
  return (
    <>
      <a href="#content" className="skip-link button button-main">
        {text.skipToContent}
      </a>
      <header className="no-print relative border-b border-line bg-surface-raised">
        <div className="wrap flex min-h-15 items-center gap-x-1 max-md:flex-wrap max-md:justify-end lg:gap-x-4">
          <HeaderStart
            site={props.site}
            theme={props.theme}
            here={findMainLink(props.path)}
            isDocs={props.area === "docs"}
            managers={props.managers}
          />{" "}
          <AmountControl
            amount={props.amount}
            here={props.here}
            hasOwnAmount={props.hasOwnAmount}
            xsrf={props.session?.xsrf ?? null}
          />{" "}
          {props.session === null ? (
            <a
              href={props.path === "/" ? "/login" : `/login?${new URLSearchParams({ to: props.here })}`}
              className="button button-quiet px-3 sm:px-4"
            >
              {text.signIn}
            </a>
          ) : (
            <SignedInLinks
              session={props.session}
              summary={props.summary}
              path={props.path}
              hasKillSwitch={props.area === "account"}
              hasEvents={props.site.features.notifications}
            />
          )}
        </div>
      </header>
    </>
  );
}

/** Renders the content that all headers share: brand, menu, main links and search. */
function HeaderStart(props: {
  site: Site;
  theme: Theme;
  here: MainLink | null;
  isDocs: boolean;
  managers: readonly MenuManager[];
}) {
  const { here } = props;
  return (
    <>
      <a href="/" className="flex min-h-11 items-center gap-2 text-lg font-bold no-underline" rel="home">
        <BrandMark logo={props.site.logo} theme={props.theme} />
        <span className="max-[26rem]:sr-only md:max-lg:sr-only">{props.site.brand.name}</span>
      </a>{" "}
      <nav aria-label={text.main} className="flex items-center">
        <ul className="hidden items-center md:flex">
          {MAIN_LINKS.filter(({ to }) => to !== "/markets" || props.site.features.markets).map(
            ({ to, title }) => (
              <li key={to} className="flex">
                <a href={to} aria-current={here === to ? "page" : undefined} className="top-link">
                  {title}
                </a>{" "}
                {to === "/algos" ? <DiscoverMenu managers={props.managers} /> : null}
              </li>
            ),
          )}
        </ul>
      </nav>
      <HeaderSearch isDocs={props.isDocs} />{" "}
    </>
  );
}

/** Renders the menu with the groups of algos, next to the link to all algos. */
function DiscoverMenu(props: { managers: readonly MenuManager[] }) {
  return (
    <details className="group">
      <summary className="top-link discover-toggle">
        <span className="sr-only">{text.discover}</span>
        <ChevronDown className="marker-turn size-4" />
      </summary>
      <DiscoverPanel managers={props.managers} />
    </details>
  );
}

/** Renders a search field on wide screens and a link to the search page on small ones. */
function HeaderSearch({ isDocs }: { isDocs: boolean }) {
  return (
    <>
      <search className="ms-auto hidden lg:block">
        <form action={isDocs ? "/docs/v2/search" : "/search"} method="get" className="relative">
          <label className="sr-only" htmlFor="header-search">
            {isDocs ? text.searchDocs : text.searchEverythingLabel}
          </label>{" "}
          <button
            type="submit"
            className="absolute inset-y-0 start-0 grid w-9 cursor-pointer place-items-center text-ink-muted hover:text-accent"
          >
            <Search className="size-4" />
            <span className="sr-only">{text.search}</span>
          </button>{" "}
          <input
            id="header-search"
            type="search"
            name="q"
            maxLength={SEARCH_TEXT_MAX_CHARS}
            placeholder={isDocs ? text.searchDocs : text.searchEverything}
            className="field min-h-9.5 w-44 py-1 ps-9 text-[0.9375rem] min-[88rem]:w-60"
          />
        </form>
      </search>{" "}
      <a href={isDocs ? "/docs/v2/search" : "/search"} className="button ms-auto px-2 lg:hidden">
        <Search className="size-5" />
        <span className="sr-only">{text.search}</span>
      </a>
    </>
  );
}

/** Renders the portfolio with today's P&L, the bell and the account menu. On account pages it adds the kill switch. */
function SignedInLinks(props: {
  session: SessionView;
  summary: AccountSummary | null;
  path: string;
  hasKillSwitch: boolean;
  hasEvents: boolean;
}) {
  const { summary, path } = props;
  return (
    <>
      {props.hasKillSwitch ? (
        <a href={`${PORTFOLIO_PATH}/kill-switch`} className="icon-button text-loss" title={text.killSwitch}>
          <Power />
          <span className="sr-only">{text.killSwitch}</span>
        </a>
      ) : null}{" "}
      <a
        href={PORTFOLIO_PATH}
        className="button button-quiet px-3.5 text-[0.9375rem] aria-[current]:bg-surface-sunken max-md:hidden md:max-lg:px-2.5"
        aria-current={path === PORTFOLIO_PATH ? "page" : undefined}
      >
        {text.portfolio}{" "}
        {summary === null ? null : (
          <span className={`tabular-nums text-${summary.tone}`}>
            <span className="sr-only">{text.today}</span> <span>{summary.today}</span>
          </span>
        )}
      </a>{" "}
      {props.hasEvents ? (
        <a
          href={EVENTS_PATH}
          className="icon-button relative"
          aria-current={path === EVENTS_PATH ? "page" : undefined}
        >
          <Bell />
          <span className="sr-only">{text.events}</span>
          {summary === null || path === EVENTS_PATH ? null : (
            <span className="absolute end-0.5 top-1 min-w-4.5 rounded-full bg-loss px-1 text-center text-[0.75rem]/[1.125rem] font-bold text-surface-raised empty:hidden">
              {summary.unread}
            </span>
          )}
        </a>
      ) : null}{" "}
      <AccountMenu session={props.session} hasEvents={props.hasEvents} />
    </>
  );
}

function AccountMenu(props: { session: SessionView; hasEvents: boolean }) {
  const { session } = props;
  return (
    <details className="group relative">
      <summary className="grid size-11 place-items-center rounded-full border border-line bg-surface-sunken hover:border-accent">
        <UserRound className="size-5" />
        <span className="sr-only">
          {text.signedInAs} {session.name}
        </span>
      </summary>
      <div className="menu-panel">
        <p className="font-semibold">{session.name}</p>
        <p className="text-sm text-ink-muted">
          {text.clientUntil({ clientId: session.clientId, moment: session.endsAt })}
        </p>
        <ul className="mt-3 border-t border-line pt-2">
          <li>
            <a href={PORTFOLIO_PATH} className="menu-link">
              {text.portfolio}
            </a>
          </li>
          {props.hasEvents ? (
            <li>
              <a href={EVENTS_PATH} className="menu-link">
                {text.events}
              </a>
            </li>
          ) : null}
          <li>
            <a href="/algos/tracklist" className="menu-link">
              {text.tracklists}
            </a>
          </li>
          <li>
            <a href="/account/sessions" className="menu-link">
              {text.whereSignedIn}
            </a>
          </li>
          <li>
            <a href="/account/apps" className="menu-link">
              {text.connectedApps}
            </a>
          </li>
        </ul>
        <form action="/logout" method="post" className="mt-2 border-t border-line pt-3">
          <input type="hidden" name="xsrf" value={session.xsrf} />
          <SubmitButton kind="quiet" className="w-full">
            {text.signOut}
          </SubmitButton>
        </form>
      </div>
    </details>
  );
}

function DiscoverPanel(props: { managers: readonly MenuManager[] }) {
  return (
    <div className="absolute inset-x-0 top-full z-40 max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-surface-raised shadow-raised">
      <div className="wrap grid gap-x-8 gap-y-6 py-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-6">
        {discoverMenu(props.managers).map((category) => {
          const Icon = ICONS[category.icon];
          return (
            <div key={category.id}>
              <p className="text-sm font-semibold">
                <a
                  href={category.routePath}
                  className="inline-flex items-center gap-2 no-underline hover:underline"
                >
                  <Icon className="size-4 text-accent" />
                  {category.title}
                </a>
              </p>
              <ul className="mt-2">
                {category.items.map((item) => (
                  <li key={item.id}>
                    <a href={item.link} className="menu-link">
                      {item.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <p className="wrap border-t border-line py-4 text-sm">
        <a href="/algos/find" className="link font-semibold">
          {text.notSure}
        </a>{" "}
        <span aria-hidden className="mx-2 text-ink-muted">
          ·
        </span>{" "}
        <TextLink to="/algos">{text.seeAllAlgos}</TextLink>
      </p>
    </div>
  );
}

/** Renders the brand's logo for the user's colour scheme. */
function BrandMark({ logo, theme }: { logo: Site["logo"]; theme: Theme }) {
  const size = { width: 30, height: 30 };
  if (theme !== "system") return <img src={logo[theme]} alt="" {...size} />;
  return (
    <picture>
      <source srcSet={logo.dark} media="(prefers-color-scheme: dark)" />
      <img src={logo.light} alt="" {...size} />
    </picture>
  );
}
