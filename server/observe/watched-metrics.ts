// Metrics whose values are read at each scrape.
import { Counter, Gauge, type Registry } from "prom-client";

export type Sample = { labels: Record<string, string>; value: number };
/**
 * Adds a metric. `read` returns a number for a metric without labels, or samples for a metric with labels. Null exports
 * no sample.
 */
type Watch = (
  name: string,
  help: string,
  read: () => number | null | readonly Sample[],
  labelNames?: string[],
) => void;
export type WatchedMetrics = { gauge: Watch; counter: Watch };

const toSamples = (found: ReturnType<Parameters<Watch>[2]>): readonly Sample[] =>
  typeof found === "number" ? [{ labels: {}, value: found }] : (found ?? []);

/** Returns functions that add gauges and counters to a registry. The values of a counter never decrease. */
export function watchedMetrics(registry: Registry): WatchedMetrics {
  const registers = [registry];
  return {
    gauge: (name, help, read, labelNames = []) => {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          // For a metric without labels, `reset` creates a sample of zero, which is removed here.
          if (labelNames.length === 0) this.remove({});
          for (const { labels, value } of toSamples(read())) this.set(labels, value);
        },
      });
    },
    counter: (name, help, read, labelNames = []) => {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const { labels, value } of toSamples(read())) this.inc(labels, value);
        },
      });
    },
  };
}
