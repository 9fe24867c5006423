// Bars of an instrument's chart as a CSV file, prices in rupees.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { csvResponse, csvRupees } from "../http/csv.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { CHART_QUERY, readChartChoice } from "../markets/chart-choice.ts";
import { loadChart } from "../markets/load-chart.ts";
import { readInstrumentAddress } from "../markets/load-instrument.ts";

export const handle: PageHandle = { query: CHART_QUERY };

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id } = readInstrumentAddress(from);
  if (from.context.markets === undefined) throw unavailableWithoutProvider();
  const choice = readChartChoice(new URL(from.request.url).searchParams);
  const { bars, instrument } = await loadChart(from.context, from.context.markets, {
    segment,
    id,
    choice: { ...choice, indicators: [], compared: [] },
    now: Date.now(),
  });
  return csvResponse(
    `${instrument.symbol}-${choice.range}-${choice.interval}.csv`.replace(/[^\w.-]/g, "-"),
    ["begins", "open", "high", "low", "close", "volume", "extended_hours"],
    bars.map((bar) => [
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
