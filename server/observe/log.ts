// The process's log: one JSON object a line on stdout, UTC, with secrets and cookies left out by path.
import { type Logger, pino } from "pino";

export type { Logger };

export function createLogger(options: { level: string; version: string }): Logger {
  return pino({
    level: options.level,
    base: { version: options.version },
    timestamp: pino.stdTimeFunctions.isoTime,
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
  });
}
