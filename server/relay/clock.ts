// Time as the relay knows it: wall clock for what people read and for the market's calendar, a clock that never jumps for
// ages and waits. Tests bring their own.

export type Clock = {
  /** Epoch ms; may jump. */
  wall(): number;
  /** Ms since some start; never jumps. */
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
