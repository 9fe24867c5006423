// Every instrument that the sandbox's market knows: indices, shares with their margin list, and the option contracts of
// the index underlyings. An option's id is its expiry, underlying, strike and side packed into one number, so any
// contract can be found without a list.
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import { STOCKS } from "../catalogue/instruments.ts";
import { ANCHORS, listCompanies } from "./companies.ts";
import { seedOf, uniform } from "./seeded-noise.ts";

export type OptionTerms = {
  underlyingKey: string;
  strikeRupees: number;
  side: "CE" | "PE";
  /** Days since 1970. */
  expiryDay: number;
  isMonthly: boolean;
};

export type MarketInstrument = {
  /** Segment and id: "NSE_EQ:1333". */
  key: string;
  exchangeSegment: ExchangeSegment;
  securityId: string;
  kind: "INDEX" | "EQUITY" | "OPTIDX" | "OPTSTK";
  symbol: string;
  name: string;
  tickPaise: number;
  lotSize: number;
  /** Times the broker lends on it; 1 is the whole price in cash. Shares only. */
  marginLeverage: number;
  /** Trades a second when the market is at its busiest. */
  activity: number;
  dayVolume: number;
  spreadTicks: number;
  /** Whether futures and options trade on it: its day then ends in the closing auction. */
  hasDerivatives: boolean;
  /** How its price moves; null for options, which follow their underlying. */
  path: { seed: number; anchorRupees: number; beta: number; ownDailyVolatility: number } | null;
  option: OptionTerms | null;
};

export type Underlying = {
  /** In option ids, for ever: indices 0 to 7, shares from 8 on. */
  code: number;
  key: string;
  symbol: string;
  optionSegment: "NSE_FNO" | "BSE_FNO";
  strikeStepRupees: number;
  lotSize: number;
  /** 0 is Sunday. */
  expiryWeekday: number;
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
    expiryWeekday: 2,
    hasWeekly: true,
  },
  {
    code: 1,
    key: "IDX_I:25",
    symbol: "BANKNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 100,
    lotSize: 30,
    expiryWeekday: 2,
    hasWeekly: false,
  },
  {
    code: 2,
    key: "IDX_I:51",
    symbol: "SENSEX",
    optionSegment: "BSE_FNO",
    strikeStepRupees: 100,
    lotSize: 20,
    expiryWeekday: 4,
    hasWeekly: true,
  },
  {
    code: 3,
    key: "IDX_I:27",
    symbol: "FINNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 50,
    lotSize: 60,
    expiryWeekday: 2,
    hasWeekly: false,
  },
  {
    code: 4,
    key: "IDX_I:442",
    symbol: "MIDCPNIFTY",
    optionSegment: "NSE_FNO",
    strikeStepRupees: 25,
    lotSize: 120,
    expiryWeekday: 2,
    hasWeekly: false,
  },
];

const FIRST_SHARE_CODE = 8;
/** A lot of a share's options is worth about this much at the anchor price. */
const SHARE_LOT_RUPEES = 545_000;

/** Options on the catalogue's shares: monthly contracts, expiring with the index's. The order is that of their codes: append only. */
const SHARE_UNDERLYINGS: readonly Underlying[] = (Object.keys(ANCHORS) as (keyof typeof STOCKS)[])
  .filter((name) => name !== "niftyBees")
  .map((name, index) => {
    const anchor = ANCHORS[name];
    return {
      code: FIRST_SHARE_CODE + index,
      key: keyOf("NSE_EQ", STOCKS[name].securityId),
      symbol: STOCKS[name].symbol,
      optionSegment: "NSE_FNO",
      strikeStepRupees:
        anchor < 500 ? 5 : anchor < 1_000 ? 10 : anchor < 2_500 ? 20 : anchor < 6_000 ? 50 : 100,
      lotSize: Math.max(25, Math.floor(SHARE_LOT_RUPEES / anchor / 25) * 25),
      expiryWeekday: 2,
      hasWeekly: false,
    };
  });

export const UNDERLYINGS: readonly Underlying[] = [...INDEX_UNDERLYINGS, ...SHARE_UNDERLYINGS];

/** Indices of `UNDERLYINGS`, by key. */
export const UNDERLYING_AT: ReadonlyMap<string, number> = new Map(
  UNDERLYINGS.map(({ key }, index) => [key, index]),
);

const INDEX_ROWS = [
  { id: "13", symbol: "NIFTY", name: "Nifty 50", anchor: 25_900, beta: 1, own: 0.0012 },
  { id: "25", symbol: "BANKNIFTY", name: "Nifty Bank", anchor: 58_700, beta: 1.12, own: 0.0038 },
  { id: "51", symbol: "SENSEX", name: "BSE Sensex", anchor: 84_600, beta: 0.98, own: 0.0014 },
  { id: "27", symbol: "FINNIFTY", name: "Nifty Financial Services", anchor: 27_400, beta: 1.08, own: 0.0034 },
  { id: "442", symbol: "MIDCPNIFTY", name: "Nifty Midcap Select", anchor: 13_800, beta: 1.1, own: 0.005 },
];

const TCS_ON_BSE = "532540";
/** One in fourteen of the least traded shares is not lent on: 950 and more are. */
const LENT_FROM_LIQUIDITY = 0.11;

export function keyOf(exchangeSegment: ExchangeSegment, securityId: string): string {
  return `${exchangeSegment}:${securityId}`;
}

export function buildMaster(seed: number): Map<string, MarketInstrument> {
  const master = new Map<string, MarketInstrument>();
  const add = (instrument: Omit<MarketInstrument, "key">) => {
    const key = keyOf(instrument.exchangeSegment, instrument.securityId);
    master.set(key, { key, ...instrument });
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
      activity: 3,
      dayVolume: 0,
      spreadTicks: 0,
      hasDerivatives: false,
      path: {
        seed: seedOf(seed, row.symbol),
        anchorRupees: row.anchor,
        beta: row.beta,
        ownDailyVolatility: row.own,
      },
      option: null,
    });
  for (const company of listCompanies()) {
    const own = seedOf(seed, company.symbol);
    const share = {
      exchangeSegment: "NSE_EQ" as const,
      securityId: company.securityId,
      kind: "EQUITY" as const,
      symbol: company.symbol,
      name: company.name,
      tickPaise: company.anchorRupees < 250 ? 1 : company.anchorRupees < 1_000 ? 5 : 10,
      lotSize: 1,
      marginLeverage:
        company.liquidity >= 0.55
          ? 4
          : company.liquidity >= 0.3
            ? 3
            : company.liquidity >= LENT_FROM_LIQUIDITY
              ? 2
              : 1,
      activity: 0.08 + 1.7 * company.liquidity ** 3,
      dayVolume: Math.round(40_000 * 250 ** company.liquidity),
      spreadTicks: company.liquidity >= 0.9 ? 1 : company.liquidity >= 0.5 ? 3 : 8,
      hasDerivatives: company.liquidity >= 0.75,
      path: {
        seed: own,
        anchorRupees: company.anchorRupees,
        beta: 0.6 + 0.8 * uniform(own, 1, 0),
        ownDailyVolatility: 0.008 + 0.014 * (1 - company.liquidity) + 0.006 * uniform(own, 2, 0),
      },
      option: null,
    };
    add(share);
    if (company.symbol === "TCS")
      add({
        ...share,
        exchangeSegment: "BSE_EQ",
        securityId: TCS_ON_BSE,
        activity: share.activity / 4,
        dayVolume: Math.round(share.dayVolume / 12),
        spreadTicks: 2,
      });
  }
  return master;
}

const ID_BASE_DAY = 19_723; // 1 January 2024
const SLOTS = 1_024;

/** Ids of options on shares start here. */
const SHARE_IDS_FROM = 2 ** 30;
const CODES = { index: 8, share: 64 } as const;

/** For indices 8 codes a day, for shares 64; 1,024 strike slots, two sides. Fits 31 bits for decades. */
export function optionId(
  underlying: number,
  terms: Pick<OptionTerms, "strikeRupees" | "side" | "expiryDay">,
): string {
  const known = UNDERLYINGS[underlying];
  if (known === undefined) throw new Error(`no underlying ${underlying}`);
  const slot = Math.round(terms.strikeRupees / known.strikeStepRupees) % SLOTS;
  const day = terms.expiryDay - ID_BASE_DAY;
  const isShare = known.code >= FIRST_SHARE_CODE;
  const place = isShare ? day * CODES.share + known.code - FIRST_SHARE_CODE : day * CODES.index + known.code;
  return String((isShare ? SHARE_IDS_FROM : 0) + (place * SLOTS + slot) * 2 + (terms.side === "PE" ? 1 : 0));
}

/** The terms an id stands for, with the strike nearest to `spotRupees`; null when it stands for none. */
export function readOptionId(
  id: number,
  spotRupees: (underlyingKey: string) => number,
): { underlying: number; strikeRupees: number; side: "CE" | "PE"; expiryDay: number } | null {
  if (id < 2 * SLOTS * CODES.index || id > 0x7fffffff) return null;
  const isShare = id >= SHARE_IDS_FROM;
  const bare = isShare ? id - SHARE_IDS_FROM : id;
  const side = bare % 2 === 1 ? "PE" : "CE";
  const slot = Math.floor(bare / 2) % SLOTS;
  const place = Math.floor(bare / 2 / SLOTS);
  const codes = isShare ? CODES.share : CODES.index;
  const code = (place % codes) + (isShare ? FIRST_SHARE_CODE : 0);
  const underlying = UNDERLYINGS.findIndex((candidate) => candidate.code === code);
  const known = UNDERLYINGS[underlying];
  if (known === undefined) return null;
  const spotSlot = Math.round(spotRupees(known.key) / known.strikeStepRupees);
  const turn = Math.round((spotSlot - slot) / SLOTS);
  const strikeRupees = (turn * SLOTS + slot) * known.strikeStepRupees;
  if (strikeRupees <= 0) return null;
  return { underlying, strikeRupees, side, expiryDay: Math.floor(place / codes) + ID_BASE_DAY };
}
