// Tests behaviour that only a browser can show: focus, the Enter key, spacing of labels, and a hanging provider.

import type { Page } from "playwright/test";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { expect } from "./fixtures.ts";
import { goToReview, signIn, test } from "./own-client.ts";
import { test as ownSite } from "./own-site.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";

ownSite(
  "the portfolio is labelled delayed or stale while the provider hangs",
  async ({ page, origin, site, javaScriptEnabled }) => {
    await page.goto(`${origin}/algos/my-algos`);
    await page.getByRole("link", { name: "Sign in to see your algos" }).click();
    await signIn(page, SANDBOX_CLIENTS[0]);
    const status = page.locator("[data-orders-state]");
    if (javaScriptEnabled === false) {
      // The page receives no updates, so it shows the time of its data.
      await expect(status).toHaveText(/^As of .*\d\d:\d\d:\d\d/);
      return;
    }
    await expect(status).toHaveText(/^Live · .*\d\d:\d\d:\d\d/);
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGSTOP");
    try {
      await expect(status).toHaveText(/^(?:Delayed\.|Stale ·) /, { timeout: 14_000 });
      await expect(page.locator("main")).not.toContainText("arrive by themselves");
    } finally {
      try {
        process.kill(sandbox, "SIGCONT");
      } catch {
        // The site has already replaced the suspended sandbox.
      }
    }
    await expect(status).toHaveText(/^Live · /, { timeout: 60_000 });
  },
);

test("results on My algos are updated while the page is open", async ({
  page,
  origin,
  javaScriptEnabled,
}) => {
  await page.goto(`${origin}/algos/my-algos`);
  await page.getByRole("link", { name: "Sign in to see your algos" }).click();
  await signIn(page);
  const status = page.locator("[data-orders-status]");
  const asOf = async () => Number(await status.getAttribute("data-as-of"));
  await expect(status).toHaveText(/\d\d:\d\d:\d\d IST/);
  // A page without scripts receives no updates, so a link next to the figures reloads it.
  if (javaScriptEnabled === false) {
    await expect(status.getByRole("link", { name: "Reload" })).toBeVisible();
    return;
  }
  for (let renewed = 0; renewed < 2; renewed += 1) {
    const before = await asOf();
    // Updates arrive every five seconds, so one must arrive within nine seconds.
    await expect.poll(asOf, { timeout: 9_000 }).toBeGreaterThan(before);
  }
});

test("a rejected deployment focuses its error summary, whose link focuses the field", async ({
  page,
  origin,
}) => {
  await page.goto(`${origin}${SEEDLING}/deploy`);
  await signIn(page);
  await page.getByLabel("Amount, in rupees").fill("1");
  await goToReview(page);
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await summary.getByRole("link").first().press("Enter");
  await expect(page.getByLabel("Amount, in rupees")).toBeFocused();
});

test("pressing Enter on the amount slider continues with the slider's amount", async ({ page, origin }) => {
  await page.goto(`${origin}/algos/find`);
  const slider = page.getByRole("slider", { name: "Slide to an amount" });
  await slider.focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 29; step += 1) await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue("150000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Step 2 of 3: Risk level")).toBeVisible();
  await expect(page).toHaveURL(/capital=150000/);
});

test("no label touches its field, and no link touches the next link", async ({ page, origin }) => {
  await page.goto(`${origin}/algos/my-algos/kill-switch`);
  if ((await page.getByLabel("Client id").count()) > 0) await signIn(page);
  else {
    await page
      .getByRole("main")
      .getByRole("link", { name: /Sign in/ })
      .click();
    await signIn(page);
  }
  await expect(page.getByLabel("Type STOP to confirm")).toBeVisible();
  await expect.poll(() => touching(page), { message: "kill switch" }).toEqual([]);
  for (const path of ["/docs/v2/playground", "/docs/v2/orders", "/account/sessions", `${SEEDLING}/deploy`]) {
    await page.goto(`${origin}${path}`);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => touching(page), { message: `${path} at ${width}` }).toEqual([]);
    }
  }
});

/** Returns labels within 2 px of their field, and links within 3 px of the next link on their line. */
function touching(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const seen = (element: Element) => element.getClientRects().length > 0;
    for (const label of document.querySelectorAll<HTMLLabelElement>("main label")) {
      const field = label.control;
      if (field === null || !seen(field) || !seen(label) || label.contains(field)) continue;
      const textRange = document.createRange();
      textRange.selectNodeContents(label);
      const [one, other] = [textRange.getBoundingClientRect(), field.getBoundingClientRect()];
      if (label.offsetWidth < 2) continue;
      const across = Math.max(other.left - one.right, one.left - other.right);
      const down = Math.max(other.top - one.bottom, one.top - other.bottom);
      if (across < 2 && down < 2) found.push(`${label.textContent} (${across}, ${down})`);
    }
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav li a")) {
      const next = link.closest("li")?.nextElementSibling?.querySelector("a");
      if (!next || !seen(link) || !seen(next)) continue;
      const [one, other] = [link, next].map((each) => {
        const textRange = document.createRange();
        textRange.selectNodeContents(each);
        return textRange.getBoundingClientRect();
      });
      if (one === undefined || other === undefined || one.width < 2 || other.width < 2) continue;
      const isOneLine = Math.abs(one.top - other.top) < 4;
      if (isOneLine && other.left - one.right < 3) found.push(`${link.textContent}|${next.textContent}`);
    }
    return found;
  });
}
