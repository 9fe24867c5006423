// Test function for browser tests of a signed-in user. Each test opens a sandbox account on the shared site, so that
// tests do not see each other's orders. Tests that stop processes or need settings start a separate site (own-site.ts).
import { type BrowserContext, expect, type Page } from "playwright/test";
import { startSite } from "../support/site.ts";
import { test as base } from "./fixtures.ts";

export type Client = { id: string; name: string; pin: string };

/** Default name of an account. */
const NAME = "Sandbox developer";

/** The client who signs in, per browser context. */
const clients = new WeakMap<BrowserContext, Client>();

export const test = base.extend<{ brandDir: string | null; client: Client; origin: string }>({
  // Null for the shared site; otherwise a separate site with this brand is started.
  brandDir: [null, { option: true }],
  client: [
    async ({ context, request, origin }, use) => {
      const answer = await request.post(`${origin}/sandbox/portal/accounts`, {
        headers: { accept: "application/json" },
      });
      expect(answer.status()).toBe(200);
      const account = (await answer.json()) as { dhanClientId: string; pin: string };
      const client = { id: account.dhanClientId, name: NAME, pin: account.pin };
      clients.set(context, client);
      await use(client);
    },
    { auto: true },
  ],
  origin: async ({ page, baseURL, brandDir }, use) => {
    const site = brandDir === null ? null : await startSite({ BRAND_DIR: brandDir });
    await use(site?.origin ?? baseURL ?? "");
    await page.goto("about:blank");
    await site?.stop("SIGKILL");
  },
});

/** Completes the sandbox's login pages, by default as the test's client. */
export async function signIn(page: Page, client = clients.get(page.context())): Promise<void> {
  if (client === undefined) throw new Error("this browser has no client");
  // The brand's language determines the labels.
  await page.locator("input[name=clientId]").fill(client.id);
  await page.locator("button[value=client]").click();
  await page.locator("input[name=code]").fill(client.pin);
  await page.locator("button[value=code]").click();
}

/** Chooses live mode in the terms form and opens the review page. */
export async function goToReview(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /^Live/ }).check();
  await page.getByRole("button", { name: "Continue to the review" }).click();
}

/** Waits until the text is visible. Without scripts a list changes only when reloaded, so the page is reloaded. */
export async function untilVisible(page: Page, hasScripts: boolean, text: string | RegExp): Promise<void> {
  const there = page.locator("main").getByText(text).first();
  if (hasScripts) {
    await expect(there).toBeVisible({ timeout: 20_000 });
    return;
  }
  await expect(async () => {
    await page.reload();
    await expect(there).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}
