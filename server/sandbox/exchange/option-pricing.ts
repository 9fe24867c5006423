// Greeks of European options, and the normal distribution that their prices (option-ladder.ts) use. Both follow Black's
// formula on the forward (Journal of Financial Economics 3, 1976), which equals Black-Scholes for an underlying without
// dividends. The normal distribution is G. West's double-precision version ("Better approximations to cumulative normal
// functions", Wilmott 2005, after Hart), because wing prices must stay ordered far below a tick.

/** Yield of short-term government paper, the base of the sandbox's interest on futures and options. */
export const RISK_FREE_RATE = 0.065;

export function normalCumulative(x: number): number {
  const z = Math.abs(x);
  if (z > 37) return x > 0 ? 1 : 0;
  let tail: number;
  if (z < 7.07106781186547) {
    let above = 3.52624965998911e-2 * z + 0.700383064443688;
    above = above * z + 6.37396220353165;
    above = above * z + 33.912866078383;
    above = above * z + 112.079291497871;
    above = above * z + 221.213596169931;
    above = above * z + 220.206867912376;
    let below = 8.83883476483184e-2 * z + 1.75566716318264;
    below = below * z + 16.064177579207;
    below = below * z + 86.7807322029461;
    below = below * z + 296.564248779674;
    below = below * z + 637.333633378831;
    below = below * z + 793.826512519948;
    below = below * z + 440.413735824752;
    tail = (Math.exp((-x * x) / 2) * above) / below;
  } else {
    const fraction = z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))));
    tail = Math.exp((-x * x) / 2) / fraction / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}

/** Beyond this many standard deviations the table ends; the distribution is then 0 or 1 to within 1e-15. */
const TABLE_END = 8;
const POINTS_PER_UNIT = 32;
const TERMS = 7;
/** Terms of the Taylor series of `normalCumulative` at each point, seven per point. */
const TABLE = taylorTerms();

function taylorTerms(): Float64Array {
  const points = 2 * TABLE_END * POINTS_PER_UNIT + 1;
  const terms = new Float64Array(points * TERMS);
  for (let point = 0; point < points; point += 1) {
    const x = point / POINTS_PER_UNIT - TABLE_END;
    terms[point * TERMS] = normalCumulative(x);
    // The derivatives of the density follow from φ'(x) = −x φ(x).
    let [before, derivative, factorial] = [0, Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI), 1];
    for (let order = 1; order < TERMS; order += 1) {
      factorial *= order;
      terms[point * TERMS + order] = derivative / factorial;
      [before, derivative] = [derivative, -x * derivative - (order - 1) * before];
    }
  }
  return terms;
}

/** Returns `normalCumulative` to within 1e-15, from a table: records need hundreds of millions of values. */
export function fastNormalCumulative(x: number): number {
  const place = (Math.max(-TABLE_END, Math.min(TABLE_END, x)) + TABLE_END) * POINTS_PER_UNIT;
  const point = (place + 0.5) | 0;
  const h = (place - point) / POINTS_PER_UNIT;
  const at = point * TERMS;
  let sum = TABLE[at + 6] as number;
  sum = sum * h + (TABLE[at + 5] as number);
  sum = sum * h + (TABLE[at + 4] as number);
  sum = sum * h + (TABLE[at + 3] as number);
  sum = sum * h + (TABLE[at + 2] as number);
  sum = sum * h + (TABLE[at + 1] as number);
  return sum * h + (TABLE[at] as number);
}

export type Greeks = {
  /** Change in rupees per rupee of the underlying. */
  delta: number;
  /** Change of delta per rupee of the underlying. */
  gamma: number;
  /** Change in rupees per calendar day. */
  theta: number;
  /** Change in rupees per point (1 %) of volatility. */
  vega: number;
};

/**
 * Returns the Black-Scholes greeks, consistent with the prices (Hull, Options, Futures, and Other Derivatives, chapter
 * on the Greek letters).
 */
export function computeGreeks(
  side: "CE" | "PE",
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  rate = RISK_FREE_RATE,
): Greeks {
  const root = Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) / (volatility * root);
  const d2 = d1 - volatility * root;
  const density = Math.exp((-d1 * d1) / 2) * 0.3989422804014327;
  const discounted = strike * Math.exp(-rate * years);
  const decay = (-spot * density * volatility) / (2 * root);
  const isCall = side === "CE";
  return {
    delta: isCall ? normalCumulative(d1) : normalCumulative(d1) - 1,
    gamma: density / (spot * volatility * root),
    theta: (decay + (isCall ? -1 : 1) * rate * discounted * normalCumulative(isCall ? d2 : -d2)) / 365,
    vega: (spot * density * root) / 100,
  };
}
