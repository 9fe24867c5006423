// The bottom of every page: six groups of links, the scheme switch, who runs the site and under which registration. On
// phones the four main places stay in reach in a bar of their own.
import { Blocks, ChartNoAxesCombined, House, MessageCircle, Rocket } from "lucide-react";
import type { Theme } from "../context.ts";
import { DISCOVER_MENU, type DiscoverCategoryId } from "../marketplace/menu.ts";
import { cachedPart } from "../ui/cached-part.tsx";
import { PhoneFold } from "../ui/phone-fold.tsx";
import { DEFAULT_SITE, type Site } from "../wire/site.ts";
import { footerText as text } from "./text.ts";

type FooterLink = { title: string; to: string };

function itemsOf(id: DiscoverCategoryId): FooterLink[] {
  const category = DISCOVER_MENU.find((candidate) => candidate.id === id);
  return (category?.items ?? []).map((item) => ({ title: item.title, to: item.link }));
}

/** Where there is no sandbox, its own pages are not there either; addresses that an operator has set are. */
function sandboxLinks({ links, isSimulated }: Site): FooterLink[] {
  const own = DEFAULT_SITE.links;
  return [
    { title: text.sandbox, to: links.sandbox, default: own.sandbox },
    { title: text.developerPortal, to: links.developerPortal, default: own.developerPortal },
    { title: text.apiPlayground, to: links.playground, default: own.playground },
  ].flatMap((link) => (isSimulated || link.to !== link.default ? [{ title: link.title, to: link.to }] : []));
}

function footerGroups(site: Site): { title: string; links: FooterLink[] }[] {
  return [
    {
      title: text.quickLinks,
      links: [
        { title: text.allAlgos, to: "/algos" },
        { title: text.findYourAlgo, to: "/algos/find" },
        { title: text.myAlgos, to: "/algos/my-algos" },
        { title: text.tracklists, to: "/algos/tracklist" },
        { title: text.managers, to: "/algos/managers" },
        { title: text.support, to: "/support" },
        { title: text.status, to: "/status" },
      ],
    },
    {
      title: text.developers,
      links: [
        { title: text.tradingApis, to: "/trading-apis" },
        { title: text.documentation, to: "/docs/v2/" },
        ...sandboxLinks(site),
      ],
    },
    {
      title: text.algoStrategies,
      links: [...itemsOf("by-instrument"), ...itemsOf("popular-algo").slice(0, 2)],
    },
    { title: text.algoTradingStyles, links: itemsOf("by-trading-style") },
    {
      title: text.importantLinks,
      links: [
        { title: text.nationalStockExchange, to: site.links.nse },
        { title: text.bse, to: site.links.bse },
        { title: text.sebiComplaintsScores, to: site.links.complaints },
        ...site.social.map((link) => ({ title: link.name, to: link.url })),
      ],
    },
    {
      title: text.importantInformation,
      links: [
        { title: text.termsOfUse, to: site.links.terms },
        { title: text.disclosures, to: site.links.disclosures },
        { title: text.privacy, to: site.links.privacy },
        { title: text.regulatoryInformation, to: site.links.regulatory },
        { title: text.customerService, to: site.links.customerService },
      ],
    },
  ];
}

export function Footer(props: {
  site: Site;
  theme: Theme;
  path: string;
  /** The session's form token; null for a signed-out reader. */
  xsrf: string | null;
}) {
  const { brand } = props.site;
  return (
    <footer className="mt-8 border-t border-line bg-surface-sunken sm:mt-10">
      <div className="wrap py-4 sm:py-10">
        <CachedLinks site={props.site} />
        <div className="no-print mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:mt-8">
          <ThemeSwitch theme={props.theme} path={props.path} xsrf={props.xsrf} />{" "}
          <a href="/support#chat" className="button button-quiet" data-chat="">
            <MessageCircle aria-hidden className="size-4" />
            {text.chat}
          </a>
        </div>
        <div className="mt-5 max-w-[90ch] space-y-2 border-t border-line pt-4 text-xs text-ink-muted sm:mt-8 sm:space-y-3 sm:pt-6">
          <p>
            <strong className="font-semibold text-ink">{brand.legalName}</strong>, {brand.address}.{" "}
            {brand.registration}
          </p>
          <p>{text.marketRisks}</p>
          {props.site.isSimulated ? <p>{text.runsWithSandbox}</p> : null}
          <p>{text.grievances({ officer: brand.complianceOfficer, version: props.site.buildVersion })}</p>
        </div>
      </div>
      <CachedBottomNavigation here={placeOf(props.path.replace(/\?.*$/, ""))} />
    </footer>
  );
}

const CachedLinks = cachedPart("footer", SiteLinks);

/** The same on every page of a site; on phones behind a line, since the bar below has the main places. */
function SiteLinks(props: { site: Site }) {
  return (
    <nav aria-label={text.site}>
      <PhoneFold words={text.allPlaces}>
        <div className="mt-2 grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3 md:mt-0 md:gap-y-8 xl:grid-cols-6">
          {footerGroups(props.site).map((group) => (
            <div key={group.title}>
              <h2 className="text-sm">{group.title}</h2>
              <ul className="mt-2">
                {group.links.map((link) => (
                  <li key={link.title}>
                    <a
                      href={link.to}
                      rel={link.to.startsWith("http") ? "noopener external" : undefined}
                      className="menu-link"
                    >
                      {link.title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </PhoneFold>
    </nav>
  );
}

const THEMES: { value: Theme; label: string }[] = [
  { value: "system", label: text.system },
  { value: "light", label: text.light },
  { value: "dark", label: text.dark },
];

function ThemeSwitch(props: { theme: Theme; path: string; xsrf: string | null }) {
  return (
    <form action="/theme" method="post" className="flex flex-wrap items-center gap-3 text-sm">
      <input type="hidden" name="to" value={props.path} />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
      <span id="theme-label" className="max-sm:sr-only">
        {text.colourScheme}
      </span>{" "}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would break the row; the group has its label */}
      <span
        role="group"
        aria-labelledby="theme-label"
        className="inline-flex rounded-sm border border-line-strong"
      >
        {THEMES.map((theme) => (
          <button
            key={theme.value}
            type="submit"
            name="theme"
            value={theme.value}
            aria-pressed={props.theme === theme.value}
            className="min-h-9 cursor-pointer px-3 aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-accent-ink"
          >
            {theme.label}{" "}
          </button>
        ))}
      </span>
    </form>
  );
}

const PLACES = [
  { title: text.homePlace, to: "/", Icon: House },
  { title: text.algoTrading, to: "/algos", Icon: ChartNoAxesCombined },
  { title: text.myAlgosPlace, to: "/algos/my-algos", Icon: Rocket },
  { title: text.apis, to: "/trading-apis", Icon: Blocks },
];

/** The place that a page belongs to: the longest address that it lies within; the documentation belongs to the APIs. */
function placeOf(path: string): string | null {
  if (isWithin(path, "/docs")) return "/trading-apis";
  const place = PLACES.toSorted((a, b) => b.to.length - a.to.length).find(({ to }) => isWithin(path, to));
  return place?.to ?? null;
}

const CachedBottomNavigation = cachedPart("places", BottomNavigation);

function BottomNavigation(props: { here: string | null }) {
  return (
    <nav
      aria-label={text.mainPlaces}
      className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-4">
        {PLACES.map(({ title, to, Icon }) => (
          <li key={to}>
            <a
              href={to}
              aria-current={props.here === to ? "page" : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs no-underline aria-[current]:font-bold aria-[current]:text-accent"
            >
              <Icon aria-hidden className="size-5" />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isWithin(path: string, place: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}
