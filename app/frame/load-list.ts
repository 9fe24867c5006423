// What every list page's loader does: read the query, send an untidy address to the tidy one, ask the provider.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type ListQuery, listSearch, readListQuery, toStrategyQuery } from "../discover/list-query.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { keyOf, type LiveView, liveView, lookAtPrices } from "../live/price-view.ts";
import { loadStrips, type Strip } from "../strategies/evidence-strip.ts";
import { isKept } from "../strategies/load-evidence.ts";
import type { StrategyPage } from "../wire/base-api.ts";
import { CARDS_CHANNEL } from "../wire/live.ts";
import { READER_AMOUNT_DEFAULT } from "../wire/reader-amount.ts";
import type { DiscoverQuery } from "../wire/strategy-query.ts";

export type LoadedList = {
  path: string;
  query: ListQuery;
  page: StrategyPage;
  /** Prices of the cards' main instruments, in the cards' order; null where there is no price feed. */
  prices: LiveView | null;
  /** What may be shown of each record, in the cards' order. */
  strips: Strip[];
  /** The reader's amount in whole rupees. */
  amount: number;
};

/** Throws a redirect, or one of the provider's faults. */
export async function loadList(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  base: DiscoverQuery,
): Promise<LoadedList> {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const url = new URL(request.url);
  const query = readListQuery(url.searchParams);
  const tidy = listSearch(query);
  if (tidy !== url.search && !url.searchParams.has("_data")) throw redirect(`${url.pathname}${tidy}`);
  try {
    const page = await context.provider.listStrategies({ ...base, ...toStrategyQuery(query) });
    const [snapshot, strips] = await Promise.all([
      lookAtPrices(context.prices, [CARDS_CHANNEL]),
      loadStrips(isKept(context) ? undefined : context.evidence, page.items),
    ]);
    const named = page.items.map(({ mainInstrument }) => ({
      key: keyOf(mainInstrument),
      name: mainInstrument.name,
    }));
    return {
      path: url.pathname,
      query,
      page,
      prices: snapshot === null ? null : liveView(snapshot, named),
      strips,
      amount: context.amount ?? READER_AMOUNT_DEFAULT,
    };
  } catch (fault) {
    // A cursor of another order or of another day: the list starts over.
    if (fault instanceof Response && fault.status === 400 && query.cursor !== null)
      throw redirect(`${url.pathname}${listSearch({ ...query, cursor: null })}`);
    throw fault;
  }
}
