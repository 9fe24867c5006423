// Finds instruments by name: a symbol, part of a name, a security id, or a contract symbol ("NIFTY-24Nov2026-26000-CE",
// "HDFCBANK-Nov2026-1000-PE", "NIFTY-Nov2026-FUT"). A contract is resolved as it was listed on the given day.
import { isoDayOf, istDay } from "../../../app/domain/time.ts";
import { EXCHANGE_SEGMENTS } from "../../../app/domain/vocabulary.ts";
import { type MarketInstrument, UNDERLYINGS } from "./instrument-master.ts";
import type { SandboxMarket } from "./market.ts";
import { buildContract } from "./option-chain.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const OPTION =
  /^([A-Z0-9&-]+?)[ -](?:(\d{1,2})[ -]?)?([A-Z]{3})[ -]?(\d{4})?[ -](\d+(?:\.\d+)?)[ -]?(CE|PE|CALL|PUT)$/i;
const FUTURE = /^([A-Z0-9&-]+?)[ -](?:\d{1,2}[ -]?)?([A-Z]{3})[ -]?(\d{4})?[ -]FUT$/i;

/** Returns a limited number of matches, best first. */
export function findInstruments(
  market: SandboxMarket,
  text: string,
  atMs: number,
  atMost: number,
): MarketInstrument[] {
  const searchText = text.trim();
  const contract = contractNamed(market, searchText, atMs);
  if (contract !== null) return [contract];
  if (/^\d{1,20}$/.test(searchText))
    return EXCHANGE_SEGMENTS.flatMap((segment) => market.find(segment, searchText, atMs) ?? []).slice(
      0,
      atMost,
    );
  const searchTerms = searchText.toLowerCase().split(/\s+/);
  return market
    .listed()
    .map((instrument) => ({ instrument, rank: rankMatch(instrument, searchText.toLowerCase(), searchTerms) }))
    .filter(({ rank }) => rank > 0)
    .sort(
      (one, other) =>
        other.rank - one.rank ||
        other.instrument.dayVolume - one.instrument.dayVolume ||
        one.instrument.symbol.localeCompare(other.instrument.symbol),
    )
    .slice(0, atMost)
    .flatMap(({ instrument }) => market.find(instrument.exchangeSegment, instrument.securityId, atMs) ?? []);
}

/**
 * Returns a match score; 0 for no match. An exact symbol ranks above the beginning of a name, which ranks above words
 * elsewhere. Indices rank above shares.
 */
function rankMatch(instrument: MarketInstrument, searchText: string, searchTerms: readonly string[]): number {
  const symbol = instrument.symbol.toLowerCase();
  const name = instrument.name.toLowerCase();
  const index = instrument.kind === "INDEX" ? 1 : 0;
  // Ranks a share's main listing above its second listing.
  const main = instrument.exchangeSegment === "BSE_EQ" ? 0 : 0.5;
  if (symbol === searchText || name === searchText) return 40 + index + main;
  if (symbol.startsWith(searchText) || name.startsWith(searchText)) return 30 + index + main;
  const parts = name.split(/[^\p{L}\p{N}&]+/u);
  return searchTerms.every((word) => symbol.startsWith(word) || parts.some((part) => part.startsWith(word)))
    ? 20 + index + main
    : 0;
}

function contractNamed(market: SandboxMarket, text: string, atMs: number): MarketInstrument | null {
  const option = OPTION.exec(text);
  const future = option === null ? FUTURE.exec(text) : null;
  const symbol = (option ?? future)?.[1]?.toUpperCase();
  const underlying = UNDERLYINGS.findIndex((base) => base.symbol === symbol);
  const base = UNDERLYINGS[underlying];
  if (base === undefined) return null;
  const today = istDay(atMs);
  const [, , dayText, monthText = "", yearText, strikeText = "", sideText = ""] = option ?? [];
  if (option === null) {
    const [, , month = "", year] = future ?? [];
    const day = market.tapes.futureMonths
      .expiries(base.key, today)
      .find((day) => isDayInMonth(day, month, year));
    return day === undefined ? null : market.future(base.key, day, atMs);
  }
  const month = market.expiries(underlying, atMs).filter(({ day }) => isDayInMonth(day, monthText, yearText));
  const expiry =
    dayText === undefined
      ? (month.find(({ isMonthly }) => isMonthly) ?? month.at(-1))
      : month.find(({ day }) => Number(isoDayOf(day).slice(8)) === Number(dayText));
  if (expiry === undefined) return null;
  const side = sideText.toUpperCase().startsWith("C") ? "CE" : "PE";
  const terms = buildContract(base.key, expiry, Number(strikeText), side, market.spot(base.key, atMs), today);
  return terms === null ? null : market.find(terms.exchangeSegment, terms.securityId, atMs);
}

function isDayInMonth(day: number, month: string, year: string | undefined): boolean {
  const iso = isoDayOf(day);
  return (
    MONTHS.indexOf(month.toLowerCase()) + 1 === Number(iso.slice(5, 7)) &&
    (year === undefined || year === iso.slice(0, 4))
  );
}
