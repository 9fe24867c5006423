// A reader looks at an algo's record: chooses the evidence, the version and the month, and where scripts run moves along the curve.
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

/** Its records are being made when the site has just started. */
async function open(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(`${ALGO}?tab=performance`);
    await expect(page.getByRole("heading", { name: "Backtest vs live" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";

test("each class and version has an address, and the boundary between them a name", async ({ page }) => {
  await open(page);
  const records = page.getByRole("navigation", { name: "Which record" });
  await expect(page.locator("figure svg")).toContainText("Live begins 1 Oct 2025");
  await records.getByRole("link", { name: "Live" }).click();
  await expect(page).toHaveURL(/evidence=live&version=3\.0/);
  await expect(page.getByText("These are results of one deployment").first()).toBeVisible();
  await page.getByRole("navigation", { name: "Which record" }).getByRole("link", { name: "2.4" }).click();
  await expect(page).toHaveURL(/evidence=live&version=2\.4/);
  await page.getByRole("link", { name: "August 2025" }).click();
  await expect(page.getByRole("heading", { name: "Day by day: August 2025" })).toBeVisible();
});

test("the drawing gains a crosshair by keyboard where scripts run, and is whole where they do not", async ({
  page,
  javaScriptEnabled,
}) => {
  await open(page);
  if (javaScriptEnabled === false) {
    await expect(page.getByRole("img", { name: /^Backtest: capital set aside/ })).toBeVisible();
    return;
  }
  const box = page.getByRole("group", { name: /^Drawing with a crosshair/ });
  await page.locator("figure").first().scrollIntoViewIfNeeded();
  await expect(box.locator("canvas").first()).toBeVisible();
  // The server's drawing stays for who cannot see this one.
  await expect(page.getByRole("img", { name: /^Backtest: capital set aside/ })).toBeAttached();
  const readout = page.locator("figure").getByRole("status");
  const last = await readout.textContent();
  expect(last).toMatch(/Backtest ₹[\d,]+ · Live ₹[\d,]+ · Nifty 50 ₹[\d,]+ · drawdown/);
  await box.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(readout).not.toHaveText(last ?? "");
  await page.keyboard.press("ArrowRight");
  await expect(readout).toHaveText(last ?? "");
  await page.keyboard.press("+");
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
