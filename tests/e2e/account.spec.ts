// A user signs in, manages tracklists, and signs out, in a browser with and without scripts.
import { expect } from "./fixtures.ts";
import { signIn, test } from "./own-client.ts";

test("a user signs in to track an algo, manages and shares lists, and signs out", async ({
  page,
  origin,
  client,
}) => {
  await page.goto(`${origin}/algos`);
  const card = page.getByRole("article").filter({ hasText: "Ridgeline Condor" });
  await card.getByRole("link", { name: "Track Ridgeline Condor" }).click();
  await page.getByLabel("Client id").fill(client.id);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Six digits").fill("000000");
  await page.getByRole("button", { name: "Authorise Meridian" }).click();
  await expect(page.getByRole("alert")).toHaveText(/is incorrect. 4 tries are left/);
  await page.getByLabel("Six digits").fill(client.pin);
  await page.getByRole("button", { name: "Authorise Meridian" }).click();
  await expect(page.getByText("Ridgeline Condor is on your list.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tracked algos" })).toBeVisible();

  await page.locator("summary", { hasText: "New tracklist" }).click();
  await page.getByLabel("Name", { exact: true }).last().fill("Tracked ALGOS");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("alert")).toContainText("You already have a tracklist named “Tracked ALGOS”.");
  await expect(page.getByLabel("Name", { exact: true }).last()).toHaveValue("Tracked ALGOS");
  await page.getByLabel("Name", { exact: true }).last().fill("Second thoughts");
  await page.getByRole("button", { name: "Create" }).click();
  const second = page.getByRole("region", { name: "Second thoughts" });
  await expect(second).toContainText("No algos yet.");

  await page.goto(`${origin}/algos/managers/banyan-systematic/monthly-seedling`);
  await page.getByRole("link", { name: "Track", exact: true }).first().click();
  await page.getByRole("button", { name: "Add to Second thoughts" }).click();
  await expect(second.getByRole("article")).toHaveCount(1);

  await second.locator("summary", { hasText: "Rename" }).click();
  await second.getByRole("button", { name: "Share read-only" }).click();
  const shared = await second.getByRole("link", { name: /shared/ }).getAttribute("href");
  await page.goto(`${origin}${shared}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second thoughts");

  await page.goto(`${origin}/algos/tracklist`);
  await second.locator("summary", { hasText: "Rename" }).click();
  await second.getByRole("button", { name: "Delete" }).click();
  await expect(second).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(second.getByRole("article")).toHaveCount(1);

  await page.locator("summary", { hasText: client.name }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.goto(`${origin}/algos/tracklist`);
  await expect(page.getByText("You are signed out.")).toBeVisible();
});

test("a client can sign out another browser on the sessions page", async ({
  page,
  browser,
  origin,
  client,
  javaScriptEnabled,
}) => {
  const elsewhere = await browser.newContext({
    ...(javaScriptEnabled === undefined ? {} : { javaScriptEnabled }),
  });
  const other = await elsewhere.newPage();
  for (const one of [page, other]) {
    await one.goto(`${origin}/login?to=/algos/my-algos`);
    await signIn(one, client);
    await expect(one.getByText(`Signed in as ${client.name} (${client.id}).`)).toBeVisible();
    await one.reload();
    await expect(one.getByText(`Signed in as ${client.name} (${client.id}).`)).toHaveCount(0);
  }
  await page.locator("summary", { hasText: client.name }).click();
  await page.getByRole("link", { name: "Where you are signed in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Where you are signed in");
  // The rows are the heading, two browsers, and the access token that was created with the account.
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(page.getByText("This browser")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out others" }).click();
  await expect(page.getByText("You are signed out everywhere else.")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  await other.goto(`${origin}/account/sessions`);
  await expect(other).toHaveURL(/\/sandbox\/auth\/consent-login/);
  await elsewhere.close();
  await page.getByRole("button", { name: "Sign out all" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("reloading the list of events preserves the chosen filter and the focus", { tag: "@scripts" }, async ({
  page,
  origin,
}) => {
  const events = `${origin}/account/notifications`;
  await page.goto(`${origin}/login?to=/account/notifications`);
  await signIn(page);
  await page.waitForURL(events);
  const filter = page.locator("summary", { hasText: "Algo and mode" });
  await filter.click();
  await page.getByRole("combobox", { name: "Mode" }).selectOption("paper");
  await filter.focus();
  // Two reloads, because the first may have begun before the choice.
  for (let count = 0; count < 2; count += 1)
    await page.waitForResponse((answer) => answer.url() === events, { timeout: 15_000 });
  await expect(filter).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Mode" })).toHaveValue("paper");
});

test("a signed-out page shows a message until the user signs in with another tab", {
  tag: "@scripts",
}, async ({ page, context, origin }) => {
  const positions = `${origin}/algos/my-algos/positions`;
  await page.goto(`${origin}/login?to=/algos/my-algos/positions`);
  await signIn(page);
  await page.waitForURL(positions);
  await context.clearCookies({ name: "session" });
  const message = page.getByText("You are signed out. Reload the page to sign in.");
  await expect(message).toBeVisible({ timeout: 15_000 });
  await page.waitForRequest(positions, { timeout: 15_000 });
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("login");
  const other = await context.newPage();
  await other.goto(`${origin}/login?to=/algos`);
  await signIn(other);
  await other.waitForURL(`${origin}/algos`);
  await page.bringToFront();
  await expect(message).toHaveCount(0, { timeout: 15_000 });
});
