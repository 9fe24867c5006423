// A trader finds, filters, sorts, pages through, reads and compares algos. All elements are found by role and name.
import { expect, test } from "./fixtures.ts";

test("the home page links to the algos and the APIs", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Ready-made algos and trading APIs · Meridian/);
  await page.getByRole("link", { name: "See the algos" }).click();
  await expect(page).toHaveURL("/algos");
  await page.goBack();
  await page.getByRole("link", { name: "See the APIs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your broker as a function call.");
});

test("the FAQ answers on the home page open and close by keyboard", async ({ page }) => {
  await page.goto("/");
  const answer = page.getByText("orders follow written rules");
  await expect(answer).toBeHidden();
  const question = page.locator("summary", { hasText: "What is algo trading?" });
  await question.focus();
  await page.keyboard.press("Enter");
  await expect(answer).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(answer).toBeHidden();
});

test("the Discover menu opens, and its link opens a collection", async ({ page }) => {
  await page.goto("/");
  await page.locator("summary", { hasText: "Discover" }).click();
  await page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name: "Option hedging algos" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Option hedging algos");
  await expect(page.getByText("Every listed algo tagged Options and Hedged.")).toBeVisible();
});

/** Matches the address of a list with or without the anchor of its results. */
const listAt = (path: string) => new RegExp(`${path.replace("?", "\\?")}(?:#results)?$`);

test("filters and sort order are stored in the URL, and chips remove filters", async ({ page }) => {
  await page.goto("/algos");
  const menu = (title: string) => page.locator(".filter-group > summary", { hasText: title });
  await menu("Instrument").click();
  await page.getByLabel(/^Equity \d+/).check();
  await menu("More").click();
  await page.getByLabel(/^Swing/).check();
  await menu("Risk").click();
  await page.getByLabel(/^Medium/).check();
  await page.getByRole("button", { name: "Apply" }).locator("visible=true").click();
  await expect(page).toHaveURL(listAt("/algos?instrument=Equity&product=Swing&risk=Medium"));
  await expect(page.getByRole("heading", { name: /^\d+ algos?$/ })).toBeVisible();
  await menu("More").click();
  await expect(page.getByLabel(/^Swing/)).toBeChecked();

  await page.locator(".sort-menu > summary").click();
  await page
    .getByRole("navigation", { name: "Sort by" })
    .getByRole("link", { name: "Lowest minimum" })
    .click();
  await expect(page).toHaveURL(listAt("/algos?instrument=Equity&product=Swing&risk=Medium&sort=min_amount"));
  const names = await page.getByRole("article").getByRole("heading").allTextContents();
  expect(names.length).toBeGreaterThan(1);
  const minimums = await page
    .getByRole("article")
    .locator("data")
    .evaluateAll((all) => all.map((one) => Number((one as HTMLDataElement).value)));
  expect(minimums).toEqual([...minimums].sort((one, other) => one - other));

  await page.getByRole("link", { name: "Remove filter Medium risk" }).click();
  await expect(page).toHaveURL(listAt("/algos?instrument=Equity&product=Swing&sort=min_amount"));
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL(listAt("/algos?sort=min_amount"));
});

test("if no algo matches, the list suggests which filter to remove", async ({ page }) => {
  await page.goto("/algos?q=condor&product=Delivery");
  await expect(page.getByRole("heading", { name: "No algo matches all of these filters" })).toBeVisible();
  await page.getByRole("link", { name: /^Without product \(Delivery\): \d+ algos/ }).click();
  await expect(page).toHaveURL(listAt("/algos?q=condor"));
  expect(await page.getByRole("article").count()).toBeGreaterThan(3);
});

test("search finds algos by name, manager and instrument", async ({ page }) => {
  for (const [text, found] of [
    ["ridgeline", "Ridgeline Condor"],
    ["banyan", "Monthly Seedling"],
    ["hdfc bank income", "HDFC Bank Income Call"],
  ] as const) {
    await page.goto("/algos");
    await page.getByLabel("Search these algos").fill(text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: found, exact: true })).toBeVisible();
  }
});

test("“Next” and “Previous” move through the pages of the list", async ({ page }) => {
  await page.goto("/algos");
  const first = await page.getByRole("article").getByRole("heading").allTextContents();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText("13 to 24 of 63")).toBeVisible();
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(page.getByText("1 to 12 of 63")).toBeVisible();
  expect(await page.getByRole("article").getByRole("heading").allTextContents()).toEqual(first);
});

test("an algo's page shows its possible losses for the user's amount", async ({ page }) => {
  await page.goto("/algos?q=ridgeline+condor");
  await page.getByRole("link", { name: "Ridgeline Condor", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ridgeline Condor");
  const losses = page.getByRole("region", { name: /What it can lose/ });
  await expect(losses.getByText("−₹16,000").first()).toBeVisible();
  const panel = page.getByRole("region", { name: /^Your ₹/ });
  const type = async (amount: string) => {
    await panel.locator("summary").click();
    await panel.getByLabel("Another amount").fill(amount);
    await panel.getByRole("button", { name: "Calculate" }).click();
  };
  await type("5 lakh");
  await expect(losses.getByText("−₹32,000").first()).toBeVisible();
  await expect(panel.getByText("Stays free")).toBeVisible();
  await expect(panel.getByText("₹1,00,000", { exact: true })).toBeVisible();

  await type("a lot");
  await expect(panel.getByRole("alert")).toContainText("“a lot” is not an amount");
  await panel.locator("summary").click();
  await expect(panel.getByLabel("Another amount")).toHaveValue("a lot");
});

test("the comparison shows two algos in adjacent columns", async ({ page }) => {
  await page.goto("/algos?q=ridgeline+condor");
  await page.getByRole("link", { name: "Compare Ridgeline Condor" }).click();
  await page.getByRole("checkbox", { name: "Monthly Seedling" }).check();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL("/algos/compare?id=ridgeline-condor&id=monthly-seedling");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Compare 2 algos");
  await page.locator("summary", { hasText: "Rules, limits and managers" }).click();
  await expect(page.getByRole("row", { name: /Minimum amount differs ₹2,00,000 ₹10,000/ })).toBeVisible();
  await page.getByRole("link", { name: "Remove Ridgeline Condor" }).click();
  await expect(page).toHaveURL("/algos/compare?id=monthly-seedling");
});

test("the page of a withdrawn algo states when and why it was withdrawn", async ({ page }) => {
  await page.goto("/algos/managers/kestrel-ridge");
  await page
    .getByRole("region", { name: "Withdrawn" })
    .getByRole("link", { name: "Kestrel Gap Fader" })
    .click();
  await expect(page.getByText("Withdrawn since 28 Feb 2025")).toBeVisible();
  await expect(page.getByText("Too many of its breakouts failed")).toBeVisible();
  await expect(page.getByText("Deploying is not available")).toHaveCount(0);
});

test("a manager's algos are listed in a table, largest drawdown first", async ({ page }) => {
  await page.goto("/algos/managers/kestrel-ridge");
  const table = page.getByRole("region", { name: /^\d+ algos$/ }).getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Algo",
    "Risk",
    "Backtest",
    "Max drawdown",
    "Costs per year",
    "Net CAGR",
    "Live",
  ]);
  const rows = await table.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => ({
      minimum: row.querySelector("th")?.textContent ?? "",
      fall: row.querySelector("[data-label='Max drawdown']")?.textContent ?? null,
    })),
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { minimum } of rows) expect(minimum).toMatch(/Minimum ₹[\d,]+/);
  // Algos without a record are at the end.
  const falls = rows.map(({ fall }) =>
    fall === null ? Number.POSITIVE_INFINITY : -Number(fall.replace(/[−₹,]/g, "")),
  );
  expect(falls.some(Number.isFinite)).toBe(true);
  expect(falls).toEqual(falls.toSorted((a, b) => a - b));
});

test("account pages link signed-out users to the sign-in", async ({ page }) => {
  for (const path of ["/algos/my-algos", "/algos/tracklist"]) {
    await page.goto(path);
    await page.getByRole("link", { name: /^Sign in to see/ }).click();
    await expect(page).toHaveURL(/consent-login/);
  }
});

test("the 404 page of a misspelled URL suggests the correct page", async ({ page }) => {
  const answer = await page.goto("/algos/by-instrument/nifty-option-algo");
  expect(answer?.status()).toBe(404);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Nifty options algos/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nifty options trading algos");
});
