// A complete deployment, with and without scripts: find an algo, sign in, consent, confirm in the order window, see
// orders arrive, pause, exit, stop. Includes deployments that the site refuses, for example because the kill switch is
// on.
import type { Page } from "playwright/test";
import { formatRupees } from "../../app/format/rupees.ts";
import { expect } from "./fixtures.ts";
import { goToReview, signIn, test, untilVisible } from "./own-client.ts";

async function deploy(page: Page, origin: string, algo: string): Promise<void> {
  await page.goto(`${origin}/algos?q=${encodeURIComponent(algo)}`);
  await page.getByRole("link", { name: algo, exact: true }).first().click();
  await page
    .getByRole("link", { name: /^Deploy/ })
    .first()
    .click();
}

async function agree(page: Page): Promise<void> {
  await goToReview(page);
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Consent and go to the order window" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm this deployment");
}

/**
 * Checks that on a phone the messages about new orders cover no button of the deployment. A sample message is shown,
 * because all orders may have arrived before the page.
 */
async function expectToastsAboveActions(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const toasts = page.locator(".order-toasts");
  const sample = "Sample message";
  await toasts.evaluate((list, text) => list.append(text), sample);
  await expect(toasts).toContainText(sample);
  const [messages, actions] = [await toasts.boundingBox(), await page.locator(".action-bar").boundingBox()];
  expect((messages?.y ?? 0) + (messages?.height ?? 0)).toBeLessThanOrEqual(actions?.y ?? 0);
  if (before !== null) await page.setViewportSize(before);
}

test("a user deploys an algo, sees its orders, pauses it, squares off and stops it", async ({
  page,
  origin,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  await deploy(page, origin, "Arclight Straddle");
  await signIn(page);

  // Derivatives require the risk disclosure first; the next step needs its checkbox.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Risk disclosures on derivatives");
  await page.getByRole("checkbox", { name: "I have read these risk disclosures." }).check();
  await page.getByRole("button", { name: "Acknowledge and continue" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deploy Arclight Straddle");
  await page.getByLabel("Amount, in rupees").fill("1,000");
  await goToReview(page);
  await expect(page.getByRole("alert")).toContainText("at least ₹3,30,000");
  await expect(page.getByLabel("Amount, in rupees")).toHaveValue("1,000");
  await page.getByLabel("Amount, in rupees").fill("7L");
  await page.getByLabel("Daily loss limit").fill("9,000");
  await agree(page);
  await expect(page.getByText("Margin required")).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Deployed. Orders appear below")).toBeVisible();
  if (hasScripts) await expectToastsAboveActions(page);
  await untilVisible(page, hasScripts, /NIFTY-.*-CE/);
  await expect(page.getByRole("table", { name: "Open positions" })).toContainText("sold");
  await expect(page.getByText("of ₹9,000")).toBeVisible();

  await page.locator("summary", { hasText: "Terms and consent" }).click();
  await page.getByRole("link", { name: "Receipt of your consent" }).click();
  await expect(page.getByText("₹6,60,000 (2 × ₹3,30,000)")).toBeVisible();
  await page.getByRole("link", { name: "Open the deployment" }).click();

  await page.getByRole("link", { name: "Pause", exact: true }).click();
  await page.getByLabel("Note for the audit trail").fill("Looking at it");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("Paused: the algo opens no new positions.")).toBeVisible();
  await page.locator("summary", { hasText: "Audit trail" }).click();
  await expect(page.getByText("Your note: Looking at it")).toBeVisible();

  await page.getByRole("link", { name: "Square off", exact: true }).click();
  await expect(page.getByRole("region", { name: "What would be sent now" })).toContainText("Buy 130");
  await page.getByRole("button", { name: "Square off", exact: true }).click();
  await untilVisible(page, hasScripts, "All positions are closed");

  await page.getByRole("link", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await untilVisible(page, hasScripts, "Stopped");
  await page.goto(`${origin}/algos/my-algos`);
  await page.locator("summary", { hasText: "Ended" }).click();
  await expect(page.getByRole("table", { name: "Ended algos" })).toContainText("Arclight Straddle");
  await page.goto(`${origin}/algos/my-algos/orders`);
  const book = page.getByRole("table", { name: "Order book" });
  await expect(book.getByRole("row", { name: /Arclight Straddle/ })).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Arclight Straddle · Live" })).toHaveCount(4);
});

test("a declined deployment can be repeated and confirmed; the kill switch stops it", async ({
  page,
  origin,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false;
  await deploy(page, origin, "Monthly Seedling");
  await signIn(page);
  await agree(page);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Declined at the order window.").first()).toBeVisible();

  await page.getByRole("link", { name: "Deploy again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deploy Monthly Seedling");
  await agree(page);
  const orderWindow = page.url();
  await page.goBack();
  // A second submission opens the same pending deployment and order window.
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Consent and go to the order window" }).click();
  await expect(page.getByText("You have deployed this algo already")).toBeVisible();
  await page.getByRole("link", { name: "Confirm in the order window" }).click();
  expect(new URL(page.url()).searchParams.get("basket")).toBe(
    new URL(orderWindow).searchParams.get("basket"),
  );
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Deployed. Orders appear below")).toBeVisible();
  await page.reload();
  await page.goto(orderWindow);
  await expect(page.getByText("There is nothing to confirm")).toBeVisible();
  await page.goto(`${origin}/algos/my-algos`);
  await expect(page.getByRole("region", { name: "Algos", exact: true }).getByRole("row")).toHaveCount(2);
  await untilVisible(page, hasScripts, /Bought \d/);

  await deploy(page, origin, "Monthly Seedling");
  await expect(page.getByText("You already run it live")).toBeVisible();

  await page.goto(`${origin}/algos/my-algos/kill-switch`);
  await expect(page.getByRole("region", { name: "What it would stop now" })).toContainText(
    "Monthly Seedling",
  );
  await page.getByLabel("Type STOP to confirm").fill("stop");
  await page.getByRole("button", { name: "Stop everything" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The kill switch is on");
  await expect(page.getByText(/It can be lifted from/)).toBeVisible();
  await page.goto(`${origin}/algos/my-algos`);
  await untilVisible(page, hasScripts, "No live algo is running.");
  await deploy(page, origin, "Monthly Seedling");
  await expect(page.getByText("Your kill switch is on")).toBeVisible();
});

test("a paper deployment starts without a consent text or an order window", async ({ page, origin }) => {
  await deploy(page, origin, "Monthly Seedling");
  await signIn(page);
  await page.getByLabel("Amount, in rupees").fill("20,000");
  await page.getByLabel("Daily loss limit").fill("1e9 rupees");
  await page.getByRole("button", { name: "Start on paper" }).click();
  await expect(page.getByRole("alert")).toContainText("Daily loss limit must be an amount in rupees");
  await expect(page.getByLabel("Amount, in rupees")).toHaveValue("20,000");
  await page.getByLabel("Daily loss limit").fill("900");
  await page.getByRole("button", { name: "Start on paper" }).click();
  await expect(page.getByText("Deployed. Orders appear below")).toBeVisible();
  await expect(page.getByText("of ₹900")).toBeVisible();
  await page.locator("summary", { hasText: "Audit trail" }).click();
  await expect(page.getByText("Started on paper, by you")).toBeVisible();
  await expect(page.getByText("order window")).toHaveCount(0);
  // Submitting the same form again opens the running deployment.
  await page.goBack();
  await page.getByLabel("Daily loss limit").fill("800");
  await page.getByRole("button", { name: "Start on paper" }).click();
  await expect(page).toHaveURL(/\/my-algos\/[0-9a-f-]{36}/);
  await page.goto(`${origin}/algos/my-algos?mode=paper`);
  await expect(page.getByRole("region", { name: "Algos", exact: true }).getByRole("row")).toHaveCount(2);
});

test("the amount slider updates amount and losses; the button's text matches the mode", async ({
  page,
  origin,
  javaScriptEnabled,
}) => {
  await deploy(page, origin, "Monthly Seedling");
  await signIn(page);
  const slider = page.getByRole("slider", { name: "Slider for the amount" });
  const twoLots = 2 * Number(await slider.getAttribute("min"));
  await slider.press("Home");
  await slider.press("ArrowRight");
  await expect(slider).toHaveValue(String(twoLots));
  if (javaScriptEnabled !== false) {
    await expect(page.getByLabel("Amount, in rupees")).toHaveValue(formatRupees(twoLots));
    await expect(page.getByRole("complementary", { name: "What you could lose" })).toContainText(
      `${formatRupees(twoLots)} used (2 ×`,
    );
  }
  await page.getByRole("radio", { name: /^Live/ }).check();
  await expect(page.getByRole("button", { name: "Start on paper" })).toHaveCount(0);
  await page.getByRole("button", { name: "Continue to the review" }).click();
  await expect(page.getByRole("region", { name: "Your terms" })).toContainText(formatRupees(twoLots));
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Live/ })).toBeChecked();
  await page.getByRole("radio", { name: /^On paper/ }).check();
  await expect(page.getByRole("button", { name: "Start on paper" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue to the review" })).toHaveCount(0);
});
