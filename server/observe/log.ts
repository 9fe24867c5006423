// The process's log: one JSON object per line on stdout, in UTC, without secrets or cookies. Writing never blocks
// (log-destination.ts).
import { format } from "node:util";
import { type Logger, pino } from "pino";
import { activeTraceId } from "../protocol/trace.ts";
import { createLogDestination, type LogDestination, openSink } from "./log-destination.ts";

export type { Logger };

const STDOUT = 1;

export function createLog(options: {
  level: string;
  version: string;
  limits: { logBufferBytes: number; logRetryMs: number };
}): { log: Logger; destination: LogDestination } {
  const destination = createLogDestination({
    sink: openSink(STDOUT),
    bufferBytes: options.limits.logBufferBytes,
    retryMs: options.limits.logRetryMs,
    onRecovered: (lines, sinceMs) => {
      const since = new Date(sinceMs).toISOString();
      log.warn({ lines, since }, `${lines} log lines were dropped since ${since}`);
    },
    now: () => Date.now(),
  });
  const log: Logger = pino(
    {
      level: options.level,
      base: { version: options.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Lines of a request contain its trace id.
      mixin() {
        const traceId = activeTraceId();
        return traceId === null ? {} : { traceId };
      },
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          "*.cookie",
          "*.authorization",
          "*.secret",
          "*.token",
          "*.password",
          'headers["set-cookie"]',
          "headers.cookie",
          "headers.authorization",
        ],
        censor: "***",
      },
    },
    destination,
  );
  return { log, destination };
}

/** Redirects console output of libraries and warnings of Node to the log, because stdout and stderr may block. */
export function redirectConsole(log: Logger): void {
  const messageOf = (args: unknown[]) => format(...args).slice(0, 4_000);
  for (const name of ["log", "info", "debug"] as const)
    console[name] = (...args: unknown[]) => log.info({ console: name }, messageOf(args));
  for (const name of ["warn", "error", "trace"] as const)
    console[name] = (...args: unknown[]) => log.warn({ console: name }, messageOf(args));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ console: "warning" }, messageOf([warning.message])));
}
