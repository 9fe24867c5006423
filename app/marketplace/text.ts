// Texts of algo lists and the pages with them: collections, managers, shared tracklists, search.
import { formatList as inList, plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const addAlgoText = {
  addAnAlgo: "Add an algo",
  add: "Add",
} as const;

export const pickAlgosText = {
  choose: "Choose algos",
  from: (amount: string) => `from ${amount}`,
  others: (count: number) => `${count} ${plural(count, { one: "other algo", other: "other algos" })}`,
  start: "Start with a pair",
  pair: (names: readonly string[]) => names.join(" and "),
  kinds: {
    deployed: "the most deployed",
    instruments: "different instruments",
    risks: "lowest and highest risk",
  },
} as const;

export const compareTrayText = {
  algosToCompare: "Algos to compare",
  toCompare: "{algos} to compare",
  theMost: ", the maximum",
  clear: "Clear",
  compare: "Compare",

  count: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
} as const;

export const exampleChartText = {
  inAlgos: ({ amount, count }: { amount: string; count: number }) => `${amount} in ${count} algos`,
  afterCosts: "Backtest, after all costs",
  chosenByRule: (count: number) =>
    `Upper quartile, median and lower quartile of ${count} algos by net result. Past results do not predict future results.`,
  rank: ({ rank, count }: { rank: number; count: number }) => `rank ${rank} of ${count}`,
  fell: (rupees: string) => `fell ${rupees}`,
  endedAt: (rupees: string) => `ended at ${rupees}`,
  awaited: "The first records are being computed",
} as const;

export const listFiltersText = {
  fits: (amount: string) => `Fits ${amount}`,
  removeFilter: "Remove filter",
  maxDrawdown: "Max drawdown",
  more: "More",
  any: "Any",
  under: (percent: string) => `Under ${percent}%`,
  applyFilters: "Apply",

  algos: (count: number) => plural(count, { one: "algo", other: "algos" }),
} as const;

export const listViewText = {
  searchTheseAlgos: "Search these algos",
  search: "Search",
  filters: (count: string) => `Filters${count}`,

  layout: "Layout",
  cards: "Cards",
  table: "Table",

  compared: ({ algos }: { algos: number }) =>
    `${formatCount(algos)} algos are sorted by drawdown; the others follow, sorted by deployments.`,
  checked: ({ algos, of }: { algos: number; of: number }) =>
    `The records of ${formatCount(algos)} of ${formatCount(of)} algos were checked.`,

  sort: "{label}",
  sortBy: "Sort by",

  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,

  myAmount: "my amount",
  removeFilter: "Remove filter",
  clearAll: "Clear all",

  theSearch: (words: string) => `the search for “${words}”`,

  noneListed: "No algo is listed here at the moment.",
  noneMatches: "No algo matches all of these filters",
  noSingleCause: "Removing one filter is not enough.",
  takeOneAway: "Remove one filter to see algos:",
  without: ({ filter, algos }: { filter: string; algos: string }) => `Without ${filter}: ${algos}`,
  startOver: "Start over",

  pages: "Pages",
  previous: "Previous",
  fromToOf: ({ first, last, total }: { first: string; last: string; total: string }) =>
    `${first} to ${last} of ${total}`,
  next: "Next",
} as const;

export const strategyCardText = {
  minimum: "Minimum",
  fits: (amount: string) => `fits ${amount}`,
  needsMore: (rupees: string) => `needs ${rupees} more`,
  chosen: "Chosen",
  compare: "Compare",
  backtestOnPage: "backtest on its page",
  verifiedOnPage: "verified record on its page",
} as const;

export const strategyTableText = {
  rupeesAreFor: (amount: string) =>
    `Rupee figures use the largest multiple of an algo's minimum that fits ${amount}, or the minimum if it is larger.`,
  algo: "Algo",
  risk: "Risk",
  recordNet: "Backtest",
  maxDrawdown: "Max drawdown",
  netPerYear: "Net CAGR",
  costsPerYear: "Costs per year",
  live: "Live",
  /**
   * Text after the number of months of the current version. `share` is the formatted result of the earlier versions.
   */
  afterEarlier: (share: string) => `, earlier versions ${share}`,
  minimum: "Minimum",
  minimumOf: (amount: string) => `Minimum ${amount}`,
  compare: "Compare",

  record: "Record",

  inTotal: "in total",
  noneShown: "none shown",
} as const;

export const trackButtonText = {
  track: "Track",

  isTracked: (algo: string) => `${algo} is tracked.`,
  isNoLongerTracked: (algo: string) => `${algo} is no longer tracked.`,
  remove: "Tracked: remove",
} as const;

export const collectionText = {
  noSuchGroup: "There is no group of algos with this name.",
  noSuchCollection: "There is no such collection in this group.",

  rule: ({ rule, moment }: { rule: string; moment: string }) => `Rule: ${rule} As of ${moment}.`,
  questions: "Questions",

  yearAgo: ({ listed, today }: { listed: number; today: readonly string[] }) =>
    `Of ${formatCount(listed)} ${plural(listed, { one: "algo", other: "algos" })} listed a year ago, ${inList(today)} today.`,
  inState: ({ count, state }: { count: number; state: string }) =>
    `${formatCount(count)} ${plural(count, { one: "is", other: "are" })} ${state}`,
} as const;

export const groupText = {
  noSuchGroup: "There is no group of algos with this name.",

  title: (group: string) => `Algos ${group}`,
  popularAlgos: "popular algos",
  thatArePopular: "that are popular",
  description: ({ group, collections }: { group: string; collections: string }) =>
    `Collections of algos ${group}: ${collections}.`,

  lead: "Each collection follows a published rule and is updated at every visit.",
} as const;

export const allAlgosText = {
  title: "All algos",
  description:
    "Every listed algo with its risk, minimum amount and what it trades. Search, filter and sort; each page shows what you could lose.",

  algos: "Algos",
  findYourAlgo: "Find your algo",
} as const;

export const managerText = {
  noSuchManager: "There is no manager at this address.",

  titleOf: (name: string) => `${name}: algos`,
  description: ({
    kind,
    registration,
    count,
    about,
  }: {
    kind: string;
    registration: string;
    count: number;
    about: string | undefined;
  }) => `${kind} ${registration}, ${count} algos. ${about}`,

  managers: "Managers",
  about: (name: string) => `About ${name}`,
  jointDrawdown: "Max drawdown, all algos",
  ofAmount: (amount: string) => `of ${amount}`,
  worstDrawdown: "Worst drawdown of one algo",
  became: (amount: string) => `${amount} became`,
  equalParts: ({ amount, count }: { amount: string; count: number }) =>
    `${amount} split equally across ${count} algos`,
  allAlgos: "All algos",
  equalPartsSummary: ({ kind, from, to }: { kind: string; from: string; to: string }) =>
    `${kind}, ${from} to ${to}, after all costs, including withdrawn algos. While an algo has no record, its share is held in cash. Lots can be fractional.`,
  orderOfAll: (amount: string) => `For ${amount}, or the minimum if it is larger. Largest drawdown first.`,
  manager: "Manager",
  activeSince: "Active since",
  liveRecords: "Live records",
  inProfit: (gain: number) => `${gain} in profit`,
  inLoss: ({ loss, none }: { loss: number; none: number }) =>
    `${loss} in loss${none === 0 ? "" : `, ${none} not shown`}`,
  algosListed: "Algos",
  withdrawn: "Withdrawn",
  deployments: "Deployments",
  basedIn: "Based in",
  complianceOfficer: "Compliance officer",
  complaints: "Complaints",
  since: (day: string) => `since ${day}`,
} as const;

export const managersText = {
  title: "Algo managers",
  description:
    "Registered research analysts and empanelled algo providers, with their registrations, current algos and withdrawn algos.",

  algos: "Algos",
  managers: "Managers",
  lead: ({ managers, algos }: { managers: string; algos: string }) =>
    `${managers} registered managers, ${algos} algos. Each square is an algo.`,
  manager: "Manager",
  liveRecords: "Live records",
  worstOfOne: "Worst drawdown, one algo",
  worstNote: ({ name, capital }: { name: string; capital: string }) => `${name}, of ${capital}`,
  inProfit: "Live records in profit",
  ofAll: ({ gain, all }: { gain: string; all: string }) => `${gain} of ${all}`,
  inLoss: (loss: string) => `${loss} in loss`,
  withdrawn: "Withdrawn algos",
  stillShown: "records still shown",
  deployedBy: "Deployed by",
  activeSince: "Active since",
  noRecord: "no record shown",
  gainKey: "Live record in profit",
  lossKey: "in loss",
  noneKey: "none or not disclosed",
  withdrawnKey: "withdrawn",
} as const;

export const liveSquaresText = {
  inProfit: ({ gain, loss }: { gain: number; loss: number }) => `${gain} in profit, ${loss} in loss`,
} as const;

export const sharedTracklistText = {
  noneShared: "No tracklist is shared at this address.",

  title: "Shared tracklist",
  titleOf: (name: string) => `Shared: ${name}`,
  description: "A list of algos that a user shares. It is not a recommendation.",

  lead: "A user shares this list. It is not a recommendation of this site.",
  nothingOnIt: "This list is empty.",
} as const;

export const searchText = {
  titleOf: (query: string) => `Search: ${query}`,
  title: "Search",
  description: "Algos, managers, answers, error codes and documentation in one search.",

  lead: "Algos, managers, instruments, answers, API documentation and error codes.",
  searchThisSite: "Search this site",

  nothingMatches: (query: string) =>
    `Nothing matches “${query}”. Try fewer words, an instrument such as “nifty”, or an error code such as “DH-905”.`,
  resultsFor: ({ count, query }: { count: number; query: string }) =>
    `${formatCount(count)} ${plural(count, { one: "result", other: "results" })} for “${query}”`,
  types: "Types of results",
  algosTitle: "Algos",
  algosAway: "Algos cannot be searched at the moment.",
  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,
  managerFrom: "{manager} · from {amount}",
  allThatMatch: (count: string) => `Show ${count} in the list`,
  managers: "Managers",
  instruments: "Instruments",
  answersAndPages: "Answers and pages",
  apiDocumentation: "API documentation",
  searchDocsAlone: "Search only the documentation",

  tryThese: "Try",
  exampleSearches: "iron condor, nifty selling, low risk, DH-905, kill switch, margin",
  seeAllAlgos: "See all algos",
  readTheDocs: "Read the documentation",
  askSupport: "Ask support",
} as const;

export const trackedChangesText = {
  heading: "Tracked algos, results since you added them",
  tracklists: "Tracklists",
  since: (day: string) => `since ${day}`,
  trackedOn: (day: string) => `tracked ${day}`,
} as const;

export const deployAllText = {
  title: "Deploy all",
  joint: "Joint portfolio",
  description: "Deploy the algos of a joint portfolio one after another, each with its own terms.",
  lead: "Each algo has its own form and its own consent.",
  done: "All are deployed.",
  noOtherOpen: "No other algo is open to new deployments.",
  portfolio: "Open portfolio",
  amountOf: ({ amount, lots }: { amount: string; lots: number }) =>
    `${amount}, ${lots} ${plural(lots, { one: "lot", other: "lots" })}`,
  deployed: (mode: string) => `Deployed: ${mode}`,
  deploy: "Deploy",
  notOpen: "Closed to new deployments",
  needed: "Needed",
  myAmount: "My amount",
} as const;

export const relatedAlgosText = {
  compareWith: (name: string) => `Compare with ${name}`,
  maxDrawdown: "Max drawdown",
} as const;
