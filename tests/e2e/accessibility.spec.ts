// Checks one page of each kind. axe (WCAG 2.0 to 2.2, A and AA) finds no fault in both colour schemes, on a phone and a
// desktop. On phones and a tablet no content is invisible and no table hides a column. The text is the same with and
// without scripts.
import type { Page } from "playwright/test";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { axeFaults, faultsInBothSchemes } from "./axe.ts";
import { expect, faultsOn, test } from "./fixtures.ts";
import { narrowWindowFaults, PHONES, TABLET } from "./out-of-sight.ts";

const KINDS = { ...PAGE_KINDS, "404": "/nowhere" };
const SMALLEST_PHONE = { width: 320, height: 640 };
const BUSY_FOR_MS = 60_000;
/**
 * Elements whose text may differ with and without scripts: changing prices and their bar, buttons that need scripts,
 * the credit of the chart library, and controls for browsers without scripts.
 */
const DIFFERS_WITHOUT_SCRIPTS =
  "noscript, [data-live], [data-depth], [data-depth-state], [data-depth-time], [data-live-bar], .code-copy, .chart-full, .chart-credit, [role=status]";
/**
 * Number of lines that may appear only with scripts. More differ in the playground, whose example has a new correlation
 * id each time.
 */
const allowedDifferences = (path: string) => (path.includes("/playground") ? 6 : 2);

/** Opens the page on the smallest phone and returns its words, except those of the elements above. */
async function visibleTextOn(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize(SMALLEST_PHONE);
  await page.goto(path);
  const width = await page.locator("html").evaluate((root) => root.scrollWidth);
  expect(width, "scrolls sideways").toBeLessThanOrEqual(SMALLEST_PHONE.width);
  return page.locator("main").evaluate((main, moving) => {
    const copy = main.cloneNode(true) as Element;
    for (const element of copy.querySelectorAll(moving)) element.remove();
    return (copy.textContent ?? "").split(/\s+/);
  }, DIFFERS_WITHOUT_SCRIPTS);
}

test.describe("one page of each kind", () => {
  // The tests share two open pages, because a new browser context takes as long as a test.
  let page: Page;
  let bare: Page;
  let faults: string[];

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    bare = await browser.newPage({ javaScriptEnabled: false });
    faults = [];
    for (const [opened, hasScripts] of [
      [page, true],
      [bare, false],
    ] as const)
      faultsOn(opened, hasScripts, faults);
  });
  test.afterAll(async () => {
    for (const opened of [page, bare]) await opened.context().close();
  });
  test.beforeEach(async () => {
    faults.length = 0;
    await page.emulateMedia({ colorScheme: "light" });
    for (const opened of [page, bare]) await opened.context().clearCookies();
  });

  for (const [kind, path] of Object.entries(KINDS))
    test(`the page "${kind}" passes axe, hides no content, and is complete without scripts`, async () => {
      // If the provider is slow, either browser may still show an incomplete page.
      await expect(async () => {
        const [visibleTexts, without] = [
          await visibleTextOn(page, path),
          new Set(await visibleTextOn(bare, path)),
        ];
        const onlyWithScripts = visibleTexts.filter((word) => !without.has(word));
        expect(onlyWithScripts.slice(allowedDifferences(path)), onlyWithScripts.join(" ")).toEqual([]);
      }).toPass({ timeout: BUSY_FOR_MS });
      // On phones, tables of the documentation scroll within their box. Elsewhere all columns must be visible.
      const tablesFrom = kind.startsWith("docs") ? TABLET : Math.min(...PHONES);
      const found = [
        ...(await narrowWindowFaults(page, kind, tablesFrom)),
        ...(await faultsInBothSchemes(page, kind)),
      ];
      expect(found).toEqual([]);
      expect(faults).toEqual([]);
    });
});

test("the open menu passes axe's accessibility checks", async ({ page }) => {
  await page.goto("/algos");
  await page.locator("summary", { hasText: "Discover" }).click();
  expect(await axeFaults(page, "menu")).toEqual([]);
});

test("Escape closes an open menu and restores the focus; a click elsewhere closes it", async ({ page }) => {
  await page.goto("/algos");
  const menus = page.locator("header details[open], .sort-menu[open]");
  const sort = page.locator(".sort-menu > summary");
  await sort.press("Enter");
  await expect(menus).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(sort).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menus).toHaveCount(0);
  await expect(sort).toBeFocused();
  await page.locator("header .discover-toggle").press("Enter");
  await expect(menus).toHaveCount(1);
  await page.getByRole("contentinfo").click({ position: { x: 5, y: 5 } });
  await expect(menus).toHaveCount(0);
});

test("a menu and a group of filters close on Escape, and when the focus leaves them", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/algos");
  for (const selector of ["header details:has(> .discover-toggle)", ".filter-group:nth-of-type(2)"]) {
    const menu = page.locator(`${selector}[open]`);
    const button = page.locator(`${selector} > summary`);
    const last = page.locator(selector).locator("a, input, button").last();
    await button.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.press("Enter");
    await last.focus();
    await expect(menu).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(menu).toHaveCount(0);
    await expect(page.locator(":focus")).toBeInViewport();
  }
});

test("menus close on Escape on pages without live prices", async ({ page }) => {
  for (const path of ["/docs/v2/orders", "/support"]) {
    await page.goto(path);
    const discover = page.locator("header .discover-toggle");
    await discover.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(page.locator("header details[open]")).toHaveCount(0);
    await expect(discover).toBeFocused();
  }
});

test("the slash key focuses the search field with aria-keyshortcuts", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ["/algos", "/search", "/support", "/docs/v2/orders", "/trading-apis", "/status"]) {
    await page.goto(path);
    const declared = page.locator('[aria-keyshortcuts="/"]');
    await page.keyboard.press("/");
    // The status page has no scripts, so it declares no shortcut.
    await expect(declared).toHaveCount(path === "/status" ? 0 : 1);
    if (path !== "/status") await expect(declared, path).toBeFocused();
  }
});
