// Sorts the test files. The slowest run first, so that no long file runs last while other cores are idle. The others are
// in Vitest's order. Plain JavaScript, because Node loads this file without a compiler.
import { BaseSequencer } from "vitest/node";

/** The slowest files of a complete run, longest first (from the run's list "Slowest files"). */
const SLOW = [
  "server/replicas",
  "server/python-client",
  "server/evidence-crawl",
  "server/crash",
  "server/evidence-altered",
  "server/status",
  "server/lifecycle",
  "server/html",
  "server/new-version",
  "server/backup",
  "server/live",
  "server/deploy",
  "contract/samples",
  "contract/scenario-clock",
  "contract/scenarios",
  "doctor/examine",
  "tests/linters",
  "reports/simple-rules",
  "deployments/trading",
  "trading-api/postbacks",
  "feeds/feed-server",
  "backtest/backtest",
  "login/sign-in-limits",
  "backtest/parity",
  "reports/report-figures",
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
