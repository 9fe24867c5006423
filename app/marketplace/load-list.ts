// Loader of every list page: parses the query, redirects to the canonical address, and requests the list from the
// provider.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { EvidenceService, Provider } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import type { StrategyPage } from "../contract/base-api/operations.ts";
import type { DiscoverQuery, StrategyQuery } from "../contract/base-api/strategy-query.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import type { Sort } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips, type Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import {
  DRAWDOWN_LIMITS,
  isByRecord,
  LIST_PAGE_SIZE,
  type ListQuery,
  listSearch,
  readLayout,
  readListQuery,
  toStrategyQuery,
} from "./list-query.ts";

/** A filter that the user can remove to get matches. The provider does not support the drawdown filter. */
export type RemovableFilter = StrategyPage["loosen"][number]["filter"] | "drawdown";
export type ListPage = Omit<StrategyPage, "loosen"> & {
  loosen: { filter: RemovableFilter; total: number }[];
};

export type LoadedList = {
  path: string;
  query: ListQuery;
  page: ListPage;
  /** Permitted figures of each algo's record, in the order of the items. */
  strips: Strip[];
  /**
   * Number of algos whose records were compared, and number of all algos. Null if all were compared. `chosen` is true
   * if the records filter the list, false if they sort it.
   */
  compared: { algos: number; of: number; chosen: boolean } | null;
  /** The user's amount in whole rupees. */
  amount: number;
};

/**
 * Returns the default order: by number of trackers in the list of most tracked algos, otherwise by number of
 * deployments.
 */
function selectDefaultSort({ field_name }: DiscoverQuery): Sort {
  return field_name === "most_tracked_algo_strategies" ? "tracked" : "deployed";
}

type Page = Pick<LoadedList, "page" | "strips" | "compared">;

/**
 * Loads a page of a list that is filtered or sorted by records. Only the records of the first hundred algos in the
 * list's default order are compared. In a sorted list, the other algos follow in the provider's order. The sort key is
 * the drawdown in rupees that cards show for the user's amount `amount`.
 */
async function loadSortedByRecord(
  strategyQuery: StrategyQuery,
  query: ListQuery,
  provider: Pick<Provider, "listStrategies">,
  evidence: EvidenceService | undefined,
  amount: number,
): Promise<Page> {
  const { cursor: _, ...fromTheStart } = strategyQuery;
  const allStrategies = await provider.listStrategies({ ...fromTheStart, limit: PAGE_SIZE_MAX });
  const limit = query.drawdown === null ? null : DRAWDOWN_LIMITS[query.drawdown];
  const compared =
    allStrategies.nextCursor === null
      ? null
      : { algos: allStrategies.items.length, of: allStrategies.total, chosen: limit !== null };
  if (compared !== null && limit === null && query.cursor !== null && !COMPARED_CURSOR.test(query.cursor))
    return { ...(await loadAfterCompared(strategyQuery, provider, evidence, compared.algos)), compared };
  const all = await loadStrips(evidence, allStrategies.items);
  const fallOf = (strip: Strip | undefined) =>
    strip?.kind === "shown" ? -strip.figures.maxDrawdown : Number.POSITIVE_INFINITY;
  const rows = allStrategies.items
    .map((item, index) => ({ item, strip: all[index] ?? { kind: "unreachable" as const } }))
    .filter(({ strip }) => limit === null || fallOf(strip) < limit);
  const rupeesOf = ({ item, strip }: (typeof rows)[number]) =>
    fallOf(strip) * amountAtWork(item.minAmountRupees, amount);
  if (query.sort === "drawdown") rows.sort((a, b) => rupeesOf(a) - rupeesOf(b) || 0);
  const requested = Number(COMPARED_CURSOR.exec(query.cursor ?? "")?.[1] ?? 0);
  const startIndex = requested < rows.length ? requested : 0;
  const pageRows = rows.slice(startIndex, startIndex + LIST_PAGE_SIZE);
  const after = startIndex + pageRows.length;
  return {
    page: {
      ...allStrategies,
      items: pageRows.map(({ item }) => item),
      total: limit === null ? allStrategies.total : rows.length,
      loosen:
        rows.length === 0 && allStrategies.total > 0
          ? [{ filter: "drawdown", total: allStrategies.total }]
          : allStrategies.loosen,
      startIndex,
      previousCursor: startIndex === 0 ? null : createCursor(startIndex - LIST_PAGE_SIZE),
      nextCursor:
        after < rows.length ? createCursor(after) : limit === null ? allStrategies.nextCursor : null,
    },
    strips: pageRows.map(({ strip }) => strip),
    compared,
  };
}

/** Cursor of a page that contains compared algos: the index of its first algo. All other cursors are the provider's. */
const COMPARED_CURSOR = /^from_(\d{1,4})$/;
const createCursor = (index: number) => `from_${Math.max(0, index)}`;

/** Loads a page that follows the pages with compared algos. */
async function loadAfterCompared(
  strategyQuery: StrategyQuery,
  provider: Pick<Provider, "listStrategies">,
  evidence: EvidenceService | undefined,
  compared: number,
): Promise<Omit<Page, "compared">> {
  const page = await provider.listStrategies(strategyQuery);
  const isFirst = page.startIndex - LIST_PAGE_SIZE < compared;
  return {
    page: {
      ...page,
      previousCursor: isFirst ? createCursor(compared - LIST_PAGE_SIZE) : page.previousCursor,
    },
    strips: await loadStrips(evidence, page.items),
  };
}

/** Loads a list page. Throws a redirect, or a fault of the provider. */
export async function loadList(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  base: DiscoverQuery & Pick<StrategyQuery, "filter_manager">,
): Promise<LoadedList> {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const url = new URL(request.url);
  const parsedQuery = readListQuery(
    url.searchParams,
    selectDefaultSort(base),
    readLayout(request.headers.get("cookie")),
  );
  // The list of one manager offers no choice of managers.
  const isOfManager = base.filter_manager !== undefined;
  const { manager: _, ...otherFilters } = parsedQuery.filters;
  const query = isOfManager ? { ...parsedQuery, filters: otherFilters } : parsedQuery;
  const canonicalSearch = listSearch(query);
  if (canonicalSearch !== url.search && !url.searchParams.has("_data"))
    throw redirect(`${url.pathname}${canonicalSearch}`);
  try {
    const evidence = evidenceForReader(context);
    const amount = context.amount ?? READER_AMOUNT_DEFAULT;
    const strategyQuery = { ...toStrategyQuery(query, amount), ...base };
    const { page, strips, compared } = isByRecord(query)
      ? await loadSortedByRecord(strategyQuery, query, context.provider, evidence, amount)
      : await context.provider.listStrategies(strategyQuery).then(async (found) => ({
          page: found,
          strips: await loadStrips(evidence, found.items),
          compared: null,
        }));
    return {
      path: url.pathname,
      query,
      page: isOfManager ? { ...page, facets: { ...page.facets, manager: undefined } } : page,
      strips,
      compared,
      amount,
    };
  } catch (fault) {
    // The provider rejected the cursor, which is not valid for this order or day. Redirects to the start of the list.
    if (fault instanceof Response && fault.status === 400 && query.cursor !== null)
      throw redirect(`${url.pathname}${listSearch({ ...query, cursor: null })}`);
    throw fault;
  }
}
