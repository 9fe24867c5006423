// Footer of every page: one row of links, a disclosure with all groups of links, the colour scheme, the legal notice,
// and a floating link to the chat. On phones it also contains the navigation bar.

import type { AccountSummary, Theme } from "../context.ts";
import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { DISCOVER_MENU, type DiscoverCategoryId } from "../marketplace/menu.ts";
import { MessageSquare } from "../ui/icons.tsx";
import { BottomNavigation } from "./bottom-navigation.tsx";
import { footerText as text } from "./text.ts";

type FooterLink = { title: string; to: string };

function footerLinks(id: DiscoverCategoryId): FooterLink[] {
  const category = DISCOVER_MENU.find((candidate) => candidate.id === id);
  return (category?.items ?? []).map((item) => ({ title: item.title, to: item.link }));
}

/** Returns links to the sandbox. Without a sandbox only those with an address set by the operator remain. */
function sandboxLinks({ links, isSimulated, features }: Site): FooterLink[] {
  if (!features.sandbox) return [];
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
      links: [...footerLinks("by-instrument"), ...footerLinks("popular-algo").slice(0, 2)],
    },
    { title: text.algoTradingStyles, links: footerLinks("by-trading-style") },
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
  /** Form token of the session. Null for a signed-out user. */
  xsrf: string | null;
  summary: AccountSummary | null;
}) {
  const { brand, features } = props.site;
  const page = props.path.replace(/\?.*$/, "");
  return (
    <footer className="sticky top-full mt-10 border-t border-line bg-surface-sunken">
      <div className="wrap py-5 text-sm text-ink-muted sm:py-6">
        <div className="no-print flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SiteLinks site={props.site} />
          <ThemeSwitch theme={props.theme} path={props.path} xsrf={props.xsrf} />
        </div>
        <p className="mt-3 max-w-[120ch] text-xs">
          <strong className="font-semibold">{brand.legalName}</strong>, {brand.address}. {brand.registration}{" "}
          {text.marketRisks} {props.site.isSimulated ? text.runsWithSandbox : ""}{" "}
          {text.grievances({ officer: brand.complianceOfficer, version: props.site.buildVersion })}
        </p>
      </div>
      {features.chat && page !== "/support" ? (
        <a href="/support#chat" data-chat="" title={text.chat} className="chat-button no-print">
          <MessageSquare className="size-5" />
          <span className="sr-only">{text.chat}</span>
        </a>
      ) : null}
      <BottomNavigation site={props.site} path={page} summary={props.summary} />
    </footer>
  );
}

/** Renders the row of links and the disclosure with all groups, which are the same on every page. */
function SiteLinks(props: { site: Site }) {
  return (
    <nav aria-label={text.site} className="flex min-w-0 flex-1 basis-96 flex-wrap gap-x-5">
      <ul className="flex flex-wrap gap-x-5">
        {mainLinks(props.site).map((link) => (
          <li key={link.title}>
            <FooterAnchor link={link} />
          </li>
        ))}
      </ul>
      <details className="open:basis-full">
        <summary className="menu-link font-semibold">{text.allPlaces}</summary>
        <div className="mt-2 grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3 xl:grid-cols-6">
          {footerGroups(props.site).map((group) => (
            <div key={group.title}>
              <h2 className="text-sm text-ink">{group.title}</h2>
              <ul className="mt-2">
                {group.links.map((link) => (
                  <li key={link.title}>
                    <FooterAnchor link={link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </nav>
  );
}

function FooterAnchor({ link: { title, to } }: { link: FooterLink }) {
  return (
    <a href={to} rel={to.startsWith("http") ? "noopener external" : undefined} className="menu-link">
      {title}
    </a>
  );
}

function mainLinks({ links }: Site): FooterLink[] {
  return [
    { title: text.managers, to: "/algos/managers" },
    { title: text.evidence, to: "/evidence" },
    { title: text.howRiskIsRated, to: "/algos/risk-methodology" },
    { title: text.status, to: "/status" },
    { title: text.support, to: "/support" },
    { title: text.sebiComplaintsScores, to: links.complaints },
    { title: text.termsOfUse, to: links.terms },
    { title: text.privacy, to: links.privacy },
  ];
}

const THEMES: { value: Theme; label: string }[] = [
  { value: "system", label: text.system },
  { value: "light", label: text.light },
  { value: "dark", label: text.dark },
];

function ThemeSwitch(props: { theme: Theme; path: string; xsrf: string | null }) {
  return (
    <form action="/theme" method="post" className="text-sm">
      <input type="hidden" name="to" value={props.path} />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
      <span id="theme-label" className="sr-only">
        {text.colourScheme}
      </span>{" "}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would break the row, and the group has a label */}
      <span role="group" aria-labelledby="theme-label" className="segments">
        {THEMES.map((theme) => (
          <button
            key={theme.value}
            type="submit"
            name="theme"
            value={theme.value}
            aria-pressed={props.theme === theme.value}
          >
            {theme.label}{" "}
          </button>
        ))}
      </span>
    </form>
  );
}
