// The five audiences of the API pages with their texts, and the limits of the trading API. Features that users can try
// link to a demo; the documentation contains the complete guides.

import { formatCount } from "../format/rupees.ts";
import { AUDIENCE_TEXTS, POINT_TEXTS, TILE_TEXTS } from "./audience-texts.ts";

/** Limits that the API pages show and the sandbox enforces. */
export const API_CONSTANTS = {
  ordersPerSecond: 25,
  responseMs: 100,
  ordersPerDay: 5_000,
  ohlcPerSecond: 10,
  modificationsPerOrder: 25,
  marginTimes: 4,
  marginStocks: 950,
} as const;

export type FeatureTile = { title: string; value: string };

const tile = <Value extends unknown[]>(
  words: { title: string; value: (...value: Value) => string },
  ...value: Value
): FeatureTile => ({ title: words.title, value: words.value(...value) });

export const FEATURE_TILES: FeatureTile[] = [
  tile(TILE_TEXTS.placements, API_CONSTANTS.ordersPerSecond),
  tile(TILE_TEXTS.latency, API_CONSTANTS.responseMs),
  tile(TILE_TEXTS.orders, formatCount(API_CONSTANTS.ordersPerDay)),
  tile(TILE_TEXTS.ohlc, API_CONSTANTS.ohlcPerSecond),
  tile(TILE_TEXTS.modifications, API_CONSTANTS.modificationsPerOrder),
  TILE_TEXTS.feeds,
];

export type SellingPoint = {
  title: string;
  text: string;
  tryIt: { label: string; path: string };
  /** Link that replaces `tryIt` on a site without a sandbox. If it is null, such a site omits the point. */
  otherwise?: { label: string; path: string } | null;
};

const point = (texts: Record<"title" | "text" | "tryIt", string>, path: string): SellingPoint => ({
  title: texts.title,
  text: texts.text,
  tryIt: { label: texts.tryIt, path },
});

export const SELLING_POINTS: SellingPoint[] = [
  point(POINT_TEXTS.free, "/docs/v2/quick-start"),
  { ...point(POINT_TEXTS.sandbox, "/docs/v2/playground"), otherwise: null },
  { ...point(POINT_TEXTS.portal, "/docs/v2/#developer-portal"), otherwise: null },
  {
    ...point(POINT_TEXTS.slicing, "/docs/v2/playground?op=placeSlicedOrder"),
    otherwise: { label: POINT_TEXTS.slicing.otherwise, path: "/docs/v2/freeze-and-slicing" },
  },
  {
    ...point(POINT_TEXTS.advanced, "/docs/v2/playground?op=placeSuperOrder"),
    otherwise: { label: POINT_TEXTS.advanced.otherwise, path: "/docs/v2/super-order" },
  },
  {
    title: POINT_TEXTS.margin.title({
      times: API_CONSTANTS.marginTimes,
      stocks: API_CONSTANTS.marginStocks,
    }),
    text: POINT_TEXTS.margin.text,
    tryIt: { label: POINT_TEXTS.margin.tryIt, path: "/docs/v2/playground?op=calculateMargin" },
    otherwise: { label: POINT_TEXTS.margin.otherwise, path: "/docs/v2/funds" },
  },
  point(POINT_TEXTS.clients, "/docs/v2/clients"),
  point(POINT_TEXTS.feed, "/docs/v2/live-market-feed"),
];

export type Audience = {
  id: string;
  /** Path of a short address that redirects to the audience's page. */
  shortLink: string;
  seoKey: string;
  name: string;
  heading: string;
  description: string;
  whoFor: string;
  timeToIntegrate: string;
  /** Texts by name. A site without a sandbox omits the text `sandbox`. */
  gets: Record<string, string>;
  firstSteps: { title: string; text: string; path: string }[];
  /** Operation that the page shows with its recorded response. */
  exampleCall: "placeOrder" | "calculateMargin" | "getFundLimit" | "listHoldings";
  needs: string[];
};

/** Returns an audience. `steps` are the addresses of the first steps, in the order of their texts. */
function audience(
  id: string,
  shortLink: string,
  seoKey: string,
  { exampleCall, steps }: { exampleCall: Audience["exampleCall"]; steps: readonly string[] },
): Audience {
  const audienceTexts = AUDIENCE_TEXTS[id];
  if (audienceTexts === undefined) throw new Error(`no texts of the audience ${id}`);
  const stepTexts = Object.values(audienceTexts.firstSteps);
  return {
    ...audienceTexts,
    id,
    shortLink,
    seoKey,
    exampleCall,
    firstSteps: steps.map((path, index) => ({ ...(stepTexts[index] ?? { title: path, text: "" }), path })),
    needs: Object.values(audienceTexts.needs),
  };
}

export const AUDIENCES: Audience[] = [
  audience("individuals-geeks", "/individuals", "individual-trading-api", {
    exampleCall: "placeOrder",
    steps: ["/docs/v2/authentication", "/docs/v2/orders", "/docs/v2/live-market-feed"],
  }),
  audience("fintechs", "/fintechs", "fintech-trading-api", {
    exampleCall: "listHoldings",
    steps: ["/docs/v2/authentication", "/docs/v2/order-update", "/docs/v2/portfolio"],
  }),
  audience("brokers-pms", "/pms", "broker-pms-trading-api", {
    exampleCall: "calculateMargin",
    steps: ["/docs/v2/orders", "/docs/v2/funds", "/docs/v2/statements"],
  }),
  audience("algo-platforms", "/algo-platforms", "algo-platform-trading-api", {
    exampleCall: "placeOrder",
    steps: ["/docs/v2/live-market-feed", "/docs/v2/orders", "/docs/v2/order-update"],
  }),
  audience("banks", "/banks", "bank-trading-api", {
    exampleCall: "getFundLimit",
    steps: ["/docs/v2/authentication", "/docs/v2/portfolio", "/docs/v2/statements"],
  }),
];

export function findAudience(id: string): Audience | undefined {
  return AUDIENCES.find((audience) => audience.id === id);
}

/** Target paths by short address. */
export const SHORT_LINKS: Record<string, string> = Object.fromEntries(
  AUDIENCES.map((audience) => [audience.shortLink, `/trading-apis/${audience.id}`]),
);

/** Returns an audience's name for use within a sentence: "individuals and geeks", "brokers and PMS". */
export function audienceInSentence(name: string): string {
  return name.replace(/\S+/g, (word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
}
