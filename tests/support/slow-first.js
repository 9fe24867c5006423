// The order in which files of tests are begun: the few that take a minute or more first, so that none of them is left alone at the end of
// a run while a core stands still; the others as Vitest sorts them.
// JavaScript, since Node reads it as it is.
import { BaseSequencer } from "vitest/node";

/** The longest files of a whole run, longest first (its list "Slowest files"). */
const SLOW = [
  "server/evidence-crawl",
  "server/crash",
  "server/status",
  "server/new-version",
  "server/html",
  "server/lifecycle",
  "server/backup",
  "server/live",
  "server/deploy",
  "deployments/trading",
  "login/sign-in-limits",
  "backtest/backtest",
  "tests/linters",
];

/** @typedef {import("vitest/node").TestSpecification} TestSpecification */

export default class SlowFirst extends BaseSequencer {
  /** @param {TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const rank = (/** @type {TestSpecification} */ { moduleId }) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at === -1 ? SLOW.length : at;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
