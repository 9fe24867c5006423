// Creates log, metrics and security log together, because the metrics count dropped log lines and security events.
import { createRequire } from "node:module";
import { watchClock } from "./clock-watch.ts";
import { createLog, redirectConsole } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createSecurityLog, type SecurityLog } from "./security-log.ts";
import { createSpanExport, type SpanExport, type SpanExportLimits } from "./span-export.ts";

const CLOCK_JUMP_MS = 1_000;
const CLOCK_LOOK_EVERY_MS = 5_000;

type Tracing = Pick<Parameters<typeof createSpanExport>[0], "endpoint" | "headers" | "service" | "share">;

type WatchedSandbox = {
  counters: { restarts: number; hung: number };
  records: () => { done: number; total: number } | null;
  riskFlags: () => readonly string[];
};

export type Observability = ReturnType<typeof openObservability>;

export function openObservability(options: {
  level: string;
  version: string;
  limits: {
    logBufferBytes: number;
    logRetryMs: number;
    logFlushTimeoutMs: number;
    securityLinesPerMinute: number;
  };
}) {
  const { version, limits } = options;
  const { log, destination } = createLog(options);
  redirectConsole(log);
  const metrics = createMetrics({ version });
  metrics.watchCounter("log_lines_dropped_total", "Log lines dropped because stdout was blocked", () =>
    destination.dropped(),
  );
  const clock = watchClock({
    boundMs: CLOCK_JUMP_MS,
    everyMs: CLOCK_LOOK_EVERY_MS,
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
    onJump: (byMs) =>
      log.warn({ byMs }, "the system clock was changed; sessions, leases and ages depend on it"),
  });
  metrics.watchCounter("clock_jumps_total", "Changes of the system clock by more than a second", clock.jumps);
  const added: (() => Record<string, string | number>)[] = [];
  let sandbox: WatchedSandbox | null = null;
  return {
    log,
    metrics,
    /** Writes a message to the terminal and the log. */
    say: (text: string) => destination.write(text),
    /** `secret` is the key for hashes of session ids. */
    securityLog: (secret: string): SecurityLog =>
      createSecurityLog({
        write: (level, fields, message) => log[level](fields, message),
        count: (event) => metrics.security(event),
        secret,
        limits,
        now: () => Date.now(),
      }),
    /** Null if no collector is configured. */
    openTracing(tracing: Tracing | null, spanLimits: SpanExportLimits): SpanExport | null {
      if (tracing === null) return null;
      const spans = createSpanExport({
        ...tracing,
        version,
        limits: spanLimits,
        onFault: (reason) => log.warn({ reason }, "the collector did not accept traces"),
      });
      metrics.watchCounter(
        "trace_spans_dropped_total",
        "Spans that the collector did not accept",
        spans.dropped,
      );
      return spans;
    },
    watchSandbox(watched: WatchedSandbox) {
      sandbox = watched;
      watchSandboxMetrics(metrics, watched);
    },
    /** Adds lines to the operators' status page. `read` is called each time the page is rendered. */
    addFacts: (read: () => Record<string, string | number>) => void added.push(read),
    /** Lines of the operators' status page. */
    facts(): Record<string, string | number> {
      const records = sandbox?.records() ?? null;
      return {
        react: reactBuild(),
        logLinesDropped: destination.dropped(),
        ...(records === null ? {} : { records: `${records.done} of ${records.total} made` }),
        ...Object.assign({}, ...added.map((read) => read())),
        // Algos that operators must review: the risk band of the live record is higher than the algo's risk level.
        ...(sandbox === null ? {} : { riskFlags: sandbox.riskFlags().join("; ") || "none" }),
      };
    },
    /** Writes the remaining log lines, if possible, before the process ends. */
    flush: () => destination.flush(limits.logFlushTimeoutMs),
  };
}

function watchSandboxMetrics(metrics: Metrics, watched: WatchedSandbox): void {
  const { counters } = watched;
  metrics.watchGauge(
    "sandbox_records_made",
    "Completed records of algos",
    () => watched.records()?.done ?? 0,
  );
  metrics.watchGauge(
    "sandbox_records_wanted",
    "Total number of records of algos",
    () => watched.records()?.total ?? 0,
  );
  metrics.watchCounter("sandbox_restarts_total", "Unexpected stops of the sandbox", () => counters.restarts);
  metrics.watchCounter(
    "sandbox_hung_total",
    "Times the sandbox was stopped because it did not respond",
    () => counters.hung,
  );
}

/** Returns the build of React that this process has loaded, for operators and tests. */
function reactBuild(): "production" | "development" | "none" {
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /[\\/]react-dom[\\/]cjs[\\/]/.test(file),
  );
  if (loaded.length === 0) return "none";
  return loaded.some((file) => file.includes(".development.")) ? "development" : "production";
}
