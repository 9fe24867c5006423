// Lists for server and browser tests: one address of each page type, and all fixed addresses of the specification.

import { DOCS_MENU } from "../../app/docs/menu.ts";
import { DISCOVER_MENU } from "../../app/marketplace/menu.ts";
import { AUDIENCES } from "../../app/trading-apis/audiences.ts";

export const PAGE_KINDS: Record<string, string> = {
  home: "/",
  list: "/algos",
  "list, filtered": "/algos?instrument=Equity&product=Swing&risk=Low",
  "list, nothing found": "/algos?q=zebra&product=Scalping",
  group: "/algos/by-instrument",
  collection: "/algos/popular-algo/most-deployed-algo",
  "stepper, capital": "/algos/find",
  "stepper, risk": "/algos/find?capital=100000",
  "stepper, instrument": "/algos/find?capital=100000&risk=High",
  "stepper, result": "/algos/find?capital=500000&risk=Medium&instrument=Index",
  "stepper, none": "/algos/find?capital=5000&risk=High&instrument=Index",
  managers: "/algos/managers",
  manager: "/algos/managers/kestrel-ridge",
  algo: "/algos/managers/kestrel-ridge/ridgeline-condor",
  "algo, closed": "/algos/managers/lotus-loom/loom-quick-strangle",
  "algo, withdrawn": "/algos/managers/kestrel-ridge/kestrel-gap-fader",
  "algo, own amount": "/algos/managers/kestrel-ridge/ridgeline-condor?amount=12",
  "algo, performance": "/algos/managers/kestrel-ridge/ridgeline-condor?tab=performance",
  "algo, all figures": "/algos/managers/kestrel-ridge/ridgeline-condor?tab=figures",
  "algo, past trades": "/algos/managers/kestrel-ridge/ridgeline-condor?tab=trades",
  "algo, performance withheld": "/algos/managers/kestrel-ridge/long-perch-calendar?tab=performance",
  "compare, empty": "/algos/compare",
  "compare, two": "/algos/compare?id=ridgeline-condor&id=monthly-seedling",
  "portfolio, empty": "/algos/portfolio",
  "portfolio, two": "/algos/portfolio?id=ridgeline-condor&id=monthly-seedling",
  "my algos": "/algos/my-algos",
  tracklist: "/algos/tracklist",
  "risk disclosure": "/algos/risk-disclosure",
  "risk methodology": "/algos/risk-methodology",
  "trading APIs": "/trading-apis",
  audience: "/trading-apis/fintechs",
  docs: "/docs/v2/",
  "docs page": "/docs/v2/orders",
  "docs operation": "/docs/v2/orders/place-order",
  "docs, told": "/docs/v2/errors",
  "docs, packets": "/docs/v2/live-market-feed",
  "docs, search": "/docs/v2/search?q=margin",
  "docs, playground": "/docs/v2/playground?op=placeSuperOrder",
  evidence: "/evidence",
  markets: "/markets",
  "markets, found": "/markets?q=hdfc",
  "markets, nothing found": "/markets?q=zebra",
  "instrument, index": "/markets/IDX_I/13",
  "instrument, share, year": "/markets/NSE_EQ/1333?range=1y",
  "option chain": "/markets/IDX_I/13/option-chain",
  status: "/status",
  support: "/support",
  legal: "/legal/disclosures",
};

/** Pages that require a signed-in user. */
export const SIGNED_IN_PAGES: Record<string, string> = {
  "my algos": "/algos/my-algos",
  orders: "/algos/my-algos/orders",
  "kill switch": "/algos/my-algos/kill-switch",
  tracklist: "/algos/tracklist",
  sessions: "/account/sessions",
  "connected apps": "/account/apps",
};

/** Every route of the specification with each value of its parameter. */
export const SPEC_ROUTES: string[] = [
  "/",
  "/algos",
  "/algos/my-algos",
  "/algos/tracklist",
  ...DISCOVER_MENU.flatMap((category) => category.items.map((item) => item.link)),
  "/trading-apis",
  ...AUDIENCES.map((audience) => `/trading-apis/${audience.id}`),
  "/docs/v2/",
  ...Object.values(DOCS_MENU)
    .flat()
    .map((id) => `/docs/v2/${id}`),
];

/** Alternative forms of links and short links of the specification, with their targets. */
export const SPEC_REDIRECTS: [from: string, to: string][] = [
  ["/algos/risk-tolerance/low-risk", "/algos/by-risk-tolerance/low-risk-algo"],
  ["/algos/risk-tolerance/medium-risk", "/algos/by-risk-tolerance/medium-risk-algo"],
  ["/algos/risk-tolerance/moderately-high-risk", "/algos/by-risk-tolerance/moderately-high-risk-algo"],
  ["/algos/risk-tolerance/high-risk", "/algos/by-risk-tolerance/high-risk-algo"],
  ["/algos/popular-algos/most-deployed", "/algos/popular-algo/most-deployed-algo"],
  ["/algos/popular-algos/most-tracked", "/algos/popular-algo/most-tracked-algo"],
  ["/algos/popular-algos/popular-option-algos", "/algos/popular-algo/popular-option-trading-algo"],
  ["/algos/popular-algos/popular-equity-algos", "/algos/popular-algo/popular-equity-trading-algo"],
  ["/individuals", "/trading-apis/individuals-geeks"],
  ["/algo-platforms", "/trading-apis/algo-platforms"],
  ["/fintechs", "/trading-apis/fintechs"],
  ["/banks", "/trading-apis/banks"],
  ["/pms", "/trading-apis/brokers-pms"],
];
