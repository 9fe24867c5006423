// Printed sheets: no content exceeds the width, each has the broker's header, no heading is at the bottom without text,
// and a yearly statement lists its months.
import type { Page } from "playwright/test";
import { fillAccount } from "../support/full-account.ts";
import { TestUser } from "../support/sign-in.ts";
import { expect, test } from "./fixtures.ts";
import { invisibleContent } from "./out-of-sight.ts";
import { test as ownTest } from "./own-site.ts";
import { PAPER_WIDTH_PX, sheetsOf } from "./paper.ts";

const SHEET_HEIGHT_PX = 1_047;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const RECORD_WITHIN_MS = 90_000;

async function paperFaults(page: Page, kind: string): Promise<string[]> {
  await page.setViewportSize({ width: PAPER_WIDTH_PX, height: SHEET_HEIGHT_PX });
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print-header")).toContainText("Meridian Securities (Demo) Limited");
  await expect(page.locator(".print-header")).toBeVisible();
  const { parts, tables } = await invisibleContent(page);
  const sheets = await sheetsOf(page);
  expect(sheets.headings, kind).toBeGreaterThan(0);
  return [
    ...parts,
    ...tables,
    ...sheets.strandedHeadings.map(
      (title) => `“${title}” is stranded at the end of one of ${sheets.pages} sheets`,
    ),
  ].map((words) => `${kind}: ${words}`);
}

ownTest(
  "printed account pages have no invisible content and no stranded heading",
  async ({ page, site, origin }) => {
    ownTest.setTimeout(300_000);
    const user = new TestUser(site);
    const pages = await fillAccount(site, user);
    await page.context().addCookies([...user.cookies].map(([name, value]) => ({ name, value, url: origin })));
    const faults: string[] = [];
    const kinds = ["deploy, review", "deployment, receipt", "statements", "orders", "positions"];
    for (const kind of [...kinds, "deployment, live"]) {
      await page.goto(`${origin}${pages[kind]}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      faults.push(...(await paperFaults(page, kind)));
      await page.emulateMedia({ media: "screen" });
    }
    expect(faults).toEqual([]);
  },
);

test("the printed performance of an algo lists all months of its years", async ({ page }) => {
  test.setTimeout(RECORD_WITHIN_MS + 120_000);
  await expect(async () => {
    await page.goto("/algos/managers/banyan-systematic/monthly-seedling?tab=performance");
    await expect(page.locator("table.heatmap").first()).toBeAttached({ timeout: 2_000 });
  }).toPass({ timeout: RECORD_WITHIN_MS });
  expect(await paperFaults(page, "performance")).toEqual([]);
  const months = page.locator("table.heatmap").filter({ visible: true });
  await expect(months).toHaveCount(1);
  await expect(months.locator("thead th")).toHaveText(["Year", ...MONTHS, "All"]);
  // Each month is printed in a separate row.
  const tops = await months
    .locator("thead th")
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(14);
});
