// A Vitest reporter that writes the names of tests that passed only on a retry, one per line.
import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Environment variable with the path of the file that lists the tests. */
export const SECOND_TRIES_FILE = "SECOND_TRIES_FILE";

export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env[SECOND_TRIES_FILE];
    if (file !== undefined && test.diagnostic()?.flaky)
      appendFileSync(file, `${test.module.relativeModuleId} › ${test.fullName}\n`);
  }
}
