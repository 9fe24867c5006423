// The browser tests: every journey twice, with and without scripts, against the built site with its sandbox.
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
  // As for the tests with processes of their own (remix.config.js): the run names those that needed a second try.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  // A busy machine is slow, not wrong: what is waited for is a condition, and ends as soon as it holds.
  expect: { timeout: 15_000 },
  // One picture for all machines and both projects; the tolerance is in the test.
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
    // A missing link fails its test at once, not after the test's whole timeout.
    actionTimeout: 30_000,
  },
  projects: [
    { name: "with scripts", use: { javaScriptEnabled: true }, testIgnore: /plain-prices/ },
    {
      name: "without scripts",
      use: { javaScriptEnabled: false },
      // axe needs timers, which are missing without scripts, and the document is the same. Prices without scripts have
      // their own file, and widths do not depend on scripts.
      testIgnore: /accessibility|design|live\.spec|widths/,
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
      // A run brings the records made; on a folder of its own the site makes them.
      DATA_DIR: process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), "e2e-")),
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
