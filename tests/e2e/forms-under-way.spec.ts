// The state of a form between submission and response, on the site and on the provider's sign-in page. Only one request
// is sent, the button is busy and has another label, and a line of text appears after a second. Navigating back resets
// all of this.
import type { Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import { goToReview, signIn, test } from "./own-client.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";

/** Counts the form requests to matching addresses, and delays them until the test releases them. */
async function hold(page: Page, addresses: string) {
  const held = { posts: 0, answer: () => {} };
  const until = new Promise<void>((resolve) => {
    held.answer = resolve;
  });
  await page.route(addresses, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    held.posts += 1;
    await until;
    await route.continue();
  });
  return held;
}

/** Clicks the button twice and reads its state within the page, because the browser is already navigating. */
async function pressTwice(page: Page) {
  return page.evaluate(async () => {
    const pressed = document.querySelector<HTMLButtonElement>("main form button[type=submit]");
    pressed?.click();
    pressed?.click();
    await new Promise<void>((resolve) => {
      const stateOfForm = () =>
        document.querySelector(".form-note") === null ? setTimeout(stateOfForm, 20) : resolve();
      stateOfForm();
    });
    return {
      busy: pressed?.form?.getAttribute("aria-busy"),
      disabled: pressed?.getAttribute("aria-disabled"),
      word: pressed?.textContent,
      note: document.querySelector(".form-note")?.textContent,
    };
  });
}

const submittedState = (label: string) => ({
  busy: "true",
  disabled: "true",
  word: label,
  note: "Sent. Waiting for the response.",
});

test("a form that is clicked twice is submitted once, and shows its progress", async ({
  page,
  origin,
  javaScriptEnabled,
}) => {
  await page.goto(`${origin}${SEEDLING}/deploy`);
  await signIn(page);
  await goToReview(page);
  await page.getByRole("checkbox").check();
  const button = page.getByRole("button", { name: "Consent and go to the order window" });
  if (javaScriptEnabled === false) {
    // The server handles a repeated submission once; this test checks only the browser.
    await expect(button).toHaveCSS("cursor", "pointer");
    return;
  }
  const held = await hold(page, "**/deploy?step=review**");
  expect(await pressTwice(page)).toEqual(submittedState("Consent and go to the order window"));
  expect(held.posts).toBe(1);
  held.answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm this deployment");
  expect(held.posts).toBe(1);
  await page.goBack();
  await expect(button).toBeVisible();
  await expect(page.locator("[aria-busy=true], [aria-disabled=true], .form-note")).toHaveCount(0);
});

test("the provider's sign-in form is submitted once, and shows its progress", async ({
  page,
  origin,
  client,
  javaScriptEnabled,
}) => {
  await page.goto(`${origin}/login?to=/algos/my-algos`);
  await page.getByLabel("Client id").fill(client.id);
  if (javaScriptEnabled === false) {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByLabel("Six digits")).toBeVisible();
    return;
  }
  const held = await hold(page, "**/consent-login");
  expect(await pressTwice(page)).toEqual(submittedState("Continue"));
  expect(held.posts).toBe(1);
  held.answer();
  await expect(page.getByLabel("Six digits")).toBeVisible();
});
