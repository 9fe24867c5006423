// Text of a list of algos.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const text = {
  searchTheseAlgos: "Search these algos",
  search: "Search",
  filters: (count: string) => `Filters${count}`,

  layout: "Layout",
  cards: "Cards",
  table: "Table",

  shown: ({ first, last }: { first: number; last: number }) => `${first} to ${last} shown. `,

  compared: ({ algos }: { algos: number }) =>
    `${formatCount(algos)} of them by drawdown; the others follow by deployments.`,
  checked: ({ algos, of }: { algos: number; of: number }) =>
    `The records of ${formatCount(algos)} of ${formatCount(of)} algos were checked.`,

  sort: "Sort: {label}",
  sortBy: "Sort by",

  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,

  removeFilter: "Remove filter",
  clearAll: "Clear all",

  theSearch: (words: string) => `the search for “${words}”`,

  noneMatches: "No algo matches all of these filters",
  noSingleCause: "Removing one filter is not enough: nothing matches without any single one of them.",
  takeOneAway: "Remove one filter to see some:",
  without: ({ filter, algos }: { filter: string; algos: string }) => `Without ${filter}: ${algos}`,
  startOver: "Start over",

  pages: "Pages",
  previous: "Previous",
  fromToOf: ({ first, last, total }: { first: string; last: string; total: string }) =>
    `${first} to ${last} of ${total}`,
  next: "Next",
} as const;
