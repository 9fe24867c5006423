// The bars of an instrument's chart as numbers, for the chart that scripts draw. The address is the page's own choice.
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { candlesOf, readChartChoice } from "../markets/chart-choice.ts";
import { readInstrumentAddress } from "../markets/load-instrument.ts";

export const handle: PageHandle = { query: ["range", "interval"] };

export async function loader(from: LoaderFunctionArgs) {
  const { segment, id } = readInstrumentAddress(from);
  if (from.context.markets === undefined) throw unavailableWithoutProvider();
  const choice = readChartChoice(new URL(from.request.url).searchParams);
  const candles = await from.context.markets.listCandles(segment, id, candlesOf(choice));
  return json(candles, { headers: { "Cache-Control": "no-store" } });
}
