// Runs axe on the pages of a signed-in user, in both schemes, on a phone and a desktop. Also tests that chat
// and track button work without loading another page.
import { SIGNED_IN_PAGES } from "../support/page-kinds.ts";
import { axeFaults, faultsInBothSchemes } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { goToReview, signIn, test } from "./own-client.ts";

test("the steps of a deployment pass axe's accessibility checks", async ({ page, origin }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  const runAxe = async (where: string) => found.push(...(await faultsInBothSchemes(page, where)));
  const algo = "/algos/managers/arclight-systems/arclight-straddle";
  await page.goto(`${origin}${algo}/deploy`);
  await signIn(page);
  await runAxe("risk disclosure");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Acknowledge and continue" }).click();
  await runAxe("terms");
  const amount = page.getByLabel("Amount, in rupees");
  await amount.fill("1");
  await goToReview(page);
  await runAxe("terms with faults");
  await amount.fill("3,30,000");
  await page.getByLabel("Daily loss limit").fill("1000");
  await goToReview(page);
  await runAxe("review");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Consent and go to the order window" }).click();
  await runAxe("order window");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("table", { name: "Open positions" })).toBeVisible({ timeout: 15_000 });
  await runAxe("deployment");
  const deployment = new URL(page.url()).pathname;
  for (const below of ["/receipt", "/exit", "/resume"]) {
    await page.goto(`${origin}${deployment}${below}`);
    await runAxe(below);
  }
  for (const path of [...Object.values(SIGNED_IN_PAGES), "/algos"]) {
    await page.goto(`${origin}${path}`);
    await runAxe(path);
  }
  expect(found).toEqual([]);
});

test("the track button toggles tracking and the chat replies without leaving the list", async ({
  page,
  origin,
}) => {
  await page.goto(`${origin}/login?to=/algos`);
  await signIn(page);
  await page.waitForURL(`${origin}/algos`);
  // The script is active when its live region exists. Before that, and on pages without prices, the button submits a
  // form.
  await expect(async () => {
    await page.reload();
    await expect(page.locator('main p[role="status"]')).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await page.getByRole("button", { name: "Track Ridgeline Condor", exact: true }).click();
  const trackedButton = page.getByRole("button", { name: "Tracked: remove Ridgeline Condor" });
  await expect(trackedButton).toBeFocused();
  expect(page.url()).toBe(`${origin}/algos`);
  await page.reload();
  await trackedButton.click();
  await expect(page.getByRole("button", { name: "Track Ridgeline Condor", exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Chat" }).click();
  const chat = page.getByRole("dialog", { name: "Chat" });
  await chat.getByLabel("Your question").fill("How do I stop an algo?");
  await page.route("**/support", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await chat.getByRole("button", { name: "Send" }).click();
  await expect(chat.getByRole("alert")).toHaveText(
    "No response arrived. Your text is unchanged: send it again.",
  );
  await expect(chat.getByLabel("Your question")).toHaveValue("How do I stop an algo?");
  await chat.getByRole("button", { name: "Send" }).click();
  await expect(chat.getByText("How do I stop an algo?")).toBeVisible();
  await expect(chat.getByRole("listitem")).toHaveCount(2);
  expect(await axeFaults(page, "chat")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Chat" })).toBeFocused();
});

test("the chat link opens one dialog on a page with scripts for prices and orders", async ({
  page,
  origin,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${origin}/login?to=/account/notifications`);
  await signIn(page);
  await page.waitForURL(`${origin}/account/notifications`);
  await page.getByRole("link", { name: "Chat" }).click();
  await expect(page.getByRole("dialog").getByLabel("Your question")).toBeFocused();
  expect(requested.filter((path) => path === "/support")).toEqual(["/support"]);
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
