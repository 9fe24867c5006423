// Text of the search page.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const text = {
  titleOf: (query: string) => `Search: ${query}`,
  title: "Search",
  description: "Algos, managers, answers, error codes and documentation in one search.",

  lead: "Algos, managers, instruments, answers, API documentation and error codes.",
  searchThisSite: "Search this site",

  nothingMatches: (query: string) =>
    `Nothing matches “${query}”. Try fewer words, an instrument such as “nifty”, or an error code such as “DH-905”.`,
  resultsFor: (query: string) => `Results for “${query}”.`,
  algosAway: "Algos cannot be searched at the moment.",
  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,
  managerRiskFrom: "{manager} · {risk} risk · from {amount}",
  allThatMatch: (count: string) => `All ${count} algos that match`,
  managers: "Managers",
  instruments: "Instruments",
  answersAndPages: "Answers and pages",
  apiDocumentation: "API documentation",
  searchDocsAlone: "Search the documentation alone",

  tryThese: "Try",
  seeAllAlgos: "See all algos",
  readTheDocs: "Read the documentation",
  askSupport: "Ask support",
} as const;
