// Short answers to common questions, each with a page for details, and entries for the questions on pages, legal texts
// and the API's error codes. The site's search and the sandbox's chat use the same entries (`npm run
// generate:knowledge`).

import type { Site } from "../contract/site/site.ts";
import { DATA_ERRORS, TRADING_ERRORS } from "../contract/trading-api/operations.ts";
import { LEGAL_PAGES, sitePages } from "../frame/site-map.ts";
import { collectionText } from "../marketplace/collection-texts.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { homeFaqs, SUPPORT_FAQS } from "./faqs.ts";
import { HELP_PAGES, HELP_TEXTS } from "./help-texts.ts";

export type HelpEntry = {
  /** Key of the answer's text in `HELP_TEXTS`. Undefined for entries that are not answers to common questions. */
  key?: string;
  kind: "answer" | "collection" | "page" | "error" | "legal";
  title: string;
  text: string;
  path: string;
  /** Title of the page with details. */
  page: string;
  /** Additional search terms. */
  words: string;
};

/** Pages with details on the most frequent questions. */
const ANSWERED_AT: Record<keyof typeof HELP_TEXTS, string> = {
  choose: "/algos/find",
  money: "/algos?sort=min_amount",
  lose: "/algos/by-risk-tolerance",
  levels: "/algos/by-risk-tolerance",
  deploy: "/algos",
  stop: "/algos/my-algos",
  killSwitch: "/algos/my-algos/kill-switch",
  track: "/algos/tracklist",
  signIn: "/login",
  sessions: "/account/sessions",
  delayed: "/algos",
  managers: "/algos/managers",
  cost: "/algos",
  real: "/algos",
  complain: "/support",
  apiCost: "/trading-apis",
  apiAccess: "/docs/v2/quick-start",
  orders: "/docs/v2/",
  livePrices: "/docs/v2/live-market-feed",
};

/** Returns all entries, including the operator's texts. Without a sandbox, `sitePages` does not mention one. */
export function helpEntries(site: Site): HelpEntry[] {
  return [
    ...Object.entries(ANSWERED_AT).map(([key, path]): HelpEntry => {
      const { question, ...rest } = HELP_TEXTS[key as keyof typeof ANSWERED_AT];
      return { kind: "answer", key, title: question, path, ...rest };
    }),
    ...faqEntries(homeFaqs(site.texts), "/#", HELP_PAGES.home),
    ...faqEntries(SUPPORT_FAQS, "/support#", HELP_PAGES.support),
    ...DISCOVER_MENU.flatMap((category) =>
      category.items.map((item): HelpEntry => {
        const { heading, description, faqs } = collectionText(category.id, item);
        return {
          kind: "collection",
          title: heading,
          text: description,
          path: item.link,
          page: heading,
          words: [item.subtitle, ...faqs.map(({ question }) => question)].join(" "),
        };
      }),
    ),
    ...sitePages(site)
      .filter(({ path }) => !path.startsWith("/algos/by-") && !path.startsWith("/legal/"))
      .map(
        ({ path, title, description }): HelpEntry => ({
          kind: "page",
          title,
          text: description,
          path,
          page: title,
          words: "",
        }),
      ),
    ...errorEntries(),
    ...LEGAL_PAGES.flatMap(({ id, title }) =>
      site.texts.legal[id].map(
        ({ heading, text }): HelpEntry => ({
          kind: "legal",
          title: heading,
          text,
          path: `/legal/${id}`,
          page: title,
          words: title,
        }),
      ),
    ),
  ];
}

function faqEntries(
  faqs: readonly { id: string; question: string; answer: string }[],
  before: string,
  page: string,
): HelpEntry[] {
  return faqs.map(({ id, question, answer }) => ({
    kind: "answer",
    title: question,
    text: answer,
    path: `${before}${id}`,
    page,
    words: "",
  }));
}

function errorEntries(): HelpEntry[] {
  const entry =
    (anchor: string) =>
    ({ code, cause, fix }: { code: string; cause: string; fix: string }): HelpEntry => ({
      kind: "error",
      title: code,
      text: `${cause} ${fix}`,
      path: `/docs/v2/errors#${anchor}`,
      page: HELP_PAGES.errors,
      words: "meaning of an API error code",
    });
  return [...TRADING_ERRORS.map(entry("trading")), ...DATA_ERRORS.map(entry("data"))];
}
