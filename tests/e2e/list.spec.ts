// The layout of the list of algos: aligned cards, a stored layout, and sort orders and columns that fit a phone.

import { expect, test } from "./fixtures.ts";

test("figures of cards in one row are at the same vertical position", { tag: "@once" }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/algos");
  const tops = await page.locator(".card-grid > li").evaluateAll((cards) =>
    cards.map((card) => ({
      row: Math.round(card.getBoundingClientRect().top),
      parts: [...card.querySelectorAll(".card-summary, .card-curve, .figure-name, .card-foot")].map((part) =>
        Math.round(part.getBoundingClientRect().top),
      ),
    })),
  );
  const rows = new Map<number, typeof tops>();
  for (const card of tops) rows.set(card.row, [...(rows.get(card.row) ?? []), card]);
  expect(rows.size).toBeGreaterThan(2);
  for (const cards of rows.values()) {
    expect(cards.length).toBeGreaterThan(1);
    expect(cards[0]?.parts.length).toBeGreaterThan(1);
    for (const { parts } of cards) expect(parts).toEqual(cards[0]?.parts);
  }
});

test("on a phone, a card far below the viewport is laid out only after scrolling", { tag: "@once" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/algos");
  const isLaidOut = () =>
    page
      .locator(".card-grid .card")
      .evaluateAll((cards) =>
        [cards[0], cards.at(-1)].map((card) => card?.checkVisibility({ contentVisibilityAuto: true })),
      );
  expect(await isLaidOut()).toEqual([true, false]);
  await page.locator(".card-grid .card").last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await isLaidOut())[1]).toBe(true);
});

test("the selected layout is stored, and a query parameter overrides it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/algos?risk=Low");
  await page.getByRole("navigation", { name: "Layout" }).getByRole("link", { name: "Table" }).click();
  await expect(page).toHaveURL(/\/algos\?risk=Low#results$/);
  await expect(page.locator(".card-grid")).toHaveCount(0);
  await page.goto("/algos/by-instrument/equity-trading-algo");
  await expect(page.locator("main table").first()).toBeVisible();
  await page.goto("/algos?view=cards");
  await expect(page.locator(".card-grid")).toBeVisible();
  await page.goto("/algos");
  await page.getByRole("navigation", { name: "Layout" }).getByRole("link", { name: "Cards" }).click();
  await expect(page.locator(".card-grid")).toBeVisible();
});

test("on a phone, the sort menu opens with one tap and fits the screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/algos/popular-algo/most-tracked-algo");
  await page.locator(".sort-menu > summary", { hasText: "Most tracked" }).click();
  const sorts = page.getByRole("navigation", { name: "Sort by" });
  await expect(sorts.getByRole("link")).toHaveCount(6);
  const box = await sorts.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await sorts.getByRole("link", { name: "Lowest minimum" }).click();
  await expect(page).toHaveURL(/sort=min_amount/);
});

test("a filter chip limits the list to affordable algos, and can be removed", async ({ page }) => {
  await page.goto("/algos");
  const all = Number(/(\d+) algos/.exec(await page.locator("main").innerText())?.[1]);
  await page.getByRole("link", { name: "Fits ₹1,00,000" }).click();
  await expect(page).toHaveURL(/fits=yes/);
  await expect(page.locator("main")).not.toContainText(/needs ₹[\d,]+ more/);
  const fitting = Number(/(\d+) algos/.exec(await page.locator("main").innerText())?.[1]);
  expect(fitting).toBeGreaterThan(0);
  expect(fitting).toBeLessThan(all);
  await page.getByRole("link", { name: "Remove filter Fits ₹1,00,000" }).click();
  await expect(page).not.toHaveURL(/fits/);
});

test("on a phone, the record column of the algo table is wider than 180 px", { tag: "@once" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/algos?view=table");
  const cells = page.locator('.stacked td[data-label="Record"]');
  expect(await cells.count()).toBeGreaterThan(3);
  for (const cell of await cells.all()) {
    const text = cell.locator("> div");
    expect((await text.boundingBox())?.width).toBeGreaterThan(180);
  }
});

test("on a tablet a card's actions are in one row", { tag: "@once" }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/algos");
  const heights = await page
    .locator(".card-foot")
    .evaluateAll((feet) => feet.map((foot) => foot.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(3);
  for (const height of heights) expect(height).toBeLessThan(70);
});

test("a card's text is complete at 320 px with wide text spacing (WCAG 1.4.12)", { tag: "@scripts" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto("/algos");
  expect(await page.locator("main article").count()).toBeGreaterThan(3);
  const cut = await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
    );
    document.adoptedStyleSheets.push(sheet);
    const parts = [
      ...document.querySelectorAll<HTMLElement>("main article, main article *:not(.sr-only, .sr-only *)"),
    ];
    return parts
      .filter((part) => part.clientHeight > 0 && getComputedStyle(part).overflow !== "visible")
      .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
      .map((part) => part.innerText);
  });
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("on a phone, search result names and risk bands are wider than 180 px", { tag: "@once" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const [path, column] of [
    ["/search?q=condor", ".find-hit h3"],
    ["/algos/risk-methodology", ".bands-table th[scope='row']"],
  ] as const) {
    await page.goto(path);
    const widths = await page.locator(column).evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(widths.length, path).toBeGreaterThan(3);
    expect(Math.min(...widths), path).toBeGreaterThan(180);
  }
});

test("search results loaded while typing are announced and change the page title", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/search?q=nifty");
  const announced = page.locator("search p[role=status]");
  await expect(announced).toBeAttached();
  await page.getByRole("main").getByRole("searchbox").fill("condor");
  await expect(announced).toContainText("condor");
  await expect(page).toHaveTitle(/condor/);
});
