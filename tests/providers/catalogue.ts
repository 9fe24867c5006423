// Algos of the independent provider: thirty algos of three managers, written only from the base API's OpenAPI document.

export type Json = Record<string, unknown>;
export type Algo = Json & {
  id: string;
  name: string;
  tags: string[];
  risk: string;
  minAmountRupees: number;
  deployedCount: number;
  trackedCount: number;
  instrument: string;
  manager: { id: string; name: string };
};

const CONTACT = { complianceOfficer: "R. Rao", grievanceEmail: "grievance@example.com" };
export const MANAGERS = [
  { id: "amber-quants", name: "Amber Quants", kind: "research_analyst", registration: "INH000009001" },
  { id: "basalt-systems", name: "Basalt Systems", kind: "empanelled_provider", registration: "NSE-AP-7001" },
  { id: "cedar-research", name: "Cedar Research", kind: "research_analyst", registration: "INH000009003" },
] as const;

const INSTRUMENT = {
  exchangeSegment: "IDX_I",
  securityId: "13",
  symbol: "NIFTY",
  name: "Nifty 50",
  role: "underlying",
};

const TAGS = [
  ["Index", "Options", "Nifty", "Selling", "Hedged", "Swing"],
  ["Index", "Options", "Bank-Nifty", "Buying", "Intraday"],
  ["Equity", "Intraday"],
  ["Equity", "Long-Term"],
  ["Equity", "Options", "Selling", "Swing"],
];
const RISKS = ["Low", "Medium", "Moderate", "High"];

function algo(index: number): Algo {
  const tags = TAGS[index % TAGS.length] ?? [];
  const manager = MANAGERS[index % MANAGERS.length] ?? MANAGERS[0];
  return {
    id: `basalt-rule-${index}`,
    name: `Basalt Rule ${index}`,
    manager: { ...manager },
    version: "1.0",
    summary: `Rule number ${index} of an independent provider.`,
    instrument: tags.includes("Options")
      ? tags.includes("Index")
        ? "Index Options"
        : "Equity Options"
      : "Equity",
    product: tags.includes("Intraday") ? "Intraday" : tags.includes("Swing") ? "Swing" : "Delivery",
    tags,
    risk: RISKS[index % RISKS.length] ?? "High",
    minAmountRupees: 20_000 + 10_000 * (index % 900),
    holdingPeriod: "Hours, same day",
    tradingDays: ["Mon", "Tue", "Wed", "Thu", "Fri"],
    status: { state: "open", since: "2024-01-01", reason: null },
    liveSince: "2024-01-01",
    deployedCount: 100 + index,
    trackedCount: 200 + index,
    box: "white",
    mainInstrument: INSTRUMENT,
    disclosureBasis: "none",
    verification: null,
    lossLimits: { perTradePercent: 5, perDayPercent: null, worstCase: "gap" },
  };
}

export const algosOf = (count: number): readonly Algo[] =>
  Array.from({ length: count }, (_, index) => algo(index + 1));
export const ALGOS = algosOf(30);

/** Returns the details of an algo for its page. */
export function detailOf(summary: Json): Json {
  return {
    ...summary,
    minimum: { marginRupees: 10_000, bufferRupees: 5_000 },
    entryWindow: { from: "09:30", to: "14:00" },
    exitWindow: { from: "15:00", to: "15:10" },
    tradeFrequency: "A few trades a week.",
    instruments: [INSTRUMENT],
    leverage: 1,
    fee: { monthlyRupees: 0, note: "No fee." },
    exchangeAlgoIds: [{ exchange: "NSE", id: "NSE-1" }],
    researchReport: true,
    versions: [{ version: "1.0", since: "2024-01-01", until: null, change: null }],
    howItWorks: ["It buys.", "It sells."],
    whatCouldGoWrong: ["Prices can fall.", "Orders can fail."],
    faqs: [{ id: "does-it-work", question: "Does it work?", answer: "Sometimes." }],
    simulated: false,
  };
}

export const managerOf = (manager: (typeof MANAGERS)[number]): Json => ({
  ...manager,
  ...CONTACT,
  about: ["An independent manager."],
  city: "Pune",
  activeSince: "2020-01-01",
  listed: manager.id === "amber-quants",
  strategyCount: ALGOS.filter((one) => one.manager.id === manager.id).length,
  withdrawnCount: 0,
  deployedCount: 1_000,
});

/** Changes that make one item of a list unusual or invalid under the contract. */
export const ODD_ITEMS = {
  "unknown tag": (one: Algo) => ({ ...one, tags: [...one.tags, "Commodity"] }),
  "unknown risk": (one: Algo) => ({ ...one, risk: "Very <b>high" }),
  "amount as text": (one: Algo) => ({ ...one, minAmountRupees: "10000" }),
  "fractional amount": (one: Algo) => ({ ...one, minAmountRupees: 10_000.5 }),
  "amount of zero": (one: Algo) => ({ ...one, minAmountRupees: 0 }),
  "no loss limits": (one: Algo) => ({ ...one, lossLimits: null }),
  "no summary": ({ summary: _, ...one }: Algo) => one,
  "long name": (one: Algo) => ({ ...one, name: "Long name ".repeat(20).trim() }),
  "null item": () => null,
  "no tags": (one: Algo) => ({ ...one, tags: [] }),
  "upper-case id": (one: Algo) => ({ ...one, id: "BASALT-Rule-1" }),
} as const;
export type OddItem = keyof typeof ODD_ITEMS;
