// A developer creates an account, reads a page, copies a sample, tries a call, and looks up an error; with and without
// scripts.
import { expect, test } from "./fixtures.ts";

test("a developer creates a sandbox account, resets it and signs in with its token", async ({ page }) => {
  await page.goto("/docs/v2/");
  await page.getByRole("link", { name: "Get a sandbox key" }).click();
  await expect(page).toHaveURL("/sandbox/portal");
  await page.getByLabel("Name (optional)").fill("<b>Journey</b>");
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page.getByRole("status")).toContainText("Access token, for 30 days");
  const token = (await page.getByRole("status").locator("dd code").nth(1).textContent()) ?? "";
  await page.goto("/sandbox/portal");
  await expect(page.getByText("Access token, for 30 days")).toHaveCount(0);
  await page.getByRole("link", { name: "Postbacks and events" }).click();
  await page.getByLabel(/^Address that each event/).fill("http://127.0.0.1:9/");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByRole("alert")).toContainText("private network");
  await expect(page.getByLabel(/^Address that each event/)).toHaveValue("http://127.0.0.1:9/");
  await page.getByRole("link", { name: "Clock and reset" }).click();
  await page.getByLabel("Remove everything").check();
  await page.getByRole("button", { name: "Reset the account" }).click();
  await expect(page.getByRole("status")).toHaveText("The account is reset.");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in with token" }).click();
  await expect(page.getByText("<b>Journey</b>, client id")).toBeVisible();
});

test("a developer selects a language, copies a sample and looks up an error", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/docs/v2/orders/place-order");
  await page
    .getByRole("navigation", { name: "Language of the sample, Place an order" })
    .getByRole("link", { name: "Python" })
    .click();
  const sample = page.getByRole("region", { name: "Python sample, Place an order" });
  await expect(sample).toContainText("client.place_order(");
  const copy = page.getByRole("button", { name: "Copy: Python sample, Place an order" });
  if (javaScriptEnabled === false) await expect(copy).toHaveCount(0);
  else {
    await copy.click();
    await expect(copy).toHaveText(/Copied|Selected/);
  }
  // The chosen language is stored.
  await page.goto("/docs/v2/funds/get-fund-limit");
  await expect(page.getByRole("region", { name: "Python sample, Read the available funds" })).toBeVisible();
  await page.goto("/docs/v2/search");
  await page.getByLabel("Search the documentation").fill("DH-906");
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("link", { name: "DH-906" }).first().click();
  await expect(page).toHaveURL("/docs/v2/errors#dh-906");
});

test("the playground shows the response, and preserves input that it cannot send", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto("/docs/v2/playground");
  await page
    .getByRole("navigation", { name: "Methods" })
    .getByRole("link", { name: "List shares in the demat account" })
    .click();
  await page.getByRole("button", { name: "Send GET /holdings" }).click();
  await expect(page.getByRole("heading", { name: /^Response: 200/ })).toBeInViewport();
  await expect(page.locator("#answer")).toBeFocused();
  await expect(page.getByRole("region", { name: "Body of the response" })).toContainText("HDFCBANK");
  await page.goto("/docs/v2/playground?op=placeOrder");
  await page.getByLabel("quantity", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Send POST /orders" }).click();
  await expect(page.getByRole("region", { name: "Body of the response" })).toContainText("quantity: ");
  await expect(page.getByLabel("quantity", { exact: true })).toHaveValue("0");
  await page.getByLabel("quantity", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Send POST /orders" }).click();
  await expect(page.getByRole("region", { name: "Body of the response" })).toContainText("orderId");
  await page.getByRole("link", { name: "Edit as JSON" }).click();
  await expect(page.getByLabel("Body, as JSON")).toHaveValue(/"quantity": 2/);
  await page.getByLabel("Body, as JSON").fill("{ not json");
  await page.getByRole("button", { name: "Send POST /orders" }).click();
  await expect(page.getByRole("alert")).toContainText("The body is not JSON");
  await expect(page.getByLabel("Body, as JSON")).toHaveValue("{ not json");
  await page.getByLabel("Stream").selectOption("quote");
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.getByRole("region", { name: "Message 1", exact: true })).toContainText(/"kind": "\w+"/);
  if (javaScriptEnabled !== false) {
    // Messages arrive one after the other until the stream is stopped.
    await expect(page.getByRole("region", { name: "Message 3", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText(/^Stopped after \d+ messages\.$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Listen" })).toBeVisible();
  }
  await page.getByLabel("Stream").selectOption("orders");
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.getByRole("region", { name: "Message 1", exact: true })).toContainText("order_alert");
});

test("an old URL with an anchor redirects to the operation's page", async ({ page, javaScriptEnabled }) => {
  await page.goto("/docs/v2/orders#place-order-errors");
  if (javaScriptEnabled === false) await page.locator(":target").click();
  await expect(page).toHaveURL("/docs/v2/orders/place-order#place-order-errors");
  await expect(page.getByRole("heading", { name: "Errors", exact: true })).toBeInViewport();
  await page.getByText("6 more fields").click();
  await expect(page.getByText("disclosedQuantity")).toBeVisible();
});
