// The rows of an option chain: each listed strike of an expiry with its call and put.
import { istDay } from "../../../app/domain/time.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import type { SandboxMarket } from "./market.ts";
import { buildContract, type Expiry, listStrikes } from "./option-chain.ts";

type ChainRequest = { key: string; underlying: number; expiry: Expiry; spot: number };
export type ChainRow = { strike: number; call: MarketInstrument | null; put: MarketInstrument | null };

export function buildChainRows(
  market: SandboxMarket,
  { key, underlying, expiry, spot }: ChainRequest,
  atMs: number,
) {
  // `find` resolves the contract for quotes too, so the market depth in the chain equals that in a quote.
  const listed = (strike: number, side: "CE" | "PE") => {
    const terms = buildContract(key, expiry, strike, side, spot, istDay(atMs));
    return terms && market.find(terms.exchangeSegment, terms.securityId, atMs);
  };
  return listStrikes(underlying, spot).map(
    (strike): ChainRow => ({ strike, call: listed(strike, "CE"), put: listed(strike, "PE") }),
  );
}

export function listContracts(rows: readonly ChainRow[]): MarketInstrument[] {
  return rows.flatMap(({ call, put }) => [call, put].filter((one) => one !== null));
}
