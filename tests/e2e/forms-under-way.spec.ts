// What a form says between the press and the answer: one request, a busy button with its word, a line after a second, and all of it gone
// when the reader comes back.
import { expect } from "./fixtures.ts";
import { signIn, test } from "./own-site.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";

test("a form is sent once, and says that it is on its way", async ({ page, origin, javaScriptEnabled }) => {
  await page.goto(`${origin}${SEEDLING}/deploy`);
  await signIn(page);
  await page.getByRole("button", { name: "Go on to the review" }).click();
  await page.getByRole("checkbox").check();
  const button = page.getByRole("button", { name: "Consent and go to the order window" });
  if (javaScriptEnabled === false) {
    // The server takes what comes twice once; here the press alone is seen.
    await expect(button).toHaveCSS("cursor", "pointer");
    return;
  }
  let posts = 0;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/deploy?step=review**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    posts += 1;
    await held;
    await route.continue();
  });
  // Pressed twice; what the page then shows is read inside it, since the browser is on its way to the next.
  const seen = await page.evaluate(async () => {
    const pressed = document.querySelector<HTMLButtonElement>("main form button[type=submit]");
    pressed?.click();
    pressed?.click();
    await new Promise<void>((resolve) => {
      const look = () => (document.querySelector(".form-note") === null ? setTimeout(look, 20) : resolve());
      look();
    });
    return {
      busy: pressed?.form?.getAttribute("aria-busy"),
      disabled: pressed?.getAttribute("aria-disabled"),
      word: pressed?.textContent,
      note: document.querySelector(".form-note")?.textContent,
    };
  });
  expect(seen).toEqual({
    busy: "true",
    disabled: "true",
    word: "Consent and go to the order window",
    note: "Sent. Waiting for the answer.",
  });
  expect(posts).toBe(1);
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm this deployment");
  expect(posts).toBe(1);
  await page.goBack();
  await expect(button).toBeVisible();
  await expect(page.locator("[aria-busy=true], [aria-disabled=true], .form-note")).toHaveCount(0);
});
