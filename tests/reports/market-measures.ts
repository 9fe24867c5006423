// Statistics of return series: dispersion, tails and autocorrelation. Pure functions over arrays.

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const cross = mean(a.map((value, index) => (value - ma) * ((b[index] ?? mb) - mb)));
  return cross / (deviation(a) * deviation(b));
}

/** Returns the fourth standardised moment less 3, the value of a normal distribution. */
export function excessKurtosis(values: readonly number[]): number {
  const middle = mean(values);
  const spread = deviation(values);
  return mean(values.map((value) => ((value - middle) / spread) ** 4)) - 3;
}

export function autocorrelation(values: readonly number[], lag: number): number {
  return correlation(values.slice(lag), values.slice(0, values.length - lag));
}

export function returnsOf(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)));
}

export function maxDrawdown(prices: readonly number[]): number {
  let height = 0;
  let deepest = 0;
  for (const price of prices) {
    height = Math.max(height, price);
    deepest = Math.max(deepest, 1 - price / height);
  }
  return deepest;
}

export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
