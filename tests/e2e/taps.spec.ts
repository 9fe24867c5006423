// Limits the number of taps from the start page to a running algo. Typed characters and the provider's login pages are
// not counted.
import type { Locator, Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import { signIn, test } from "./own-client.ts";

/** Deploys an algo of the list from the start page, and returns the number of taps without those of the sign-in. */
async function deployFromHome(page: Page, origin: string, mode: "paper" | "live"): Promise<number> {
  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.click();
  };
  await page.goto(`${origin}/`);
  await tap(page.getByRole("link", { name: "See the algos" }));
  await tap(page.getByRole("main").getByRole("link", { name: "Monthly Seedling" }).first());
  await tap(page.getByRole("link", { name: /^Deploy/ }).first());
  await signIn(page);
  if (mode === "paper") await tap(page.getByRole("button", { name: "Start on paper" }));
  else {
    await tap(page.getByRole("radio", { name: /^Live/ }));
    await tap(page.getByRole("button", { name: "Continue to the review" }));
    await tap(page.getByRole("checkbox"));
    await tap(page.getByRole("button", { name: "Consent and go to the order window" }));
    await tap(page.getByRole("button", { name: "Confirm" }));
  }
  await expect(page.getByText("Deployed. Orders appear below")).toBeVisible();
  return taps;
}

test("starting a paper algo from the start page takes at most 4 taps", async ({ page, origin }) => {
  expect(await deployFromHome(page, origin, "paper")).toBeLessThanOrEqual(4);
});

test("starting a live algo takes at most 8 taps, not counting the sign-in", async ({ page, origin }) => {
  expect(await deployFromHome(page, origin, "live")).toBeLessThanOrEqual(8);
});
