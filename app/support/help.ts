// Short answers to common questions, each with a page for details: the questions of the site's pages, its legal texts
// and the API's error codes. Search shows them, and the sandbox's chat answers from the same entries (`npm run
// generate:knowledge`).

import type { Site } from "../contract/site/site.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { DATA_ERRORS, TRADING_ERRORS } from "../contract/trading-api/operations.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { LEGAL_PAGES, sitePages } from "../frame/site-map.ts";
import { collectionText } from "../marketplace/collection-texts.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { homeFaqs, SUPPORT_FAQS } from "./faqs.ts";

export type HelpEntry = {
  kind: "answer" | "collection" | "page" | "error" | "legal";
  title: string;
  text: string;
  path: string;
  /** Title of the page, for links to it. */
  page: string;
  /** Additional search terms. */
  words: string;
};

type Question = { question: string; words: string; text: string; path: string; page: string };

/** The most frequent questions, in users' own words; the pages have the details. */
const QUESTIONS: readonly Question[] = [
  {
    question: "How do I choose an algo?",
    words: "find pick recommend suitable best beginner three questions",
    text: "Answer three questions (capital, risk, instrument). Each result says why it fits and what it misses. Nothing here is advice.",
    path: "/algos/find",
    page: "Find your algo",
  },
  {
    question: "How much money do I need?",
    words: "minimum amount margin buffer start with smallest",
    text: "Each algo has a minimum amount: the margin or purchase value the broker blocks, and a buffer for losses and margin rises. The list sorts by it.",
    path: "/algos?sort=min_amount",
    page: "Algos by minimum amount",
  },
  {
    question: "What can I lose?",
    words: "loss worst case stop drawdown max losing",
    text: "Each algo's page states, for your own amount, its stop for a trade and for a day, the largest loss of a position, and the drawdown seen. A stop is an order, not a promise.",
    path: "/algos/by-risk-tolerance",
    page: "Algos by risk",
  },
  {
    question: "What do the risk levels mean?",
    words: "low medium moderately high level label rating grade risk",
    text: "There are four: Low, Medium, Moderately high and High. A published rule computes them from what a position can lose and from the record.",
    path: "/algos/by-risk-tolerance",
    page: "Algos by risk",
  },
  {
    question: "Can I deploy an algo here?",
    words: "deploy start run activate live paper begin trading how",
    text: "Yes. Open the algo, choose Deploy, set the amount and your risk limits, and approve the consent. Paper trading uses no money; live trading places orders in your account.",
    path: "/algos",
    page: "All algos",
  },
  {
    question: "How do I stop an algo?",
    words: "stop pause resume square off exit close positions end kill switch emergency",
    text: "Open My algos. Pause stops new entries, Square off closes its positions, Stop ends it. The kill switch stops everything at once.",
    path: "/algos/my-algos",
    page: "My algos",
  },
  {
    question: "What does the kill switch do?",
    words: "kill switch emergency stop everything all algos",
    text: "It stops every algo you run, cancels their pending orders and closes their positions. New deployments are refused until you switch it off.",
    path: "/algos/my-algos/kill-switch",
    page: "Kill switch",
  },
  {
    question: "How do I track an algo?",
    words: "track tracklist watchlist favourite save list follow share",
    text: "Choose Track on any algo. You can keep several lists, rename them, share one for reading, and undo a deletion.",
    path: "/algos/tracklist",
    page: "Tracklists",
  },
  {
    question: "How do I sign in (log in)?",
    words: "login account pin totp password client id sign forgot",
    text: "With your trading account, at the broker's own login page. This site never sees your PIN.",
    path: "/login",
    page: "Sign in",
  },
  {
    question: "Where am I signed in, and how do I sign out everywhere?",
    words: "session sessions device devices sign out everywhere logout phone lost",
    text: "Your account lists every session with its browser and time, and ends one of them or all.",
    path: "/account/sessions",
    page: "Where you are signed in",
  },
  {
    question: "Why does a price say delayed or stale?",
    words: "price live delayed stale old frozen feed not moving closed market hours",
    text: "Live means the newest price is at most two seconds old. Delayed and Stale say it is older and why; the time of the last trade stands beside it. After hours it says Closed.",
    path: "/algos",
    page: "All algos",
  },
  {
    question: "Who runs the algos?",
    words: "manager provider research analyst registered empanelled partner who makes registration",
    text: "Research analysts registered with the regulator, and algo providers empanelled with an exchange. Each has a page with its registration and its algos, withdrawn ones included.",
    path: "/algos/managers",
    page: "Managers",
  },
  {
    question: "What does an algo cost, and what fee does it charge?",
    words: "fee fees charge charges brokerage tax cost monthly manager subscription price algo",
    text: "The manager's monthly fee stands on the algo's page, beside brokerage and statutory charges for a year. Results are shown net of all of them.",
    path: "/algos",
    page: "All algos",
  },
  {
    question: "Are the results real?",
    words: "backtest paper live real simulated performance past results genuine proof verified",
    text: "Backtest, paper and live results are separate records and are never joined. Each says what it is, its period and its costs. A backtest is rules applied to past prices; nobody earned it.",
    path: "/algos",
    page: "All algos",
  },
  {
    question: "How do I complain?",
    words: "complaint grievance problem manager regulator scores unhappy ombudsman",
    text: "Write to the manager first; the address is on the manager's page. Then write to us. If the answer does not satisfy you, use the regulator's complaint system (SCORES), linked in the footer.",
    path: "/support",
    page: "Support",
  },
  {
    question: "What do the APIs cost?",
    words: "api price free fee cost charges trading apis subscription",
    text: "The trading APIs cost nothing extra, and the live market feed comes at no extra cost. Brokerage and taxes apply to trades.",
    path: "/trading-apis",
    page: "Trading APIs",
  },
  {
    question: "How do I get access to the APIs?",
    words: "api access request partner fintech bank platform integrate key token developer account",
    text: "Make a sandbox account at once and call it with its token. For your own product, send the request form on your audience's page; you get a reference number.",
    path: "/docs/v2/quick-start",
    page: "Quick start",
  },
  {
    question: "How many orders may I send?",
    words: "rate limit orders second day modifications api throttle ohlc many requests",
    text: "25 orders a second, 5,000 orders a day, 25 modifications an order, and 10 OHLC requests a second.",
    path: "/docs/v2/",
    page: "API documentation",
  },
  {
    question: "How do I read live prices over the API?",
    words: "websocket live market feed binary depth twenty level socket stream api prices",
    text: "One socket for prices and one for twenty levels of depth: JSON up, binary down. The documentation lists the packets.",
    path: "/docs/v2/live-market-feed",
    page: "Live market feed",
  },
];

/** All entries, with the operator's own texts; without the sandbox none mentions it. */
export function helpEntries(site: Site = DEFAULT_SITE): HelpEntry[] {
  const entries = allEntries(site);
  if (site.isSimulated) return entries;
  return entries.flatMap((entry) => {
    const text = withoutSandbox(entry.text);
    return text === "" ? [] : [{ ...entry, text }];
  });
}

function allEntries(site: Site): HelpEntry[] {
  return [
    ...QUESTIONS.map(({ question, ...rest }): HelpEntry => ({ kind: "answer", title: question, ...rest })),
    ...faqEntries(homeFaqs(site.texts), "/#", "Home"),
    ...faqEntries(SUPPORT_FAQS, "/support#", "Support"),
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
      page: "Errors",
      words: "error code api",
    });
  return [...TRADING_ERRORS.map(entry("trading")), ...DATA_ERRORS.map(entry("data"))];
}
