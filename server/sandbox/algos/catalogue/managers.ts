// The seven managers of the sandbox's catalogue. Names and registrations are invented; the registration numbers have a
// form that the regulator does not issue.
import type { Manager, Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { isCovered, type Structure } from "../playbooks/structure.ts";

export type CatalogueManager = Omit<Manager, "strategyCount" | "withdrawnCount" | "deployedCount">;

type Claim = {
  sentence: string;
  /** Returns true if the sentence is true for this algo. */
  holds(strategy: Pick<Strategy, "box" | "lossLimits" | "leverage">, structure: Structure): boolean;
};

/** Sentences that a manager may publish about its algos. Each must be true for every algo that is not withdrawn. */
export const CLAIMS = {
  covered: {
    sentence: "None of its algos sells an option without an option or shares that hedge it.",
    holds: (_, structure) => isCovered(structure),
  },
  dayLimit: {
    sentence: "Each of its algos has a daily loss limit.",
    holds: ({ lossLimits }) => lossLimits.perDayPercent !== null,
  },
  whiteBox: {
    sentence:
      "All of its algos are white box: each rule is published on the algo's page and can be followed by hand.",
    holds: ({ box }) => box === "white",
  },
  unleveraged: {
    sentence: "None of its algos holds more than the amount deployed.",
    holds: ({ leverage }) => leverage <= 1,
  },
} as const satisfies Record<string, Claim>;
export type ClaimKey = keyof typeof CLAIMS;

/** Claims by manager id. */
export const MANAGER_CLAIMS: Record<string, readonly ClaimKey[]> = {
  "kestrel-ridge": ["covered"],
  "saffron-quant": ["whiteBox", "unleveraged"],
  "tidewater-algos": ["dayLimit"],
  "palash-analytics": ["covered", "whiteBox"],
  "banyan-systematic": ["covered", "whiteBox"],
  "lotus-loom": ["whiteBox"],
  "arclight-systems": [],
};

const DESCRIBED: CatalogueManager[] = [
  {
    id: "kestrel-ridge",
    name: "Kestrel Ridge Research",
    kind: "research_analyst",
    registration: "INH990000101",
    about: [
      "Kestrel Ridge runs rule-based option strategies on the three liquid index chains: spreads, condors and flies, calendars, and bought calls.",
      "The team is four analysts and two engineers. Research notes for each algo are available on request.",
    ],
    city: "Mumbai",
    activeSince: "2021-03-15",
    listed: true,
    complianceOfficer: "Meera Sethi",
    grievanceEmail: "grievance@kestrel-ridge.example",
  },
  {
    id: "saffron-quant",
    name: "Saffron Quant Advisors",
    kind: "research_analyst",
    registration: "INH990000117",
    about: [
      "Saffron Quant builds equity strategies: momentum and mean reversion over days and weeks, and baskets held for months.",
    ],
    city: "Pune",
    activeSince: "2020-08-03",
    listed: false,
    complianceOfficer: "Rohan Kulkarni",
    grievanceEmail: "care@saffron-quant.example",
  },
  {
    id: "tidewater-algos",
    name: "Tidewater Algos",
    kind: "empanelled_provider",
    registration: "NSE-AP-990204 / BSE-AP-990088",
    about: [
      "Tidewater is an algo provider empanelled with both exchanges. It runs short-horizon strategies: scalps and day trades in shares and options.",
    ],
    city: "Bengaluru",
    activeSince: "2022-01-10",
    listed: false,
    complianceOfficer: "Farah Naqvi",
    grievanceEmail: "help@tidewater-algos.example",
  },
  {
    id: "palash-analytics",
    name: "Palash Analytics",
    kind: "research_analyst",
    registration: "INH990000133",
    about: [
      "Palash sells index options that it hedges: put spreads, condors, calendars and expiry flies.",
      "Position sizes depend on the possible loss of a position, not on the premium received.",
    ],
    city: "Ahmedabad",
    activeSince: "2021-11-22",
    listed: false,
    complianceOfficer: "Jignesh Dave",
    grievanceEmail: "desk@palash-analytics.example",
  },
  {
    id: "banyan-systematic",
    name: "Banyan Systematic",
    kind: "research_analyst",
    registration: "INH990000149",
    about: [
      "Banyan runs long-term strategies: baskets of large companies reviewed monthly or quarterly, an index fund held with the trend, index funds protected by puts, and covered calls.",
    ],
    city: "Chennai",
    activeSince: "2019-06-17",
    listed: false,
    complianceOfficer: "Lakshmi Raman",
    grievanceEmail: "grievance@banyan-systematic.example",
  },
  {
    id: "lotus-loom",
    name: "Lotus & Loom Capital Research",
    kind: "research_analyst",
    registration: "INH990000158",
    about: [
      "Lotus & Loom trades options on single stocks: bought calls on breakouts, put spreads after falls, strangles that are sold uncovered, and covered calls on shares that are held.",
    ],
    city: "Hyderabad",
    activeSince: "2022-05-02",
    listed: false,
    complianceOfficer: "Anita Reddy",
    grievanceEmail: "care@lotus-loom.example",
  },
  {
    id: "arclight-systems",
    name: "Arclight Trading Systems",
    kind: "empanelled_provider",
    registration: "NSE-AP-990219",
    about: [
      "Arclight is an algo provider empanelled with the exchange. It sells straddles and strangles on indices, buys calls on breakouts, and day-trades large shares.",
      "Some of its algos are black box. For each version of those it stores a research report, as the rules require.",
    ],
    city: "Gurugram",
    activeSince: "2023-02-06",
    listed: false,
    complianceOfficer: "Vikram Bedi",
    grievanceEmail: "support@arclight-systems.example",
  },
];

export const MANAGERS: CatalogueManager[] = DESCRIBED.map((manager) => ({
  ...manager,
  about: [...manager.about, ...(MANAGER_CLAIMS[manager.id] ?? []).map((claim) => CLAIMS[claim].sentence)],
}));
