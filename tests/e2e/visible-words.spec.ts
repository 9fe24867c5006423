// Limits the number of visible words on one page of each type, so that pages stay short. Collapsed disclosures are not
// counted.
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { goToReview, test as signedIn, signIn } from "./own-client.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const MAX_WORDS: Record<string, number> = {
  "/": 350,
  "/algos": 550,
  "/algos?view=table": 500,
  [ALGO]: 600,
  "/algos/managers/banyan-systematic/monthly-seedling": 600,
  [`${ALGO}?tab=performance`]: 500,
  [`${ALGO}?tab=figures`]: 400,
  "/algos/compare": 250,
  "/algos/portfolio": 280,
  "/algos/compare?id=ridgeline-condor&id=monthly-seedling&id=pocket-tide": 620,
  "/algos/portfolio?id=ridgeline-condor&id=monthly-seedling": 620,
  "/algos/managers": 250,
  "/algos/managers/kestrel-ridge": 560,
  "/algos/by-risk-tolerance/low-risk-algo": 450,
  [`${ALGO}?tab=trades`]: 500,
  "/algos/find": 150,
  "/algos/find?capital=500000&risk=Medium&instrument=Index": 520,
  "/algos/risk-methodology": 550,
  "/evidence": 320,
  "/markets": 480,
  "/markets/IDX_I/13": 260,
  "/markets/IDX_I/13/option-chain": 680,
  "/trading-apis": 420,
  "/trading-apis/fintechs": 320,
  "/docs/v2/": 450,
  "/docs/v2/orders": 460,
  "/docs/v2/orders/place-order": 850,
  "/docs/v2/playground?op=placeSuperOrder": 750,
  "/search?q=nifty": 420,
  "/status": 220,
  "/support": 190,
};
/** The same for pages of a signed-in user without algos. */
const MAX_ACCOUNT_WORDS: Record<string, number> = {
  "/algos/my-algos": 200,
  "/algos/my-algos/positions": 160,
  "/algos/my-algos/orders": 140,
  "/algos/my-algos/statements": 200,
  "/algos/my-algos/kill-switch": 160,
  "/algos/my-algos/limits": 160,
  "/account/notifications": 190,
  "/account/sessions": 160,
};
/** Every page has more words than this, unless it is an error page or empty. */
const WORDS_MIN = 50;
/** Maximum number of words of a card. A card without a record states the reason and the limits of the algo's rules. */
const MAX_CARD_WORDS = 30;
const MAX_CARD_WORDS_WITHOUT_RECORD = 42;

const countOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

async function checkCounts(page: Page, limits: Record<string, number>, origin = ""): Promise<void> {
  for (const [path, most] of Object.entries(limits)) {
    await page.goto(`${origin}${path}`);
    const wordCount = countOf(await page.locator("main").innerText());
    expect.soft(wordCount, path).toBeGreaterThan(WORDS_MIN);
    expect.soft(wordCount, path).toBeLessThanOrEqual(most);
  }
}

test("each page has at most its maximum number of visible words", { tag: "@once" }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await checkCounts(page, MAX_WORDS);
});

signedIn(
  "account pages have at most their maximum number of visible words",
  { tag: "@once" },
  async ({ page, origin }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${origin}/login`);
    await signIn(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await checkCounts(page, MAX_ACCOUNT_WORDS, origin);
  },
);

signedIn(
  "the review of a live deployment has at most 150 words before the signature",
  async ({ page, origin }) => {
    await page.goto(`${origin}/login?to=${encodeURIComponent(`${ALGO}/deploy`)}`);
    await signIn(page);
    await page.getByRole("checkbox", { name: "I have read these risk disclosures." }).check();
    await page.getByRole("button", { name: "Acknowledge and continue" }).click();
    await page.getByLabel("Amount, in rupees").fill("2,00,000");
    await goToReview(page);
    await expect(page.getByRole("checkbox", { name: "I have read this" })).toBeVisible();
    const mainText = await page.getByRole("main").innerText();
    const signature = mainText.indexOf("I have read this");
    expect(signature).toBeGreaterThan(0);
    expect(countOf(mainText.slice(0, signature))).toBeLessThanOrEqual(150);
  },
);

test(`a card with a record has at most ${MAX_CARD_WORDS} visible words`, { tag: "@once" }, async ({
  page,
}) => {
  await page.goto("/algos");
  const cards = page.getByRole("article");
  expect(await cards.count()).toBeGreaterThan(3);
  let withRecord = 0;
  for (const card of await cards.all()) {
    const hidden = (await card.locator(".sr-only").allInnerTexts()).join(" ");
    const visibleCount = countOf(await card.innerText()) - countOf(hidden);
    const hasRecord = (await card.locator(".card-curve svg").count()) > 0;
    if (hasRecord) withRecord += 1;
    expect(visibleCount).toBeLessThanOrEqual(hasRecord ? MAX_CARD_WORDS : MAX_CARD_WORDS_WITHOUT_RECORD);
  }
  expect(withRecord).toBeGreaterThan(0);
});
