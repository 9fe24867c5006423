// Tests the algo finder, which has three questions: capital, risk and instrument.

import { expect, test } from "./fixtures.ts";

test("answering the three questions lists matching algos with the reason for the match", async ({ page }) => {
  await page.goto("/algos");
  await page.getByRole("link", { name: "Find your algo" }).first().click();
  await expect(page.getByText("Step 1 of 3: Capital")).toBeVisible();
  await page.getByRole("button", { name: "2L (₹2,00,000)" }).click();
  await expect(page.getByText("Step 2 of 3: Risk level")).toBeVisible();
  await page.getByRole("button", { name: /^Medium/ }).click();
  await page.getByRole("button", { name: /^Index/ }).click();
  await expect(page).toHaveURL("/algos/find?capital=200000&risk=Medium&instrument=Index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ algos? fits?$/);
  await expect(page.getByText("within your ₹2,00,000").first()).toBeVisible();
});

test("a typed amount is applied; an out-of-range amount is corrected with a message", async ({ page }) => {
  await page.goto("/algos/find");
  await page.getByLabel("Or type it").fill("1,23,456");
  await page.getByRole("button", { name: "Next: risk level" }).click();
  await expect(page.getByRole("alert")).toContainText("₹1,23,456 is rounded down to ₹1,20,000");
  await page.goto("/algos/find?amount=100");
  await expect(page.getByRole("alert")).toContainText("The smallest amount is ₹5,000");
  await page.goto("/algos/find?amount=lots");
  await expect(page.getByRole("alert")).toContainText("“lots” is not an amount");
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
});

test("going back preserves the answers of all steps", async ({ page }) => {
  await page.goto("/algos/find?capital=50000&risk=Low");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Low \(your answer so far\)/ })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
  await expect(page.locator("main").getByText("₹50,000", { exact: true })).toBeVisible();
});

test("if no algo matches, the page suggests changed answers that match some algos", async ({ page }) => {
  await page.goto("/algos/find?capital=5000&risk=High&instrument=Index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No open algo fits all three answers");
  await expect(page.getByRole("heading", { name: /more with a larger amount/ })).toBeVisible();
  await page.getByRole("link", { name: "Change capital" }).click();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
});

/** Risk and instrument without a matching algo: all open algos of shares have larger losses than a low risk permits. */
const COMBINATION_WITHOUT_RESULT = "Low Equity";

test("at the highest amount, all but one combination of risk and instrument match", async ({ page }) => {
  for (const risk of ["Low", "Medium", "High"])
    for (const instrument of ["Index", "Options", "Equity"]) {
      if (`${risk} ${instrument}` === COMBINATION_WITHOUT_RESULT) continue;
      await page.goto(`/algos/find?capital=500000&risk=${risk}&instrument=${instrument}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/algos? fits?$/);
    }
});

test("with scripts, the slider shows its amount while it moves", async ({ page, javaScriptEnabled }) => {
  await page.goto("/algos/find");
  const slider = page.getByRole("slider", { name: "Slide to an amount" });
  const output = page.locator("output");
  await expect(output).toHaveText("₹1,00,000");
  if (javaScriptEnabled) await expect(page.getByText("Set to")).toBeVisible();
  await slider.focus();
  await page.keyboard.press("End");
  await expect(output).toHaveText(javaScriptEnabled ? "₹5,00,000 or more" : "₹1,00,000");
  await page.getByRole("button", { name: "Next: risk level" }).click();
  await expect(page).toHaveURL(/capital=500000/);
});
