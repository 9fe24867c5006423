// Metrics whose values are read at each scrape.
import { Counter, Gauge, type Registry } from "prom-client";

export type Sample = { labels: Record<string, string>; value: number };
/**
 * Adds a metric. `read` returns a number for a metric without labels, or samples for a metric with labels. Null exports
 * no sample.
 */
type Watch = (
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | null | readonly Sample[],
  labelNames?: string[],
) => void;

const samplesOf = (found: ReturnType<Parameters<Watch>[3]>): readonly Sample[] =>
  typeof found === "number" ? [{ labels: {}, value: found }] : (found ?? []);

export const watchedGauge: Watch = (registers, name, help, read, labelNames = []) => {
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      // For a metric without labels, `reset` creates a sample of zero, which is removed here.
      if (labelNames.length === 0) this.remove({});
      for (const { labels, value } of samplesOf(read())) this.set(labels, value);
    },
  });
};

/** Adds a counter. Its values never decrease. */
export const watchedCounter: Watch = (registers, name, help, read, labelNames = []) => {
  new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { labels, value } of samplesOf(read())) this.inc(labels, value);
    },
  });
};
