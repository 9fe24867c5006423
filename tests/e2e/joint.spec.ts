// The portfolio page of several algos with one amount: links change the lots, and the joint drawdown is recomputed.
import { expect, test } from "./fixtures.ts";

const JOINT = "/algos/portfolio?id=ridgeline-condor&id=monthly-seedling";

test("links change the lots of a joint portfolio and its shortfall", async ({ page }) => {
  await page.goto(JOINT);
  const amounts = page.getByRole("region", { name: "Amounts" });
  // One lot of each algo needs ₹2,00,000 and ₹10,000. The default amount is ₹1,00,000, so the shortfall is ₹1,10,000.
  await expect(amounts.getByRole("definition").first()).toHaveText("₹1,10,000");
  await expect(amounts.getByRole("term").first()).toHaveText("Shortfall");
  await amounts.getByRole("link", { name: "Add one lot of Monthly Seedling" }).click();
  await expect(page).toHaveURL("/algos/portfolio?id=ridgeline-condor&lots=1&id=monthly-seedling&lots=2");
  await expect(amounts.getByText("2 × ₹10,000")).toBeVisible();
  await expect(amounts.getByRole("definition").first()).toHaveText("₹1,20,000");
  await amounts.getByRole("link", { name: "Remove one lot of Monthly Seedling" }).click();
  await expect(amounts.getByText("1 × ₹10,000")).toBeVisible();
  await expect(amounts.getByRole("link", { name: "Remove one lot of Monthly Seedling" })).toHaveCount(0);
});

test("a slider or a typed number changes lots and figures without a page load", { tag: "@scripts" }, async ({
  page,
}) => {
  await page.goto(JOINT);
  const slider = page.getByLabel("Lots of Monthly Seedling, slider");
  await expect(slider).toHaveValue("1");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await slider.press("ArrowRight");
  await expect(page).toHaveURL(/id=monthly-seedling&lots=2#chart$/);
  await expect(slider).toBeFocused();
  const field = page.getByLabel("Lots of Monthly Seedling", { exact: true });
  await expect(field).toHaveValue("2");
  await field.fill("4");
  await field.press("Enter");
  await expect(page).toHaveURL(/id=monthly-seedling&lots=4#chart$/);
  await expect(slider).toHaveValue("4");
  const more = page.getByRole("link", { name: "Add one lot of Monthly Seedling" });
  await more.click();
  await expect(field).toHaveValue("5");
  await expect(more).toBeFocused();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("a late response does not replace a newer choice of lots", { tag: "@scripts" }, async ({ page }) => {
  await page.goto(JOINT);
  let isFirst = true;
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/algos/portfolio?*", async (route) => {
    if (isFirst) {
      isFirst = false;
      await late;
    }
    await route.continue();
  });
  const answered = page.waitForEvent("requestfinished", (request) => request.url().endsWith("lots=2"));
  const more = page.getByRole("link", { name: "Add one lot of Monthly Seedling" });
  await more.click();
  await page.getByLabel("Lots of Monthly Seedling", { exact: true }).fill("4");
  await page.keyboard.press("Tab");
  await expect(page).toHaveURL(/id=monthly-seedling&lots=4#chart$/);
  release();
  await answered;
  await more.press("Enter");
  await expect(page).toHaveURL(/id=monthly-seedling&lots=5$/);
});

test("without scripts the slider applies unless the number in the field was changed", {
  tag: "@no-scripts",
}, async ({ page }) => {
  await page.goto(JOINT);
  const slider = page.getByLabel("Lots of Monthly Seedling, slider");
  const update = page.getByRole("button", { name: "Update" });
  const address = (lots: number) =>
    `/algos/portfolio?id=ridgeline-condor&lots=1&id=monthly-seedling&lots=${lots}`;
  await slider.press("ArrowRight");
  await update.click();
  await expect(page).toHaveURL(address(2));
  await slider.press("ArrowRight");
  await page.getByLabel("Lots of Monthly Seedling", { exact: true }).fill("5");
  await update.click();
  await expect(page).toHaveURL(address(5));
});

test("the joint drawdown never exceeds the sum of the algos' drawdowns", async ({ page }) => {
  await page.goto(JOINT);
  const rupees = async (term: string) => {
    const value = await page
      .locator("dl.figures > div", { has: page.getByText(term, { exact: true }) })
      .locator(".figure")
      .textContent();
    return Number((value ?? "").replace("−", "-").replace(/[₹,]/g, ""));
  };
  const [together, atOnce, saved] = [
    await rupees("Joint max drawdown"),
    await rupees("Sum of max drawdowns"),
    await rupees("Saved by diversification"),
  ];
  expect(together).toBeLessThan(0);
  expect(atOnce).toBeLessThanOrEqual(together);
  expect(Math.abs(together - atOnce - saved)).toBeLessThanOrEqual(1);
});

test("the joint curve shows the selected range, even after a page load", async ({ page }) => {
  await page.goto(JOINT);
  const chart = page.getByRole("region", { name: /^Together,/ });
  const heading = await chart.getByRole("heading").textContent();
  await chart.getByRole("link", { name: "1Y" }).click();
  await expect(chart.getByRole("link", { name: "1Y" })).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(/&range=1y#chart$/);
  const year = await chart.getByRole("heading").textContent();
  expect(year).not.toBe(heading);
  await page.reload();
  await expect(chart.getByRole("heading")).toHaveText(year ?? "");
  await chart.getByRole("link", { name: "Max" }).click();
  await expect(chart.getByRole("heading")).toHaveText(heading ?? "");
});

test("invalid numbers of lots become one, and an incomplete list of lots is ignored", async ({ page }) => {
  await page.goto("/algos/portfolio?id=ridgeline-condor&lots=-5&id=monthly-seedling&lots=9e9");
  await expect(page).toHaveURL("/algos/portfolio?id=ridgeline-condor&lots=1&id=monthly-seedling&lots=1");
  await page.goto("/algos/portfolio?id=ridgeline-condor&lots=3&id=monthly-seedling");
  await expect(page).toHaveURL(JOINT);
});
