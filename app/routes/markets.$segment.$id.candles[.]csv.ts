// The bars of an instrument's chart as a file, prices in rupees.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { csvResponse, csvRupees } from "../http/csv.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { candlesOf, readChartChoice } from "../markets/chart-choice.ts";
import { readInstrumentAddress } from "../markets/load-instrument.ts";

export const handle: PageHandle = { query: ["range", "interval"] };

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id } = readInstrumentAddress(from);
  if (from.context.markets === undefined) throw unavailableWithoutProvider();
  const choice = readChartChoice(new URL(from.request.url).searchParams);
  const { items, instrument } = await from.context.markets.listCandles(segment, id, candlesOf(choice));
  return csvResponse(
    `${instrument.symbol}-${choice.range}-${choice.interval}.csv`.replace(/[^\w.-]/g, "-"),
    ["begins", "open", "high", "low", "close", "volume", "extended_hours"],
    items.map((bar) => [
      bar.at,
      csvRupees(bar.openPaise),
      csvRupees(bar.highPaise),
      csvRupees(bar.lowPaise),
      csvRupees(bar.closePaise),
      bar.volume,
      bar.isExtended ? "yes" : "no",
    ]),
  );
}
