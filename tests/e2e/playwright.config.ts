// Browser tests: every test runs twice, with and without scripts, against the built site with its sandbox.
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
  // As in remix.config.js for tests with their own processes: the run lists those that needed a retry.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  // Generous, because a busy machine is slow. Waits end as soon as their condition holds.
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
    // A missing link fails its test immediately, not after the test's complete timeout.
    actionTimeout: 30_000,
  },
  projects: [
    { name: "with scripts", use: { javaScriptEnabled: true }, testIgnore: /plain-prices/ },
    {
      name: "without scripts",
      use: { javaScriptEnabled: false },
      // axe needs timers, which do not run without scripts, and the document is the same. Prices without scripts have
      // their own file, and widths do not depend on scripts.
      testIgnore: /accessibility|design|first-order|live\.spec|widths/,
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
      // A full run provides computed records; with another folder the site computes them.
      DATA_DIR: process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), "e2e-")),
    },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
