// Test function of all browser tests: an error in the console, a failed request or a policy violation fails the test.
import { test as base, expect, type Page } from "playwright/test";

/** Starts to add the page's errors to `faults`, one per line. */
export function faultsOn(page: Page, hasScripts: boolean, faults: string[] = []): string[] {
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (?:401|404|409|410|422|503)/.test(message.text()))
      faults.push(message.text());
  });
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("requestfailed", (request) => {
    // Browsers block preloaded scripts if JavaScript is disabled.
    if (!hasScripts && request.url().endsWith(".js")) return;
    // Leaving a page aborts pending requests, which is not an error.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    faults.push(`${request.url()} failed: ${request.failure()?.errorText}`);
  });
  return faults;
}

export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    const faults = faultsOn(page, javaScriptEnabled !== false);
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };
