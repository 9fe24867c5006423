// Prices of European index options by Black and Scholes (Journal of Political Economy 81, 1973), without dividends. The
// normal distribution function is Abramowitz and Stegun's 26.2.17, good to 7.5e-8.

/** The yield of short government paper that the sandbox reckons with. */
export const RISK_FREE_RATE = 0.065;

export function normalCumulative(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + 0.2316419 * z);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = Math.exp((-z * z) / 2) * 0.3989422804014327 * series;
  return x >= 0 ? 1 - tail : tail;
}

/** Rupees. `years` to expiry and the yearly `volatility` are above zero. */
export function optionPrice(
  side: "CE" | "PE",
  spot: number,
  strike: number,
  years: number,
  volatility: number,
  rate = RISK_FREE_RATE,
): number {
  const spread = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) / spread;
  const d2 = d1 - spread;
  const discounted = strike * Math.exp(-rate * years);
  return side === "CE"
    ? spot * normalCumulative(d1) - discounted * normalCumulative(d2)
    : discounted * normalCumulative(-d2) - spot * normalCumulative(-d1);
}

/** The smile: dearer below the money than above it, flatter the longer there is to go. */
export function impliedVolatility(base: number, spot: number, strike: number, years: number): number {
  const distance = Math.log(strike / spot) / Math.sqrt(Math.max(years, 1 / 365));
  return base * Math.min(3, Math.max(0.6, 1 - 0.55 * distance + 1.1 * distance * distance));
}

export type Greeks = {
  /** Rupees for a rupee of the underlying. */
  delta: number;
  /** Delta for a rupee of the underlying. */
  gamma: number;
  /** Rupees for a calendar day that passes. */
  theta: number;
  /** Rupees for a point (one per cent) of volatility. */
  vega: number;
};

/** By Black and Scholes, as the prices are (Hull, Options, Futures, and Other Derivatives, chapter on the Greek letters). */
export function greeksOf(
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
