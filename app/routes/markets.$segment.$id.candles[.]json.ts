// Data of an instrument's chart, for the chart's script. The query parameters are those of the page.
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { CHART_QUERY, readChartChoice } from "../markets/chart-choice.ts";
import { type ChartFile, loadChart } from "../markets/load-chart.ts";
import { readInstrumentAddress } from "../markets/load-instrument.ts";

export const handle: PageHandle = { query: CHART_QUERY };

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id } = readInstrumentAddress(from);
  if (from.context.markets === undefined) throw unavailableWithoutProvider();
  const choice = readChartChoice(new URL(from.request.url).searchParams);
  const { bars, lines, compared } = await loadChart(from.context, from.context.markets, {
    segment,
    id,
    choice,
    now: Date.now(),
  });
  const data: ChartFile = { interval: choice.interval, form: choice.form, items: bars, lines, compared };
  return json(data, { headers: { "Cache-Control": "no-store" } });
}
