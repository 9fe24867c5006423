// Loads the instrument in a page's address. A 404 response suggests alternatives.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Markets } from "../context.ts";
import type { InstrumentDetail } from "../contract/base-api/market.ts";
import { EXCHANGE_SEGMENTS, type ExchangeSegment } from "../domain/vocabulary.ts";
import { missing } from "../frame/missing.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { noInstrumentText as text } from "./instrument-texts.ts";

export type InstrumentAddress = { segment: ExchangeSegment; id: string };

const missingInstrument = (from: LoaderFunctionArgs) =>
  missing(from, text.detail, [{ title: text.find, path: "/markets" }]);

/** Parses the address. Throws a 404 if it cannot identify an instrument. */
export function readInstrumentAddress(from: LoaderFunctionArgs): InstrumentAddress {
  const { params } = from;
  const segment = EXCHANGE_SEGMENTS.find((known) => known === params.segment);
  const id = params.id ?? "";
  if (segment === undefined || !/^\d{1,20}$/.test(id)) throw missingInstrument(from);
  return { segment, id };
}

/** Loads the instrument. Throws a 404 with suggestions, or the provider's fault. */
export async function loadInstrument(
  from: LoaderFunctionArgs,
): Promise<InstrumentAddress & { markets: Markets; detail: InstrumentDetail }> {
  const address = readInstrumentAddress(from);
  const { markets } = from.context;
  if (markets === undefined) throw unavailableWithoutProvider();
  try {
    return { ...address, markets, detail: await markets.getInstrument(address.segment, address.id) };
  } catch (fault) {
    if (fault instanceof Response && fault.status === 404) throw missingInstrument(from);
    throw fault;
  }
}
