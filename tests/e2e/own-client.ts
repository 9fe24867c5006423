// Browser tests of a signed-in user. Each test opens its own sandbox account on the run's shared site, so that no test
// sees another's orders. A test that stops processes or needs settings has its own site (own-site.ts).
import { type BrowserContext, expect, type Page } from "playwright/test";
import { test as base } from "./fixtures.ts";

export type Client = { id: string; name: string; pin: string };

/** Default name of an account. */
const NAME = "Sandbox developer";

/** The client that signs in in each browser context. */
const clients = new WeakMap<BrowserContext, Client>();

export const test = base.extend<{ client: Client; origin: string }>({
  client: [
    async ({ context, request, baseURL }, use) => {
      const answer = await request.post(`${baseURL}/sandbox/portal/accounts`, {
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
  origin: async ({ page, baseURL }, use) => {
    await use(baseURL ?? "");
    await page.goto("about:blank");
  },
});

/** Completes the sandbox's login pages, by default as the test's own client. */
export async function signIn(page: Page, client = clients.get(page.context())): Promise<void> {
  if (client === undefined) throw new Error("this browser has no client");
  await page.getByLabel("Client id").fill(client.id);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Six digits").fill(client.pin);
  await page.getByRole("button", { name: /^Authorise / }).click();
}
