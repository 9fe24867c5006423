// Browser tests against the built site with its sandbox. A test whose result can depend on scripts runs with and without
// them.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "playwright/test";
import { BROWSER_FLAGS, ensureBrowser, USER_AGENT } from "../support/browser.ts";

const PORT = Number(process.env.E2E_PORT ?? 6173);
const executablePath = ensureBrowser();

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Retries in CI, like remix.config.js for tests with separate processes. The run lists tests that needed a retry.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  // Long time limits for busy machines. Waiting ends as soon as the condition is met.
  expect: { timeout: 15_000 },
  // One picture for all machines and both projects; design.spec.ts sets the tolerance.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  reporter: process.env.E2E_REPORT
    ? [["list"], ["json", { outputFile: process.env.E2E_REPORT }]]
    : [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    userAgent: USER_AGENT,
    launchOptions: { executablePath, args: BROWSER_FLAGS },
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-IN",
    // A missing link fails its test after this time, before the test's time limit.
    actionTimeout: 30_000,
  },
  projects: [
    {
      name: "with scripts",
      use: { javaScriptEnabled: true },
      grepInvert: /@no-scripts/,
      testIgnore: /plain-prices/,
    },
    {
      name: "without scripts",
      use: { javaScriptEnabled: false },
      // Tests with the tag @once measure positions and words, which do not depend on scripts.
      grepInvert: /@scripts|@once/,
      // axe needs timers, which do not run without scripts; the document is the same. Prices without scripts are tested
      // in plain-prices.spec.ts. Widths and printed pages do not depend on scripts.
      testIgnore: /accessibility|design|first-order|live\.spec|print\.spec|sheets|widths/,
    },
  ],
  webServer: {
    command: "node build/node/server/main.js",
    cwd: "../..",
    url: `http://127.0.0.1:${PORT}/readyz`,
    reuseExistingServer: false,
    timeout: 60_000,
    env: {
      PORT: String(PORT),
      PAGES_PER_ADDRESS: "10000",
      CALLS_PER_ADDRESS: "10000",
      SHED_ABOVE_LOOP_DELAY_MS: "10000",
      HOST: "127.0.0.1",
      DESIGN_PAGE: "yes",
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      SANDBOX_RECORDS: "ridgeline-condor monthly-seedling arclight-straddle",
      // A full run provides a folder with computed records. In any other folder the site computes them.
      DATA_DIR: process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), "e2e-")),
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
