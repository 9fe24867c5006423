// Builds the records that the base API serves from the rows of the catalogue. Pure: the same rows give the same
// records. The version string changes with the records, so that a store detects a new catalogue.
import {
  type Instrument,
  type Strategy,
  strategySchema,
} from "../../../../app/contract/base-api/strategy.ts";
import { computeRating, RISK_METHOD } from "../../../../app/domain/risk-rating.ts";
import { DAY_MS } from "../../../../app/domain/time.ts";
import { type Product, TAGS, type Tag, WEEKDAYS } from "../../../../app/domain/vocabulary.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import {
  INDEX_EXCHANGE,
  INDEX_EXPIRY,
  INDEX_TAG,
  INDICES,
  STOCKS,
  toInstrument,
} from "../../exchange/instruments.ts";
import type { InstrumentTexts, Playbook, Rules, TradingTimes } from "../playbooks/playbook.ts";
import { getPlaybook } from "../playbooks/playbooks.ts";
import { buildRiskStructure } from "../playbooks/risk-structure.ts";
import { PROTECTION } from "../playbooks/sizing.ts";
import { STRATEGY_ROWS, type StrategyRow, UNIVERSES } from "./algo-rows.ts";
import { type CatalogueManager, MANAGERS } from "./managers.ts";
import { createPlan, type Plan } from "./plans.ts";
import { FORMER_VERSIONS, NEXT_VERSIONS, type PublishedVersion, VERIFICATIONS } from "./versions.ts";

export type Catalogue = {
  version: string;
  managers: CatalogueManager[];
  strategies: Strategy[];
  /** Plans by strategy id. */
  plans: Map<string, Plan>;
  /** Plans of replaced versions by "id version". */
  formerPlans: Map<string, Plan>;
};

const PRODUCT_TAG: Record<Product, Tag> = {
  Intraday: "Intraday",
  Scalping: "Intraday",
  Swing: "Swing",
  Delivery: "Long-Term",
};

const DEFAULT_TIMES: Record<Product, TradingTimes> = {
  Intraday: { from: "09:30", to: "14:30", exitFrom: "15:05", exitTo: "15:15" },
  Scalping: { from: "09:30", to: "14:45", exitFrom: "14:50", exitTo: "15:10" },
  Swing: { from: "09:30", to: "15:00", exitFrom: "09:20", exitTo: "15:15" },
  Delivery: { from: "09:45", to: "11:00", exitFrom: "09:45", exitTo: "15:00" },
};

/**
 * Builds the catalogue. Each version in `published` becomes the current version of its strategy; its predecessor
 * becomes a past version.
 */
export function buildCatalogue(published: readonly PublishedVersion[] = []): Catalogue {
  const publishedOf = (row: StrategyRow) => published.find(({ id }) => id === toStrategyId(row.name));
  const rows = STRATEGY_ROWS.map((row) => applyPublished(row, publishedOf(row)));
  const strategies = rows.map((row, index) => {
    const strategy = buildStrategy(row, index);
    const out = publishedOf(row);
    return out === undefined ? strategy : { ...strategy, versions: addPublished(strategy.versions, out) };
  });
  const plans = new Map(
    rows.map((row) => [toStrategyId(row.name), createPlan(row, mergeRules(row), [...WEEKDAYS])]),
  );
  const formerPlans = new Map(
    STRATEGY_ROWS.flatMap((row): [string, Plan][] => {
      const id = toStrategyId(row.name);
      const former = FORMER_VERSIONS[id];
      const planned = (version: string, rules: Rules): [string, Plan] => [
        `${id} ${version}`,
        createPlan(row, rules, [...WEEKDAYS]),
      ];
      return [
        ...(former === undefined ? [] : [planned(former.version, { ...mergeRules(row), ...former.rules })]),
        ...(publishedOf(row) === undefined ? [] : [planned(row.version, mergeRules(row))]),
      ];
    }),
  );
  const version = sha256(JSON.stringify([MANAGERS, strategies, [...plans], [...formerPlans]])).slice(0, 16);
  return { version, managers: MANAGERS, strategies, plans, formerPlans };
}

function applyPublished(row: StrategyRow, published: PublishedVersion | undefined): StrategyRow {
  const next = NEXT_VERSIONS[toStrategyId(row.name)];
  return published === undefined || next === undefined
    ? row
    : { ...row, version: published.version, rules: { ...row.rules, ...next.rules } };
}

/** Returns `versions` with the published version first and the version that it replaced after it. */
function addPublished(versions: Strategy["versions"], published: PublishedVersion): Strategy["versions"] {
  const row = STRATEGY_ROWS.find(({ name }) => toStrategyId(name) === published.id);
  const [present, ...older] = versions;
  if (row === undefined || present === undefined) return versions;
  const until = new Date(Date.parse(published.on) - DAY_MS).toISOString().slice(0, 10);
  return [
    {
      version: published.version,
      since: published.on,
      until: null,
      change: NEXT_VERSIONS[published.id]?.change ?? null,
    },
    { ...present, version: row.version, until },
    ...older,
  ];
}

function listVersions(id: string, row: StrategyRow): Strategy["versions"] {
  const former = FORMER_VERSIONS[id];
  if (former === undefined)
    return [{ version: row.version, since: row.liveSince, until: null, change: null }];
  const since = new Date(Date.parse(former.until) + DAY_MS).toISOString().slice(0, 10);
  return [
    { version: row.version, since, until: null, change: former.change },
    { version: former.version, since: row.liveSince, until: former.until, change: null },
  ];
}

function mergeRules(row: StrategyRow): Rules {
  return { ...DEFAULT_TIMES[row.product], ...getPlaybook(row).defaults, ...row.rules };
}

export function toStrategyId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function buildStrategy(row: StrategyRow, index: number): Strategy {
  const manager = MANAGERS.find((candidate) => candidate.id === row.manager);
  if (manager === undefined) throw new Error(`${row.name}: unknown manager ${row.manager}`);
  const playbook = getPlaybook(row);
  const rules = mergeRules(row);
  const subject = describeInstruments(row);
  const prose = playbook.prose(subject, rules, row.product);
  const structure = buildRiskStructure(createPlan(row, rules, [...WEEKDAYS]));
  const id = toStrategyId(row.name);
  const instruments = listInstruments(row, playbook);
  const [mainInstrument] = instruments;
  if (mainInstrument === undefined) throw new Error(`${row.name}: trades nothing`);
  const holdingPeriod = playbook.holdingPeriod[row.product];
  if (holdingPeriod === undefined) throw new Error(`${row.name}: ${row.playbook} is not ${row.product}`);

  return strategySchema.parse({
    id,
    name: row.name,
    manager: { id: manager.id, name: manager.name, kind: manager.kind, registration: manager.registration },
    version: row.version,
    summary: prose.summary,
    instrument: playbook.kind,
    product: row.product,
    tags: listTags(row, playbook),
    risk: computeRating({ structure, record: null }).structureLevel,
    minAmountRupees: row.minAmountRupees,
    holdingPeriod,
    tradingDays: [...WEEKDAYS],
    status: row.state ?? { state: "open", since: row.liveSince, reason: null },
    liveSince: row.liveSince,
    deployedCount: row.deployed,
    trackedCount: row.tracked,
    box: row.box,
    mainInstrument,
    minimum: { marginRupees: row.marginRupees, bufferRupees: row.minAmountRupees - row.marginRupees },
    entryWindow: { from: rules.from, to: rules.to },
    exitWindow: { from: rules.exitFrom, to: rules.exitTo },
    tradeFrequency: prose.tradeFrequency,
    instruments,
    structure,
    rating: { method: RISK_METHOD.version, recordTo: null },
    leverage: row.leverage,
    fee: describeFee(row),
    lossLimits: {
      perTradePercent: row.stopPerTrade,
      perDayPercent: row.stopPerDay,
      worstCase: playbook.worstCase,
    },
    exchangeAlgoIds: listExchanges(row).map((exchange) => ({
      exchange,
      id: `${exchange}-99${String(1_000 + index * 7)}${row.version.replace(".", "")}`,
    })),
    researchReport: row.box === "black" || manager.kind === "research_analyst",
    disclosureBasis: row.basis,
    verification: VERIFICATIONS[id] ?? null,
    versions: listVersions(id, row),
    howItWorks: [...prose.howItWorks, protectionSentence()],
    whatCouldGoWrong: prose.whatCouldGoWrong,
    faqs: [...prose.faqs, minimumFaq(row), stoppingFaq()].map((faq) => ({
      id: toStrategyId(faq.question),
      ...faq,
    })),
    simulated: true,
  } satisfies Strategy);
}

function listTags(row: StrategyRow, playbook: Playbook): Tag[] {
  const tags = new Set<Tag>([...playbook.tags, PRODUCT_TAG[row.product]]);
  if ("index" in row.trades) tags.add(INDEX_TAG[row.trades.index]);
  return TAGS.filter((tag) => tags.has(tag));
}

function describeFee({ feeRupees }: StrategyRow): Strategy["fee"] {
  const costs = "Brokerage, taxes and charges apply to each trade.";
  const fee =
    feeRupees === 0 ? "No fee to the manager." : "A flat fee plus GST for each month in which the algo runs.";
  return { monthlyRupees: feeRupees, note: `${fee} ${costs}` };
}

function describeInstruments(row: StrategyRow): InstrumentTexts {
  if ("index" in row.trades) {
    const index = INDICES[row.trades.index];
    return { traded: `${index.name} options`, watched: index.name, expiry: INDEX_EXPIRY[row.trades.index] };
  }
  const universe = UNIVERSES[row.trades.universe];
  return { traded: universe.traded, watched: "each share" };
}

function listInstruments(row: StrategyRow, playbook: Playbook): Instrument[] {
  if ("index" in row.trades) {
    const underlying = toInstrument(INDICES[row.trades.index], "underlying");
    return row.playbook === "protectedIndex"
      ? [underlying, toInstrument(STOCKS.niftyBees, "traded")]
      : [underlying];
  }
  const role = playbook.kind === "Equity" ? "traded" : "underlying";
  return UNIVERSES[row.trades.universe].stocks.map((key) => toInstrument(STOCKS[key], role));
}

function listExchanges(row: StrategyRow): ("NSE" | "BSE")[] {
  return "index" in row.trades ? [INDEX_EXCHANGE[row.trades.index]] : ["NSE"];
}

/** Returns the sentence on loss protection, which applies to every algo. */
function protectionSentence(): string {
  const { halveAtLossPercent, stopAtLossPercent } = PROTECTION;
  return `After a loss of ${halveAtLossPercent}% of the amount, it uses half of the remaining capital, in whole lots. After a loss of ${stopAtLossPercent}%, it opens no more positions.`;
}

function minimumFaq(row: StrategyRow) {
  return {
    question: "What does the minimum amount consist of?",
    answer:
      row.minAmountRupees === row.marginRupees
        ? "Only the price of the shares it holds. They are paid for in full, so no margin is needed."
        : "Two parts: the margin or price of the largest position, and a buffer for losses and for days when margins rise.",
  };
}

function stoppingFaq() {
  return {
    question: "How do I stop it?",
    answer:
      "From My algos, at any time, with one button. You choose whether open positions are closed at once or handed over to you. It never restarts on its own.",
  };
}
