// Prices on pages without scripts are rendered with time and state, and a link or a timer reloads them.

import { expect, test } from "./fixtures.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";

test("prices are shown with their time and state, and a link reloads the prices", async ({ page }) => {
  await page.goto(ALGO);
  const refresh = page.getByRole("link", { name: "Refresh", exact: true });
  // Reloads by the link until the price has changed, because a page without scripts shows the prices at its rendering.
  const untilPriceChanges = async (read: () => Promise<string | null>) => {
    await refresh.click();
    return read();
  };
  const state = page.locator('table [data-live="IDX_I:13"][data-f="state"]');
  await expect.poll(() => untilPriceChanges(() => state.textContent()), { timeout: 30_000 }).toBe("Live");
  const clock = page.locator("[data-live-clock]");
  const first = await clock.textContent();
  await expect
    .poll(() => untilPriceChanges(() => clock.textContent()), { timeout: 30_000, intervals: [1_000] })
    .not.toBe(first);
});

test("links turn automatic reloading on and off, and preserve the user's amount", async ({ page }) => {
  await page.goto(`${ALGO}?amount=200000`);
  await page.getByRole("link", { name: "Refresh every 30 seconds" }).click();
  await expect(page).toHaveURL(`${ALGO}?amount=200000&refresh=30#prices`);
  await expect(page.getByLabel("Another amount")).toHaveValue("200000");
  await page.getByRole("link", { name: "Stop refreshing" }).click();
  await expect(page).toHaveURL(`${ALGO}?amount=200000#prices`);
});

test("a link shows the depth of another instrument", async ({ page }) => {
  await page.goto(ALGO);
  const heading = page.getByRole("heading", { name: /^Market depth/ });
  const first = await heading.textContent();
  await page
    .getByRole("link", { name: /^depth of/ })
    .first()
    .click();
  await expect(heading).not.toHaveText(first ?? "");
  await expect(page.locator("[data-depth] tr").first()).toHaveText(/\d/);
});
