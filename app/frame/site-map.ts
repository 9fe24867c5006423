// All fixed addresses of the site with titles, for the sitemap, the suggestions of the 404 page, and llms.txt. Callers
// add the provider's strategies and managers.

import { isDisabled, type LegalId, type Site } from "../contract/site/site.ts";
import { DOCS_PAGES, docsPages } from "../docs/pages.server.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { collectionText } from "../marketplace/collection-texts.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { AUDIENCES, audienceInSentence } from "../trading-apis/audiences.ts";

import { LEGAL_WORDS, PAGE_WORDS, SITE_MAP_WORDS } from "./page-words.ts";

export type SitePage = { path: string; title: string; description: string };

export const LEGAL_PAGES = [
  { id: "terms", title: LEGAL_WORDS.terms },
  { id: "disclosures", title: LEGAL_WORDS.disclosures },
  { id: "privacy", title: LEGAL_WORDS.privacy },
  { id: "regulatory", title: LEGAL_WORDS.regulatory },
] as const satisfies readonly { id: LegalId; title: string }[];

export const SITE_PAGES: SitePage[] = [
  { path: "/", ...PAGE_WORDS.home },
  { path: "/algos", ...PAGE_WORDS.algos },
  { path: "/algos/find", ...PAGE_WORDS.find },
  { path: "/markets", ...PAGE_WORDS.markets },
  { path: "/algos/managers", ...PAGE_WORDS.managers },
  ...DISCOVER_MENU.filter((category) => category.id !== "managers").flatMap((category) => [
    {
      path: category.routePath,
      title: category.title,
      description: SITE_MAP_WORDS.collections(category.title.toLowerCase()),
    },
    ...category.items.map((item) => {
      const text = collectionText(category.id, item);
      return { path: item.link, title: text.heading, description: text.description };
    }),
  ]),
  { path: "/algos/risk-methodology", ...PAGE_WORDS.riskMethodology },
  { path: "/algos/risk-disclosure", ...PAGE_WORDS.riskDisclosure },
  { path: "/evidence", ...PAGE_WORDS.evidence },
  { path: "/status", ...PAGE_WORDS.status },
  { path: "/trading-apis", ...PAGE_WORDS.tradingApis },
  ...AUDIENCES.map((audience) => ({
    path: `/trading-apis/${audience.id}`,
    title: SITE_MAP_WORDS.apisFor(audienceInSentence(audience.name)),
    description: audience.description,
  })),
  { path: "/docs/v2/", ...PAGE_WORDS.docs },
  ...DOCS_PAGES.map((page) => ({
    path: `/docs/v2/${page.id}`,
    title: page.title,
    description: page.description,
  })),
  { path: "/docs/v2/playground", ...PAGE_WORDS.playground },
  { path: "/support", ...PAGE_WORDS.support },
  ...LEGAL_PAGES.map((page) => ({ path: `/legal/${page.id}`, title: page.title, description: page.title })),
];

/** Pages with a user's own lists, which are not in the sitemap. */
export const ACCOUNT_PAGES: SitePage[] = [
  { path: "/algos/my-algos", ...PAGE_WORDS.myAlgos },
  { path: "/algos/tracklist", ...PAGE_WORDS.tracklist },
  { path: "/algos/compare", ...PAGE_WORDS.compare },
  { path: "/algos/portfolio", ...PAGE_WORDS.portfolio },
];

/**
 * Returns the pages that exist. Without a sandbox, its documentation and the playground are omitted, and descriptions
 * do not mention them.
 */
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
