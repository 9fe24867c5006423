// Journeys of a signed-in reader: each test opens a sandbox account of its own on the run's one site, so that no test sees another's orders.
// A test that stops processes or needs settings takes a site of its own (own-site.ts).
import { type BrowserContext, expect, type Page } from "playwright/test";
import { test as base } from "./fixtures.ts";

export type Client = { id: string; name: string; pin: string };

/** Name of an account that is opened without one. */
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

/** Fills in the sandbox's login pages; without a client named, as the test's own. */
export async function signIn(page: Page, client = clients.get(page.context())): Promise<void> {
  if (client === undefined) throw new Error("this browser has no client");
  await page.getByLabel("Client id").fill(client.id);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Six digits").fill(client.pin);
  await page.getByRole("button", { name: /^Authorise / }).click();
}
