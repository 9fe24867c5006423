// Random numbers as a function of their coordinates: the same seed and coordinates give the same number, in any order
// and after any restart. This makes the sandbox's market reproducible.

/** Returns a 32-bit hash of three integers (rounds after MurmurHash3's finaliser). */
export function hash(seed: number, a: number, b: number): number {
  let h = seed ^ Math.imul(a | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h ^= Math.imul(b | 0, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a uniform number in [0, 1). */
export function uniform(seed: number, a: number, b: number): number {
  return hash(seed, a, b) / 4_294_967_296;
}

/**
 * Returns an approximately normal number with mean 0 and variance 1: the sum of four uniforms (Irwin–Hall), limited to
 * ±3.46.
 */
export function normal(seed: number, a: number, b: number): number {
  const one = hash(seed, a, b);
  const two = hash(seed ^ 0x5bd1e995, a, b);
  const sum = (one & 0xffff) + (one >>> 16) + (two & 0xffff) + (two >>> 16);
  return (sum / 65_536 - 2) * Math.sqrt(3);
}

/**
 * Sequential random numbers from a start position, for a day's minutes that are always generated together (mulberry32,
 * Marsaglia's polar method).
 */
export class RandomDraws {
  private state: number;
  private spare = 0;
  private hasSpare = false;

  constructor(seed: number, a: number, b: number) {
    this.state = hash(seed, a, b) | 0;
  }

  /** Returns a uniform number in [0, 1). */
  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a normal deviate with mean 0 and variance 1. */
  normal(): number {
    if (this.hasSpare) {
      this.hasSpare = false;
      return this.spare;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square === 0 || square >= 1) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.spare = y * factor;
      this.hasSpare = true;
      return x * factor;
    }
  }
}

/** Derives a seed from a name (FNV-1a). */
export function deriveSeed(seed: number, name: string): number {
  let h = 0x811c9dc5 ^ seed;
  for (let index = 0; index < name.length; index += 1) h = Math.imul(h ^ name.charCodeAt(index), 0x01000193);
  return h >>> 0;
}

const LEVELS = 17;
const GRID = 2 ** LEVELS;

/**
 * Returns a Brownian bridge from 0 to 0 over [0, 1) with unit variance rate, evaluated at `share`. It uses midpoint
 * displacement: each point has the same cost and does not depend on earlier calls. The resolution is 1/131072.
 */
export function brownianBridge(seed: number, path: number, share: number): number {
  const target = Math.min(GRID - 1, Math.max(0, Math.floor(share * GRID)));
  let low = 0;
  let high = GRID;
  let atLow = 0;
  let atHigh = 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const value = (atLow + atHigh) / 2 + normal(seed, path, middle) * Math.sqrt((high - low) / GRID) * 0.5;
    if (target >= middle) {
      low = middle;
      atLow = value;
    } else {
      high = middle;
      atHigh = value;
    }
  }
  return atLow;
}
