// All instruments of the sandbox's market: indices, shares with their margin list, and option contracts. An option's id
// packs its expiry, underlying, strike and side into one number, so any contract can be resolved without a list.
import { lotSizeOf } from "../../../app/domain/calendars/contracts.ts";
import { indexFutureTick, OPTION_TICK_PAISE, shareTick } from "../../../app/domain/calendars/price-steps.ts";
import { instrumentKey } from "../../../app/domain/instrument-key.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import { ANCHORS, type Company, listCompanies, SECTORS } from "./companies.ts";
import type { PathParameters } from "./daily-chain.ts";
import { STOCKS } from "./instruments.ts";
import { deriveSeed, uniform } from "./seeded-noise.ts";

export type OptionTerms = {
  underlyingKey: string;
  strikeRupees: number;
  side: "CE" | "PE";
  /** Days since 1 January 1970. */
  expiryDay: number;
  isMonthly: boolean;
};

export type FutureTerms = { underlyingKey: string; expiryDay: number };

export type MarketInstrument = {
  /** Segment and id: "NSE_EQ:1333". */
  key: string;
  exchangeSegment: ExchangeSegment;
  securityId: string;
  kind: "INDEX" | "EQUITY" | "OPTIDX" | "OPTSTK" | "FUTIDX" | "FUTSTK";
  symbol: string;
  name: string;
  tickPaise: number;
  lotSize: number;
  /** Leverage that the broker offers on the share; 1 means that the full price is due in cash. Shares only. */
  marginLeverage: number;
  /** Number of trades per minute. */
  slots: number;
  /** Typical daily volume. */
  dayVolume: number;
  /** Typical bid-ask spread in ticks. */
  spreadTicks: number;
  /** Typical bid-ask spread of an option as a share of its premium. It applies where it exceeds `spreadTicks`. */
  spreadShare?: number;
  /** True if the share or index has futures and options. Its trading day then ends with the closing auction. */
  hasDerivatives: boolean;
  /** Freeze quantity: the largest quantity of one order. Larger orders have to be sliced. */
  freezeQuantity: number;
  /** Parameters of the price movement. Null for derivatives, which follow their underlying. */
  path: PathParameters | null;
  option: OptionTerms | null;
  future: FutureTerms | null;
};

export type Underlying = {
  /** Code in option ids, never to be changed: indices use 0 to 7, shares start at 8. */
  code: number;
  key: string;
  symbol: string;
  optionSegment: "NSE_FNO" | "BSE_FNO";
  strikeStepRupees: number;
  /** Current lot size; a contract has the lot size of its expiry (`contractLot`). */
  lotSize: number;
  hasWeekly: boolean;
};

const INDEX_UNDERLYINGS: readonly Underlying[] = [
  {
    code: 0,
    key: "IDX_I:13",
    symbol: "NIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 50,
    lotSize: 65,
    hasWeekly: true,
  },
  {
    code: 1,
    key: "IDX_I:25",
    symbol: "BANKNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 100,
    lotSize: 30,
    hasWeekly: false,
  },
  {
    code: 2,
    key: "IDX_I:51",
    symbol: "SENSEX",
    optionSegment: "BSE_FNO",
    strikeStepRupees: 100,
    lotSize: 20,
    hasWeekly: true,
  },
  {
    code: 3,
    key: "IDX_I:27",
    symbol: "FINNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 50,
    lotSize: 60,
    hasWeekly: false,
  },
  {
    code: 4,
    key: "IDX_I:442",
    symbol: "MIDCPNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 25,
    lotSize: 120,
    hasWeekly: false,
  },
];

const FIRST_SHARE_CODE = 8;
/** Target value of one lot of a share's options at the anchor price. */
const SHARE_LOT_RUPEES = 545_000;

/**
 * Shares of the catalogue with options: monthly contracts that expire with the index's. The order defines their codes,
 * so only append.
 */
const SHARE_UNDERLYINGS: readonly Underlying[] = (Object.keys(ANCHORS) as (keyof typeof STOCKS)[])
  .filter((name) => name !== "niftyBees")
  .map((name, index) => {
    const anchor = ANCHORS[name];
    return {
      code: FIRST_SHARE_CODE + index,
      key: instrumentKey(STOCKS[name]),
      symbol: STOCKS[name].symbol,
      optionSegment: "NSE_FNO",
      strikeStepRupees:
        anchor < 500 ? 5 : anchor < 1_000 ? 10 : anchor < 2_500 ? 20 : anchor < 6_000 ? 50 : 100,
      lotSize: Math.max(25, Math.floor(SHARE_LOT_RUPEES / anchor / 25) * 25),
      hasWeekly: false,
    };
  });

export const UNDERLYINGS: readonly Underlying[] = [...INDEX_UNDERLYINGS, ...SHARE_UNDERLYINGS];

/** Positions in `UNDERLYINGS`, by key. */
export const UNDERLYING_AT: ReadonlyMap<string, number> = new Map(
  UNDERLYINGS.map(({ key }, index) => [key, index]),
);

/** Bank Nifty and Financial Services depend on the banking sector. NIFTY is the market factor itself. */
const INDEX_ROWS = [
  { id: "13", symbol: "NIFTY", name: "Nifty 50", anchor: 25_900, beta: 1, load: 0, own: 0 },
  { id: "25", symbol: "BANKNIFTY", name: "Nifty Bank", anchor: 58_700, beta: 1.06, load: 0.62, own: 0.001 },
  { id: "51", symbol: "SENSEX", name: "BSE Sensex", anchor: 84_600, beta: 0.99, load: 0, own: 0.0012 },
  {
    id: "27",
    symbol: "FINNIFTY",
    name: "Nifty Financial Services",
    anchor: 27_400,
    beta: 1.04,
    load: 0.52,
    own: 0.0015,
  },
  {
    id: "442",
    symbol: "MIDCPNIFTY",
    name: "Nifty Midcap Select",
    anchor: 13_800,
    beta: 1.12,
    load: 0,
    own: 0.0042,
  },
];
const INDEX_SLOTS = 30;

/** Freeze quantity of index contracts in lots, from the exchanges' recent monthly lists (NIFTY: 1,800 units). */
const FREEZE_LOTS: Record<string, number> = {
  NIFTY: 27,
  BANKNIFTY: 20,
  SENSEX: 50,
  FINNIFTY: 30,
  MIDCPNIFTY: 23,
};
const SHARE_FREEZE_LOTS = 40;
/** Value of the largest share order at the anchor price. */
const SHARE_FREEZE_RUPEES = 100_000_000;

/**
 * Shares with a lower liquidity are not on the margin list. This excludes about one share in fourteen, and at least 950
 * remain.
 */
const MARGIN_LIST_FROM_LIQUIDITY = 0.11;

/** Returns the lot size of a contract. An index's depends on the expiry, a share's does not. */
export function contractLot(base: Underlying, expiryDay: number): number {
  return lotSizeOf(base.symbol, expiryDay) ?? base.lotSize;
}

export function contractFreeze(base: Underlying, lot: number): number {
  return lot * (FREEZE_LOTS[base.symbol] ?? SHARE_FREEZE_LOTS);
}

/**
 * Builds the list of indices and shares with the tick sizes of the anchor prices on `today`. `SandboxMarket.find`
 * returns the tick sizes of another month.
 */
export function buildMaster(seed: number, today: number): Map<string, MarketInstrument> {
  const master = new Map<string, MarketInstrument>();
  const add = (instrument: Omit<MarketInstrument, "key" | "option" | "future">) => {
    const key = instrumentKey(instrument);
    master.set(key, { key, ...instrument, option: null, future: null });
  };
  for (const row of INDEX_ROWS)
    add({
      exchangeSegment: "IDX_I",
      securityId: row.id,
      kind: "INDEX",
      symbol: row.symbol,
      name: row.name,
      tickPaise: 5,
      lotSize: 1,
      marginLeverage: 1,
      slots: INDEX_SLOTS,
      dayVolume: 0,
      spreadTicks: 0,
      hasDerivatives: false,
      freezeQuantity: 0,
      path: {
        seed: deriveSeed(seed, row.symbol),
        anchorRupees: row.anchor,
        beta: row.beta,
        sector: 0,
        load: row.load,
        ownDailyVolatility: row.own,
        weight: 0,
        follows: null,
      },
    });
  for (const company of listCompanies()) {
    const share = buildShare(company, seed, today);
    add({ ...share, exchangeSegment: "NSE_EQ", securityId: company.securityId });
    if (company.bseId !== null)
      add({
        ...share,
        exchangeSegment: "BSE_EQ",
        securityId: company.bseId,
        slots: slotsFor(company.liquidity - 0.2),
        dayVolume: Math.round(share.dayVolume / 12),
        spreadTicks: share.spreadTicks * 2,
        hasDerivatives: false,
      });
  }
  return master;
}

function buildShare(company: Company, seed: number, today: number) {
  const own = deriveSeed(seed, company.symbol);
  const { anchorRupees, liquidity } = company;
  const isFund = company.symbol === STOCKS.niftyBees.symbol;
  const tickPaise = shareTick(today, anchorRupees);
  const path: PathParameters = {
    seed: own,
    anchorRupees,
    beta: isFund ? 1 : 0.75 + 0.5 * uniform(own, 1, 0),
    sector: SECTORS.indexOf(company.sector),
    load: isFund ? 0 : 0.7 + 0.5 * uniform(own, 3, 0),
    ownDailyVolatility: 0.0065 + 0.013 * (1 - liquidity) + 0.004 * uniform(own, 2, 0),
    weight: company.indexWeight,
    follows: isFund ? { errorBasisPoints: 3, costYearly: 0.0004 } : null,
  };
  return {
    kind: "EQUITY" as const,
    symbol: company.symbol,
    name: company.name,
    tickPaise,
    lotSize: 1,
    marginLeverage:
      liquidity >= 0.55 ? 4 : liquidity >= 0.3 ? 3 : liquidity >= MARGIN_LIST_FROM_LIQUIDITY ? 2 : 1,
    slots: slotsFor(liquidity),
    dayVolume: Math.round(40_000 * 250 ** liquidity),
    spreadTicks: Math.max(1, Math.round((spreadShare(liquidity) * anchorRupees * 100) / tickPaise)),
    hasDerivatives: liquidity >= 0.75,
    freezeQuantity: Math.max(1_000, Math.round(SHARE_FREEZE_RUPEES / anchorRupees / 1_000) * 1_000),
    path,
  };
}

/** Returns the number of trades per minute, always a divisor of 60. */
function slotsFor(liquidity: number): number {
  return liquidity >= 0.95 ? 20 : liquidity >= 0.75 ? 12 : liquidity >= 0.5 ? 6 : liquidity >= 0.25 ? 4 : 2;
}

/**
 * Returns the bid-ask spread as a share of the price: 1.5 basis points for the most traded shares, 60 for the least
 * traded.
 */
function spreadShare(liquidity: number): number {
  return 0.00015 * 40 ** (1 - liquidity);
}

const ID_BASE_DAY = 19_723; // 1 January 2024
const STRIKE_SLOTS = 1_024;

/** First id of options on shares. */
const SHARE_IDS_FROM = 2 ** 30;
const CODES = { index: 8, share: 64 } as const;

/**
 * Returns the id of an option. Each expiry day has 8 codes for indices and 64 for shares; each code has 1,024 strike
 * slots and two sides. Ids fit 31 bits for decades.
 */
export function optionId(
  underlying: number,
  terms: Pick<OptionTerms, "strikeRupees" | "side" | "expiryDay">,
): string {
  const known = UNDERLYINGS[underlying];
  if (known === undefined) throw new Error(`unknown underlying ${underlying}`);
  const slot = Math.round(terms.strikeRupees / known.strikeStepRupees) % STRIKE_SLOTS;
  const day = terms.expiryDay - ID_BASE_DAY;
  const isShare = known.code >= FIRST_SHARE_CODE;
  const place = isShare ? day * CODES.share + known.code - FIRST_SHARE_CODE : day * CODES.index + known.code;
  return String(
    (isShare ? SHARE_IDS_FROM : 0) + (place * STRIKE_SLOTS + slot) * 2 + (terms.side === "PE" ? 1 : 0),
  );
}

/** Decodes an option id, with the strike nearest to `spotRupees`. Null for an unknown id. */
export function readOptionId(
  id: number,
  spotRupees: (underlyingKey: string) => number,
): { underlying: number; strikeRupees: number; side: "CE" | "PE"; expiryDay: number } | null {
  if (id < 2 * STRIKE_SLOTS * CODES.index || id > 0x7fffffff) return null;
  if (id >= FUTURE_IDS_FROM && id < SHARE_IDS_FROM) return null;
  const isShare = id >= SHARE_IDS_FROM;
  const bare = isShare ? id - SHARE_IDS_FROM : id;
  const side = bare % 2 === 1 ? "PE" : "CE";
  const slot = Math.floor(bare / 2) % STRIKE_SLOTS;
  const place = Math.floor(bare / 2 / STRIKE_SLOTS);
  const codes = isShare ? CODES.share : CODES.index;
  const code = (place % codes) + (isShare ? FIRST_SHARE_CODE : 0);
  const underlying = UNDERLYINGS.findIndex((candidate) => candidate.code === code);
  const known = UNDERLYINGS[underlying];
  if (known === undefined) return null;
  const spotSlot = Math.round(spotRupees(known.key) / known.strikeStepRupees);
  const turn = Math.round((spotSlot - slot) / STRIKE_SLOTS);
  const strikeRupees = (turn * STRIKE_SLOTS + slot) * known.strikeStepRupees;
  if (strikeRupees <= 0) return null;
  return { underlying, strikeRupees, side, expiryDay: Math.floor(place / codes) + ID_BASE_DAY };
}

/** Ids of futures lie above those of index options and below those of share options. */
const FUTURE_IDS_FROM = 2 ** 29;
const FUTURE_CODES = 128;

export function futureId(base: Underlying, expiryDay: number): string {
  return String(FUTURE_IDS_FROM + (expiryDay - ID_BASE_DAY) * FUTURE_CODES + base.code);
}

export function readFutureId(id: number): { underlying: number; expiryDay: number } | null {
  const place = id - FUTURE_IDS_FROM;
  if (place < 0 || id >= SHARE_IDS_FROM || !Number.isInteger(id)) return null;
  const underlying = UNDERLYINGS.findIndex(({ code }) => code === place % FUTURE_CODES);
  return underlying < 0 ? null : { underlying, expiryDay: Math.floor(place / FUTURE_CODES) + ID_BASE_DAY };
}

/** Returns the tick size of an option or a future, in paise; `rupees` is the underlying's close of the previous month. */
export function contractTick(
  base: Underlying,
  kind: "option" | "future",
  day: number,
  rupees: number,
): number {
  if (kind === "option") return OPTION_TICK_PAISE;
  return base.key.startsWith("IDX_I") ? indexFutureTick(day, rupees) : shareTick(day, rupees);
}
