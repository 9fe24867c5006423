// Printed pages have the broker's header and the text, no parts for screens only, and no heading at the bottom of a
// sheet without text.
import type { Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import { goToReview, signIn, test } from "./own-client.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";

async function paperText(page: Page): Promise<string> {
  await page.emulateMedia({ media: "print" });
  // Width of an A4 sheet within its margins.
  await page.setViewportSize({ width: 718, height: 1_000 });
  const header = page.locator(".print-header");
  await expect(header).toBeVisible();
  await expect(header).toContainText("Meridian Securities (Demo) Limited");
  for (const screenOnly of ["header nav", "footer nav", ".action-bar", ".compare-tray", "button"])
    await expect(page.locator(screenOnly).filter({ visible: true })).toHaveCount(0);
  const strandedHeadings = await page
    .locator("main :is(h1, h2, h3)")
    .evaluateAll((headings) =>
      headings
        .filter((heading) => getComputedStyle(heading).breakAfter !== "avoid")
        .map((one) => one.textContent),
    );
  expect(strandedHeadings).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const text = await page.locator("main").innerText();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1280, height: 800 });
  return text;
}

test("printed consent, receipt, statement and report contain only header and text", async ({
  page,
  origin,
  client,
}) => {
  await page.goto(`${origin}${SEEDLING}/deploy`);
  await signIn(page);
  await goToReview(page);
  const consent = await paperText(page);
  expect(consent).toContain("Max blocked margin");
  await expect(page.locator(".print-header")).toContainText(`client ${client.id}`);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Consent and go to the order window" }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator("summary", { hasText: "Terms and consent" }).click();
  await page.getByRole("link", { name: "Receipt of your consent" }).click();
  const receipt = await paperText(page);
  expect(receipt).toContain("SHA-256");
  expect(receipt).toMatch(/margin/i);

  await page.goto(`${origin}/algos/my-algos/statements`);
  expect(await paperText(page)).toContain("Live trades only");
  await page.goto(`${origin}${SEEDLING}`);
  const report = await paperText(page);
  for (const part of ["How it works", "What could go wrong", "When it trades", "Facts"])
    expect(report).toContain(part);
});
