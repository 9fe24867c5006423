// A Vitest reporter that writes the tests that passed only at a second try, one name per line, for the run to list.
import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** The environment variable that names the file to write to. */
export const SECOND_TRIES_FILE = "SECOND_TRIES_FILE";

export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env[SECOND_TRIES_FILE];
    if (file !== undefined && test.diagnostic()?.flaky)
      appendFileSync(file, `${test.module.relativeModuleId} › ${test.fullName}\n`);
  }
}
