// All fixed addresses of the site with their titles, for the sitemap, the suggestions of the 404 page, and llms.txt.
// Callers add the strategies and managers of the provider.

import { isDisabled, type LegalId, type Site } from "../contract/site/site.ts";
import { DOCS_PAGES, docsPages } from "../docs/pages.server.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { collectionText } from "../marketplace/collection-texts.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { AUDIENCES, audienceInSentence } from "../trading-apis/audiences.ts";

export type SitePage = { path: string; title: string; description: string };

export const LEGAL_PAGES = [
  { id: "terms", title: "Terms of use" },
  { id: "disclosures", title: "Disclosures" },
  { id: "privacy", title: "Privacy" },
  { id: "regulatory", title: "Regulatory information" },
] as const satisfies readonly { id: LegalId; title: string }[];

export const SITE_PAGES: SitePage[] = [
  { path: "/", title: "Home", description: "Ready-made algos and trading APIs from one broker" },
  { path: "/algos", title: "All algos", description: "Search, filter and sort every listed algo" },
  {
    path: "/algos/find",
    title: "Find your algo",
    description: "Three questions, and the reasons for each answer",
  },
  { path: "/markets", title: "Markets", description: "Prices, charts and option chains by instrument" },
  { path: "/algos/managers", title: "Managers", description: "Who runs the algos" },
  ...DISCOVER_MENU.filter((category) => category.id !== "managers").flatMap((category) => [
    {
      path: category.routePath,
      title: category.title,
      description: `Collections of algos ${category.title.toLowerCase()}`,
    },
    ...category.items.map((item) => {
      const text = collectionText(category.id, item);
      return { path: item.link, title: text.heading, description: text.description };
    }),
  ]),
  {
    path: "/algos/risk-methodology",
    title: "Risk methodology",
    description: "How an algo's risk level is derived from its positions under stress and its record",
  },
  {
    path: "/algos/risk-disclosure",
    title: "Risk disclosures on derivatives",
    description: "What the regulator's study says of traders in futures and options",
  },
  {
    path: "/evidence",
    title: "How records are verified",
    description: "The record format, public keys, and how to verify a record",
  },
  {
    path: "/status",
    title: "Status",
    description: "Live prices, order updates and the broker's services: now, the last hour, and incidents",
  },
  {
    path: "/trading-apis",
    title: "Trading APIs",
    description: "Trading and data APIs, their limits, and whom they are for",
  },
  ...AUDIENCES.map((audience) => ({
    path: `/trading-apis/${audience.id}`,
    title: `APIs for ${audienceInSentence(audience.name)}`,
    description: audience.description,
  })),
  { path: "/docs/v2/", title: "API documentation", description: "All pages of the API documentation" },
  ...DOCS_PAGES.map((page) => ({
    path: `/docs/v2/${page.id}`,
    title: page.title,
    description: page.description,
  })),
  {
    path: "/docs/v2/playground",
    title: "API playground",
    description: "Every operation of the trading API as a form, sent to the sandbox",
  },
  {
    path: "/support",
    title: "Support",
    description: "How to reach a person, and answers to common questions",
  },
  ...LEGAL_PAGES.map((page) => ({ path: `/legal/${page.id}`, title: page.title, description: page.title })),
];

/** Pages of a user's own account, which are never in a sitemap. */
export const ACCOUNT_PAGES: SitePage[] = [
  { path: "/algos/my-algos", title: "My algos", description: "The algos you have deployed" },
  { path: "/algos/tracklist", title: "Tracklists", description: "The algos you keep an eye on" },
  { path: "/algos/compare", title: "Compare algos", description: "Two to four algos side by side" },
  {
    path: "/algos/portfolio",
    title: "Algos as one portfolio",
    description: "Two to five algos together on one capital",
  },
];

/** Returns the pages that exist: without a sandbox its documentation and the playground are missing, and no description mentions them. */
export function sitePages({ isSimulated, features }: Pick<Site, "isSimulated" | "features">): SitePage[] {
  const pages = SITE_PAGES.filter(({ path }) => !isDisabled(path, features));
  if (isSimulated) return pages;
  const docs = new Set(docsPages(false).map(({ id }) => `/docs/v2/${id}`));
  return pages
    .filter(({ path }) => !/^\/docs\/v2\/.+/.test(path) || docs.has(path))
    .map((page) => ({
      ...page,
      description: withoutSandbox(page.description),
    }));
}
