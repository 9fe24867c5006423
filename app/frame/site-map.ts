// All fixed addresses of the site with titles, for the sitemap, the suggestions of the 404 page, and llms.txt. Callers
// add the provider's strategies and managers.

import { isDisabled, type LegalId, type Site } from "../contract/site/site.ts";
import { DOCS_PAGES, docsPages } from "../docs/pages.server.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { collectionText } from "../marketplace/collection-texts.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { AUDIENCES, audienceInSentence } from "../trading-apis/audiences.ts";

import { LEGAL_TEXTS, PAGE_TEXTS, SITE_MAP_TEXTS } from "./page-texts.ts";

export type SitePage = { path: string; title: string; description: string };

export const LEGAL_PAGES = [
  { id: "terms", title: LEGAL_TEXTS.terms },
  { id: "disclosures", title: LEGAL_TEXTS.disclosures },
  { id: "privacy", title: LEGAL_TEXTS.privacy },
  { id: "regulatory", title: LEGAL_TEXTS.regulatory },
] as const satisfies readonly { id: LegalId; title: string }[];

export const SITE_PAGES: SitePage[] = [
  { path: "/", ...PAGE_TEXTS.home },
  { path: "/algos", ...PAGE_TEXTS.algos },
  { path: "/algos/find", ...PAGE_TEXTS.find },
  { path: "/markets", ...PAGE_TEXTS.markets },
  { path: "/algos/managers", ...PAGE_TEXTS.managers },
  ...DISCOVER_MENU.filter((category) => category.id !== "managers").flatMap((category) => [
    {
      path: category.routePath,
      title: category.title,
      description: SITE_MAP_TEXTS.collections(category.title.toLowerCase()),
    },
    ...category.items.map((item) => {
      const text = collectionText(category.id, item);
      return { path: item.link, title: text.heading, description: text.description };
    }),
  ]),
  { path: "/algos/risk-methodology", ...PAGE_TEXTS.riskMethodology },
  { path: "/algos/risk-disclosure", ...PAGE_TEXTS.riskDisclosure },
  { path: "/evidence", ...PAGE_TEXTS.evidence },
  { path: "/status", ...PAGE_TEXTS.status },
  { path: "/trading-apis", ...PAGE_TEXTS.tradingApis },
  ...AUDIENCES.map((audience) => ({
    path: `/trading-apis/${audience.id}`,
    title: SITE_MAP_TEXTS.apisFor(audienceInSentence(audience.name)),
    description: audience.description,
  })),
  { path: "/docs/v2/", ...PAGE_TEXTS.docs },
  ...DOCS_PAGES.map((page) => ({
    path: `/docs/v2/${page.id}`,
    title: page.title,
    description: page.description,
  })),
  { path: "/docs/v2/playground", ...PAGE_TEXTS.playground },
  { path: "/support", ...PAGE_TEXTS.support },
  ...LEGAL_PAGES.map((page) => ({ path: `/legal/${page.id}`, title: page.title, description: page.title })),
];

/** Pages with a user's own lists, which are not in the sitemap. */
export const ACCOUNT_PAGES: SitePage[] = [
  { path: "/algos/my-algos", ...PAGE_TEXTS.myAlgos },
  { path: "/algos/tracklist", ...PAGE_TEXTS.tracklist },
  { path: "/algos/compare", ...PAGE_TEXTS.compare },
  { path: "/algos/portfolio", ...PAGE_TEXTS.portfolio },
];

/**
 * Returns the pages that exist. Without a sandbox, its documentation and the playground are omitted, and descriptions
 * do not mention them.
 */
export function sitePages({ isSimulated, features }: Pick<Site, "isSimulated" | "features">): SitePage[] {
  const pages = SITE_PAGES.filter(({ path }) => !isDisabled(path, features));
  if (isSimulated && features.sandbox) return pages;
  const docs = new Set(docsPages(false).map(({ id }) => `/docs/v2/${id}`));
  return pages
    .filter(({ path }) => !/^\/docs\/v2\/.+/.test(path) || docs.has(path))
    .map((page) => ({
      ...page,
      description: withoutSandbox(page.description),
    }));
}
