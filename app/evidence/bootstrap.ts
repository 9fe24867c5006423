// Confidence intervals without the assumption of independent days. The method is the stationary bootstrap of Politis
// and Romano (Journal of the American Statistical Association 89, 1994), which resamples blocks of random length. Pure
// and reproducible by seed.

export type Interval = { low: number; high: number };

export const RESAMPLES = 1_000;
/** Minimum number of values for an interval. */
const VALUES_MIN = 20;
const SEED = 20_261_121;

/** Returns a generator of random numbers in [0, 1), reproducible by seed (mulberry32). */
export function createRandom(seed = SEED): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns the mean block length. It grows with the cube root of the sample length, which is the optimal rate for this
 * bootstrap (Politis and White 2004).
 */
export function meanBlockLength(length: number): number {
  return Math.max(2, Math.round(1.75 * Math.cbrt(length)));
}

/** Fills `into` with one resample of indices below `length`, in circular blocks of geometrically distributed length. */
export function fillIndices(into: Int32Array, length: number, block: number, random: () => number): void {
  const restart = 1 / block;
  let at = 0;
  for (let index = 0; index < into.length; index += 1) {
    at = index === 0 || random() < restart ? Math.floor(random() * length) : (at + 1) % length;
    into[index] = at;
  }
}

/** Returns a quantile of sorted values by linear interpolation (Hyndman and Fan, type 7). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  return low + ((sorted[Math.min(below + 1, sorted.length - 1)] ?? low) - low) * (position - below);
}

export function percentileInterval(values: readonly number[], sure = 0.95): Interval | null {
  const known = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (known.length < values.length / 2 || known.length === 0) return null;
  return { low: quantile(known, (1 - sure) / 2), high: quantile(known, (1 + sure) / 2) };
}

/**
 * Computes 95 % percentile intervals of statistics over resamples of `length` indices. NaN values of a statistic are
 * ignored. Null for fewer than twenty values.
 */
export function intervalsOf<Name extends string>(
  length: number,
  statistics: (indices: Int32Array) => Record<Name, number>,
): Record<Name, Interval | null> | null {
  if (length < VALUES_MIN) return null;
  const random = createRandom();
  const indices = new Int32Array(length);
  const block = meanBlockLength(length);
  const found = new Map<Name, number[]>();
  for (let turn = 0; turn < RESAMPLES; turn += 1) {
    fillIndices(indices, length, block, random);
    for (const [name, value] of Object.entries(statistics(indices)) as [Name, number][]) {
      const values = found.get(name) ?? [];
      values.push(value);
      found.set(name, values);
    }
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, percentileInterval(values)])) as Record<
    Name,
    Interval | null
  >;
}
