// Counters of the relay, read by the metrics page and by tests. Names end with the unit if there is one.

export function createCounters() {
  return {
    upstreamPackets: 0,
    upstreamBytes: 0,
    decodeFaults: {} as Record<string, number>,
    outOfOrder: 0,
    unasked: 0,
    dials: {} as Record<string, number>,
    upstreamCloses: {} as Record<string, number>,
    suspicions: {} as Record<string, number>,
    framesSent: 0,
    bytesSent: 0,
    rowsSent: 0,
    snapshotsSent: 0,
    skipped: 0,
    flushOverruns: 0,
    viewersOpened: {} as Record<string, number>,
    viewersClosed: {} as Record<string, number>,
    upgradesRefused: {} as Record<string, number>,
    lookupsRefused: {} as Record<string, number>,
    busMessages: 0,
    busFenced: 0,
    busFaults: 0,
    /** Number of times that a batch arrived after at least one lost batch. */
    busGaps: 0,
    leaderChanges: 0,
  };
}
export type Counters = ReturnType<typeof createCounters>;

export function incrementCount(table: Record<string, number>, name: string): void {
  table[name] = (table[name] ?? 0) + 1;
}

/** Callbacks that receive durations in ms, for the histograms of the metrics page. */
export type Meters = {
  flush(ms: number): void;
  ackAge(ms: number): void;
};
export const NO_METERS: Meters = { flush() {}, ackAge() {} };
