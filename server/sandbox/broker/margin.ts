// Margin of positions and orders, in whole paise. Delivery shares and bought options block their cost, leveraged shares
// a part of it. Futures and sold options block the worst loss of all contracts on one underlying over a range of its
// prices, plus an exposure share. This is a simplified form of the exchanges' scanning method, not SPAN itself.
import type { OrderProduct } from "../../../app/contract/base-api/order.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";

export type MarginPosition = {
  instrument: MarketInstrument;
  /** Signed quantity; negative for a short position. */
  quantity: number;
  product: OrderProduct;
  /** Signed cost of the quantity; the fair price by default. */
  costPaise?: number;
  /**
   * The quantity that pending orders would add to the position. It has no unrealised loss, because its cost is its
   * value.
   */
  ordered?: { quantity: number; costPaise: number };
};
type Fill = Required<Omit<MarginPosition, "ordered">>;
/** An order as input of the margin: its unfilled quantity at its price. */
export type WaitingOrder = Fill & { chargesPaise: number };

/** Source of the prices in rupees that margins are computed from. */
export type MarginPrices = {
  price(instrument: MarketInstrument): number;
  spot(underlyingKey: string): number;
  /** Returns the price of the option if its underlying were at `spotRupees`. */
  priceAt(option: MarketInstrument, spotRupees: number): number;
};

const SCAN_RANGE = { index: 0.09, share: 0.15 } as const;
const SCAN_STEPS = 6;
const EXPOSURE_SHARE = { index: 0.02, share: 0.035 } as const;

/** Returns the margin of all open positions; delivery shares count at cost. */
export function computeMargin(held: readonly MarginPosition[], pricing: MarginPrices): number {
  const delivered = held
    .filter(isDelivered)
    .reduce((sum, position) => sum + computePositionCost(position, pricing), 0);
  return roundPaise(delivered) + computeCarriedMargin(held, pricing);
}

/** Returns the margin of all positions other than delivery shares, including their unrealised loss. */
export function computeCarriedMargin(held: readonly MarginPosition[], pricing: MarginPrices): number {
  let paise = 0;
  const contracts = new Map<string, MarginPosition[]>();
  const shares = new Map<string, number>();
  for (const position of held) {
    const { instrument, quantity } = position;
    if (quantity === 0) continue;
    const key = findUnderlyingKey(instrument);
    if (key !== null) contracts.set(key, [...(contracts.get(key) ?? []), position]);
    else if (isDelivered(position)) {
      if (quantity > 0) shares.set(instrument.key, (shares.get(instrument.key) ?? 0) + quantity);
    } else {
      const cost = computePositionCost(position, pricing);
      const { ordered = { quantity: 0, costPaise: 0 } } = position;
      const held = (quantity - ordered.quantity) * pricing.price(instrument) * 100;
      const lost = position.costPaise === undefined ? 0 : cost - ordered.costPaise - held;
      paise += roundPaise(leveragedCost(position, cost) + Math.max(0, lost));
    }
  }
  for (const [key, legs] of contracts)
    paise += roundPaise(contractsMargin(key, legs, shares.get(key) ?? 0, pricing));
  return paise;
}

/**
 * Returns the margin of waiting orders in addition to that of the positions. Each side is counted separately: a buy and
 * a sell never offset each other, and only orders that close a position are free. Charges are included, so a fill never
 * costs more than was blocked.
 */
export function computeWaitingMargin(
  orders: readonly WaitingOrder[],
  held: readonly MarginPosition[],
  pricing: MarginPrices,
): number {
  if (orders.length === 0) return 0;
  const closable = new Map<string, number>();
  for (const { instrument, product, quantity } of held)
    closable.set(`${instrument.key} ${product}`, quantity);
  let paise = 0;
  const scanned = new Map<string, ScannedOrders>();
  for (const order of orders) {
    paise += order.chargesPaise;
    const { closing, opening } = splitByClosable(order, closable);
    const { option, future } = order.instrument;
    const key = findUnderlyingKey(order.instrument);
    const isSold = option !== null && order.quantity < 0;
    if (key !== null && (isSold || future !== null)) {
      const known = scanned.get(key) ?? { closing: [], opening: [] };
      if (closing !== null) known.closing.push(closing);
      // Each order that opens a futures position is charged separately, because it is unknown which of them will be
      // filled.
      if (opening !== null && isSold) known.opening.push(opening);
      else if (opening !== null) paise += computeCarriedMargin([opening], pricing);
      scanned.set(key, known);
    } else if (opening !== null)
      paise += roundPaise(
        isPaidInFull(opening) ? opening.costPaise : leveragedCost(opening, opening.costPaise),
      );
  }
  for (const [key, parts] of scanned) paise += scannedMargin(key, parts, held, pricing);
  return paise;
}

/** Orders with a margin from the scan of prices (option sales and futures): those that close, and those that open. */
type ScannedOrders = { closing: Fill[]; opening: Fill[] };

/** Returns the largest additional margin over the possible combinations of fills. */
function scannedMargin(
  underlyingKey: string,
  { closing, opening }: ScannedOrders,
  held: readonly MarginPosition[],
  pricing: MarginPrices,
): number {
  const related = held.filter(
    ({ instrument }) => findUnderlyingKey(instrument) === underlyingKey || instrument.key === underlyingKey,
  );
  const before = computeCarriedMargin(related, pricing);
  const cases = [
    [...closing, ...opening],
    ...(closing.length > 0 && opening.length > 0 ? [closing, opening] : []),
    ...(opening.length > 1 ? opening.map((one) => [one]) : []),
  ];
  return Math.max(
    0,
    ...cases.map((orders) => computeCarriedMargin(positionsAfter(related, orders), pricing) - before),
  );
}

/**
 * Returns the peak margin while orders are sent and filled one after the other. Before the second side of a straddle is
 * sold, its first side can block more than both together.
 */
export function computePeakMargin(
  held: readonly MarginPosition[],
  orders: readonly WaitingOrder[],
  pricing: MarginPrices,
): number {
  return Math.max(
    0,
    ...orders.map((_, index) => computeMargin(positionsAfter(held, orders.slice(0, index + 1)), pricing)),
  );
}

/** Returns the positions after the fills of these orders. */
export function positionsAfter(held: readonly MarginPosition[], fills: readonly Fill[]): MarginPosition[] {
  const all = new Map<string, MarginPosition>();
  for (const position of held) all.set(`${position.instrument.key} ${position.product}`, position);
  for (const fill of fills) {
    const name = `${fill.instrument.key} ${fill.product}`;
    const known = all.get(name);
    const own = { quantity: fill.quantity, costPaise: fill.costPaise };
    if (known === undefined) {
      all.set(name, { ...fill, ordered: own });
      continue;
    }
    const quantity = known.quantity + fill.quantity;
    const cost = known.costPaise ?? 0;
    const isReduced = Math.sign(known.quantity) === -Math.sign(fill.quantity);
    // A reduced position keeps its cost per unit. A reversed position has the order's price as its cost.
    const costPaise = !isReduced
      ? cost + fill.costPaise
      : Math.abs(fill.quantity) <= Math.abs(known.quantity)
        ? cost * (quantity / known.quantity)
        : fill.costPaise * (quantity / fill.quantity);
    const { ordered: before = { quantity: 0, costPaise: 0 }, ...rest } = known;
    const ordered = isReduced
      ? { quantity: 0, costPaise: 0 }
      : { quantity: before.quantity + own.quantity, costPaise: before.costPaise + own.costPaise };
    all.set(name, { ...rest, quantity, costPaise, ordered });
  }
  return [...all.values()];
}

/**
 * Splits an order into the part that closes a position and the part that opens one. `closable` has the open quantity by
 * position, and is reduced by the closing part.
 */
function splitByClosable(
  order: WaitingOrder,
  closable: Map<string, number>,
): { closing: Fill | null; opening: Fill | null } {
  const name = `${order.instrument.key} ${order.product}`;
  const closableQuantity = closable.get(name) ?? 0;
  const size = Math.abs(order.quantity);
  const closed =
    Math.sign(closableQuantity) === -Math.sign(order.quantity)
      ? Math.min(size, Math.abs(closableQuantity))
      : 0;
  if (closed > 0) closable.set(name, closableQuantity - Math.sign(closableQuantity) * closed);
  const part = (quantity: number) =>
    quantity === 0
      ? null
      : {
          ...order,
          quantity: Math.sign(order.quantity) * quantity,
          costPaise: Math.round(order.costPaise * (quantity / size)),
        };
  return { closing: part(closed), opening: part(size - closed) };
}

function findUnderlyingKey({ option, future }: MarketInstrument): string | null {
  return option?.underlyingKey ?? future?.underlyingKey ?? null;
}

const isDelivered = ({ instrument, product }: Pick<MarginPosition, "instrument" | "product">) =>
  findUnderlyingKey(instrument) === null && product === "CNC";
/** True if a purchase is paid in full. */
const isPaidInFull = (order: MarginPosition) => order.instrument.option !== null || isDelivered(order);

function leveragedCost({ instrument, product }: MarginPosition, costPaise: number): number {
  const isLeveraged = product === "INTRADAY" || product === "MTF";
  return Math.abs(costPaise) / (isLeveraged ? instrument.marginLeverage : 1);
}

function computePositionCost(
  { instrument, quantity, costPaise }: MarginPosition,
  pricing: MarginPrices,
): number {
  return costPaise ?? quantity * pricing.price(instrument) * 100;
}

/** Rounds up to whole paise; the tolerance absorbs floating-point errors. */
function roundPaise(paise: number): number {
  return Math.max(0, Math.ceil(paise - 1e-4));
}

/**
 * Returns the margin in paise of all contracts on one underlying. `coveringShares` are held for delivery and cover sold
 * calls.
 */
function contractsMargin(
  key: string,
  legs: MarginPosition[],
  coveringShares: number,
  pricing: MarginPrices,
): number {
  const kind = key.startsWith("IDX_I") ? "index" : "share";
  const spot = pricing.spot(key);
  const priceAt = ({ instrument }: MarginPosition, at: number) =>
    instrument.option === null ? pricing.price(instrument) * (at / spot) : pricing.priceAt(instrument, at);
  const worth = (at: number) => 100 * legs.reduce((sum, leg) => sum + leg.quantity * priceAt(leg, at), 0);
  const now = worth(spot);
  // The profit of a future is ignored: its cost is at least its current value. So an order below the market blocks as
  // much as one at the market.
  const costs = (leg: MarginPosition) => {
    const there = 100 * leg.quantity * priceAt(leg, spot);
    if (leg.costPaise === undefined) return there;
    return leg.instrument.future === null ? leg.costPaise : Math.max(leg.costPaise, there);
  };
  const cost = legs.reduce((sum, leg) => sum + costs(leg), 0);
  const futures = legs.filter(({ instrument }) => instrument.future !== null);
  const isBoughtAlone = futures.length === 0 && legs.every(({ quantity }) => quantity > 0);
  // A portfolio of bought options can lose at most its cost.
  if (isBoughtAlone) return cost;
  let worst = Math.max(0, cost - now);
  for (let step = -SCAN_STEPS; step <= SCAN_STEPS; step += 1) {
    const at = spot * (1 + (SCAN_RANGE[kind] * step) / SCAN_STEPS);
    const cover = 100 * Math.max(0, coveringShares * (at - spot));
    worst = Math.max(worst, cost - worth(at) - cover);
  }
  const uncovered = Math.max(countUncovered("CE", legs) - coveringShares, countUncovered("PE", legs), 0);
  const exposed = uncovered + Math.abs(futures.reduce((sum, { quantity }) => sum + quantity, 0));
  const premium = legs.reduce((sum, leg) => sum + (leg.instrument.option === null ? 0 : costs(leg)), 0);
  // A net premium can be lost completely, even if no price of the scan shows that loss.
  return Math.max(worst, premium) + 100 * EXPOSURE_SHARE[kind] * spot * exposed;
}

/**
 * Returns the sold quantity of calls or puts that no bought option covers. A bought option covers any price move if its
 * strike is at least as good as those of all sold ones.
 */
function countUncovered(side: "CE" | "PE", legs: readonly MarginPosition[]): number {
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
