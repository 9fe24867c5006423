// What open positions block, in whole paise. Shares: the price for delivery, a part of it intraday. Options bought: what
// they are worth. Options sold: the worst loss of all options on one underlying over moves of its price, and an exposure
// share of what is sold uncovered. A plain model after the exchanges' scanning method, not SPAN itself.
import type { OrderProduct } from "../../../app/wire/order.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";

export type Held = {
  instrument: MarketInstrument;
  /** Below zero: sold. */
  quantity: number;
  product: OrderProduct;
};

/** Prices the margin is reckoned from, rupees. */
export type Pricing = {
  price(instrument: MarketInstrument): number;
  spot(underlyingKey: string): number;
  /** The option's price if its underlying stood at `spotRupees`. */
  priceAt(option: MarketInstrument, spotRupees: number): number;
};

const SCAN = { index: 0.09, share: 0.15 } as const;
const SCAN_STEPS = 6;
const EXPOSURE = { index: 0.02, share: 0.035 } as const;

export function marginOf(held: readonly Held[], pricing: Pricing): number {
  let rupees = 0;
  const options = new Map<string, Held[]>();
  const shares = new Map<string, number>();
  for (const position of held) {
    const { instrument, quantity, product } = position;
    if (quantity === 0) continue;
    if (instrument.option !== null) {
      const key = instrument.option.underlyingKey;
      options.set(key, [...(options.get(key) ?? []), position]);
      continue;
    }
    const value = Math.abs(quantity) * pricing.price(instrument);
    rupees += product === "INTRADAY" || product === "MTF" ? value / instrument.marginLeverage : value;
    if (product === "CNC" && quantity > 0)
      shares.set(instrument.key, (shares.get(instrument.key) ?? 0) + quantity);
  }
  for (const [key, legs] of options) rupees += optionsMargin(key, legs, shares.get(key) ?? 0, pricing);
  // A hair under, so that what is whole in paise stays so.
  return Math.max(0, Math.ceil(rupees * 100 - 1e-6));
}

/** Rupees for all options on one underlying; `coveringShares` are held for delivery and cover calls sold. */
function optionsMargin(key: string, legs: Held[], coveringShares: number, pricing: Pricing): number {
  const kind = key.startsWith("IDX_I") ? "index" : "share";
  const spot = pricing.spot(key);
  const worth = (at: number) =>
    legs.reduce((sum, leg) => sum + leg.quantity * pricing.priceAt(leg.instrument, at), 0);
  const now = worth(spot);
  let worst = 0;
  for (let step = -SCAN_STEPS; step <= SCAN_STEPS; step += 1) {
    const at = spot * (1 + (SCAN[kind] * step) / SCAN_STEPS);
    const cover = Math.max(0, coveringShares * (at - spot));
    worst = Math.max(worst, now - worth(at) - cover);
  }
  const uncovered = Math.max(uncoveredOn("CE", legs) - coveringShares, uncoveredOn("PE", legs), 0);
  const bought = legs.reduce(
    (sum, { instrument, quantity }) =>
      quantity > 0 ? sum + quantity * pricing.priceAt(instrument, spot) : sum,
    0,
  );
  const sold = uncovered > 0 || legs.some(({ quantity }) => quantity < 0);
  // Bought options alone can lose what they are worth and no more.
  if (!sold) return bought;
  return worst + Math.max(0, now) + EXPOSURE[kind] * spot * uncovered;
}

/** What is sold on a side less what is bought there at a strike that is as good or better: such a pair cannot lose by moving. */
function uncoveredOn(side: "CE" | "PE", legs: readonly Held[]): number {
  const own = legs.flatMap(({ instrument, quantity }) =>
    instrument.option?.side === side ? { strike: instrument.option.strikeRupees, quantity } : [],
  );
  const sold = own.filter(({ quantity }) => quantity < 0);
  const strikes = sold.map(({ strike }) => strike);
  const covers = (strike: number) =>
    side === "CE" ? strike <= Math.min(...strikes) : strike >= Math.max(...strikes);
  const cover = own
    .filter(({ strike, quantity }) => quantity > 0 && covers(strike))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.max(0, sold.reduce((sum, { quantity }) => sum - quantity, 0) - cover);
}
