// Elements that every page has: colour scheme, phone navigation, skip link, chat button and search.

import { expect, test } from "./fixtures.ts";

test("the selected colour scheme is stored and applied to other pages", async ({ page }) => {
  await page.goto("/algos?risk=Low");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page).toHaveURL("/algos?risk=Low");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/docs/v2/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Dark" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "System" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
});

test("the first tab stop is a link that skips to the content", async ({ page }) => {
  await page.goto("/algos");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});

test("on a phone, the navigation bar links to five pages and filters are collapsed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/algos");
  const places = page.getByRole("navigation", { name: "Main pages" });
  await expect(places.getByRole("link")).toHaveText(["Home", "Algos", "Markets", "Portfolio", "APIs"]);
  await expect(places.getByRole("link", { name: "Algos" })).toHaveAttribute("aria-current", "page");
  const instruments = page.locator(".filter-group > summary", { hasText: "Instrument" });
  await expect(instruments).toBeHidden();
  await page.locator("summary", { hasText: /^\s*Filters/ }).click();
  await instruments.click();
  await expect(page.getByRole("button", { name: "Apply" }).locator("visible=true")).toBeVisible();
  await places.getByRole("link", { name: "APIs" }).click();
  await expect(page).toHaveURL("/trading-apis");
});

test("pages have a chat button that does not cover the navigation bar", { tag: "@once" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.getByRole("link", { name: "Chat", exact: true });
  for (const path of ["/", "/algos", "/markets", "/docs/v2/orders", "/nowhere-at-all"]) {
    await page.goto(path);
    await expect(button).toHaveAttribute("href", "/support#chat");
    const [chat, bar] = [await button.boundingBox(), await page.locator(".bottom-bar").boundingBox()];
    expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  }
  await page.goto("/algos/managers/kestrel-ridge/ridgeline-condor");
  await expect(button).toBeHidden();
  await page.goto("/support");
  await expect(button).toHaveCount(0);
});

test("the error page of an unknown address offers a search", async ({ page }) => {
  await page.goto("/nowhere-at-all");
  await page.getByRole("main").getByRole("searchbox", { name: "Search" }).fill("condor");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=condor/);
  await expect(page.getByRole("main")).toContainText("Ridgeline Condor");
});
