// Limits the number of visible words on one page of each type, so that pages stay short. Collapsed disclosures are not
// counted.
import { expect, test } from "./fixtures.ts";
import { goToReview, test as signedIn, signIn } from "./own-client.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const MAX_WORDS: Record<string, number> = {
  "/": 350,
  "/algos": 550,
  "/algos?view=table": 500,
  [ALGO]: 600,
  [`${ALGO}?tab=performance`]: 500,
  [`${ALGO}?tab=figures`]: 400,
  "/algos/compare?id=ridgeline-condor&id=monthly-seedling&id=pocket-tide": 620,
  "/algos/portfolio?id=ridgeline-condor&id=monthly-seedling": 620,
  "/algos/managers": 250,
  [`${ALGO}?tab=trades`]: 500,
  "/algos/find?capital=500000&risk=Medium&instrument=Index": 520,
};
/** Every page has more words than this, unless it is an error page or empty. */
const WORDS_MIN = 50;
/**
 * Maximum number of words of a card. A card with a record has about 30 words; a card without a record states the reason
 * and the limits of the algo's rules.
 */
const MAX_CARD_WORDS = 42;

const countOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

test("each page has at most its maximum number of visible words", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [path, most] of Object.entries(MAX_WORDS)) {
    await page.goto(path);
    const wordCount = countOf(await page.locator("main").innerText());
    expect.soft(wordCount, path).toBeGreaterThan(WORDS_MIN);
    expect.soft(wordCount, path).toBeLessThanOrEqual(most);
  }
});

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

test(`a card in the algo list has at most ${MAX_CARD_WORDS} visible words`, async ({ page }) => {
  await page.goto("/algos");
  const cards = page.getByRole("article");
  expect(await cards.count()).toBeGreaterThan(3);
  for (const card of await cards.all())
    expect(countOf(await card.innerText())).toBeLessThanOrEqual(MAX_CARD_WORDS);
});
