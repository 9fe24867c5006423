// Journeys of a signed-in reader: each has a site of its own, since the sandbox's clients are few, and a way to sign in.
import type { Page } from "playwright/test";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { type Site, startSite } from "../support/site.ts";
import { test as base } from "./fixtures.ts";

export const test = base.extend<{ site: Site; origin: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture uses
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

/** Fills in the sandbox's login pages, wherever the reader met them. */
export async function signIn(page: Page, client = SANDBOX_CLIENTS[0]): Promise<void> {
  await page.getByLabel("Client id").fill(client?.id ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Six digits").fill(client?.pin ?? "");
  await page.getByRole("button", { name: /^Authorise / }).click();
}
