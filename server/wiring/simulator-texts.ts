// Plain texts for a process without pages. They replace the documentation pages that refusals link to.
import { NOT_SERVED, NOT_SERVED_PAGE } from "../../app/contract/trading-api/not-served.ts";
import { DATA_ERRORS, TRADING_ERRORS } from "../../app/contract/trading-api/operations.ts";

const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    "/docs/v2/errors",
    [...TRADING_ERRORS, ...DATA_ERRORS]
      .map(
        ({ code, status, cause, fix, reproduction }) =>
          `${code} (${status})\n${cause}\n${fix}\n${reproduction}\n`,
      )
      .join("\n"),
  ],
  [
    `/docs/v2/${NOT_SERVED_PAGE}`,
    Object.values(NOT_SERVED)
      .map(({ what, instead, code }) => `${what}\nInstead: ${instead}\nCode: ${code}\n`)
      .join("\n"),
  ],
]);

/** Returns the text of a page; null for any other path. */
export const simulatorText = (path: string): string | null => TEXTS.get(path) ?? null;
