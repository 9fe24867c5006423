// Test function for tests that stop processes, need settings or fill an account; each test starts a separate site.
import { type Site, startSite } from "../support/site.ts";
import { test as base } from "./fixtures.ts";

export const test = base.extend<{ site: Site; origin: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.stop("SIGKILL");
  },
  origin: async ({ page, site }, use) => {
    await use(site.origin);
    await page.goto("about:blank");
  },
});
