// Labels of kinds of instruments and of segments.

import type { MarketInstrument, MarketKind } from "../contract/base-api/market.ts";
import type { ExchangeSegment } from "../domain/vocabulary.ts";
import { formatDay } from "../format/dates.ts";
import { formatHundredths } from "../format/rupees.ts";

export const noInstrumentText = {
  detail:
    "No instrument has this address. An option or a future that has expired is not listed any more; search for its underlying instead.",
  find: "Find an instrument",
};

export const KIND_LABELS: Record<MarketKind, string> = {
  INDEX: "Index",
  EQUITY: "Share",
  FUTIDX: "Index future",
  FUTSTK: "Stock future",
  OPTIDX: "Index option",
  OPTSTK: "Stock option",
};

export const SEGMENT_LABELS: Record<ExchangeSegment, string> = {
  IDX_I: "Indices",
  NSE_EQ: "NSE equity",
  NSE_FNO: "NSE derivatives",
  NSE_CURRENCY: "NSE currency",
  BSE_EQ: "BSE equity",
  MCX_COMM: "MCX commodities",
  BSE_CURRENCY: "BSE currency",
  BSE_FNO: "BSE derivatives",
};

export const INSTRUMENT_TERMS = {
  call: (strike: string) => `call ${strike}`,
  put: (strike: string) => `put ${strike}`,
  expires: (day: string) => `expires ${day}`,
  lot: (units: number) => `lot ${units}`,
};

/** Describes an instrument: "Index option, NSE derivatives · call 26,000.00, expires 24 Nov 2026 · lot 65". */
export function instrumentSentence(instrument: MarketInstrument): string {
  const { kind, exchangeSegment, side, strikePaise, expiry, lotSize } = instrument;
  const terms = [
    side === null || strikePaise === null
      ? null
      : INSTRUMENT_TERMS[side === "CE" ? "call" : "put"](formatHundredths(strikePaise)),
    expiry === null ? null : INSTRUMENT_TERMS.expires(formatDay(expiry)),
  ].filter((part) => part !== null);
  return [
    kind === "INDEX" ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}, ${SEGMENT_LABELS[exchangeSegment]}`,
    ...(terms.length === 0 ? [] : [terms.join(", ")]),
    ...(lotSize > 1 ? [INSTRUMENT_TERMS.lot(lotSize)] : []),
  ].join(" · ");
}
