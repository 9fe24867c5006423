// The interactive chart of an instrument, used with the keyboard.
import { expect, test } from "./fixtures.ts";

test("selecting another range of the chart keeps the focus", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/markets/IDX_I/13");
  const plot = page.locator(".chart-live canvas").first();
  await expect(plot).toBeVisible();
  const range = page.locator("#chart").getByRole("link", { name: "1M", exact: true });
  await range.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=1m/);
  await expect(range).toHaveAttribute("aria-current", "true");
  await expect(plot).toBeVisible();
  await expect(range).toBeFocused();
});

test("adding an indicator moves the focus to its menu's button", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/markets/IDX_I/13");
  await expect(page.locator(".chart-live canvas").first()).toBeVisible();
  const chart = page.locator("#chart");
  await chart.locator("summary", { hasText: "Indicators" }).click();
  await chart
    .getByRole("checkbox", { name: /SMA|moving average/i })
    .first()
    .check();
  await chart.getByRole("button", { name: "Show" }).press("Enter");
  await expect(page).toHaveURL(/[?&]i=sma/);
  await expect(chart.locator("summary", { hasText: "Indicators 1" })).toBeFocused();
});
