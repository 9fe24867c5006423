// The relay's two clocks: wall time for display and the market calendar, and a monotonic clock for ages and pauses.
// Tests replace them.

export type Clock = {
  /** Wall-clock time, epoch ms; may jump. */
  wall(): number;
  /** Ms since an arbitrary time; never jumps. */
  mono(): number;
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  wall: () => Date.now(),
  mono: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};
