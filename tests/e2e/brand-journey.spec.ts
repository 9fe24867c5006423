// One journey on the site of each brand, with the brand's texts: start page, list, algo, sign-in, paper deployment,
// portfolio, stop.
import { SECOND_BRAND, textsOf } from "../support/brand-texts.ts";
import { faultsInBothSchemes } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { signIn, test, untilVisible } from "./own-client.ts";

const ALGO = "Monthly Seedling";

for (const [brandDir, language] of [
  [null, "en-IN"],
  [SECOND_BRAND, "hi-IN"],
] as const)
  test.describe(`a site in ${language}`, () => {
    test.use({ brandDir });

    test("lets a user start a paper deployment from the start page, and stop it", async ({
      page,
      origin,
      javaScriptEnabled,
    }) => {
      test.setTimeout(300_000);
      const hasScripts = javaScriptEnabled !== false;
      const pageTexts = textsOf(brandDir);
      const faults: string[] = [];
      /** Runs axe on the pages of the second brand; other files test the first brand. */
      const examine = async (name: string) => {
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        if (brandDir !== null && hasScripts) faults.push(...(await faultsInBothSchemes(page, name)));
      };
      const link = (path: string) =>
        page.locator("main").getByRole("link", { name: pageTexts(path), exact: true });
      const button = (path: string) => page.getByRole("button", { name: pageTexts(path), exact: true });

      await page.goto(`${origin}/`);
      await examine("start page");
      await link("frame.home.seeTheAlgos").click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        pageTexts("marketplace.allAlgos.algos"),
      );
      await page.goto(`${origin}/algos?q=${encodeURIComponent(ALGO)}`);
      await page.getByRole("link", { name: ALGO, exact: true }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(ALGO);
      await examine("algo");
      await page.locator("main a[href*='/deploy']:visible").first().click();
      await signIn(page);

      await page.getByLabel(pageTexts("deploy.termsForm.amountInRupees")).fill("20,000");
      await page.getByLabel(pageTexts("deploy.termsForm.dailyLossLimit")).fill("900");
      await examine("terms");
      await button("deploy.termsForm.startOnPaper").click();
      await expect(page.getByText(pageTexts("deployment.parts.deployed"))).toBeVisible();
      await examine("deployment");

      await page.goto(`${origin}/algos/my-algos?mode=paper`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(pageTexts("myAlgos.page.title"));
      await examine("portfolio");
      await page
        .getByRole("link", { name: new RegExp(`^${ALGO}`) })
        .first()
        .click();
      await link("deploymentTexts.VERB_TEXTS.stop.button").click();
      await examine("stop");
      await button("deploymentTexts.VERB_TEXTS.stop.button").click();
      await untilVisible(page, hasScripts, pageTexts("deploymentTexts.DEPLOYMENT_STATE_LABELS.stopped"));
      await examine("stopped deployment");
      await page.goto(`${origin}/algos/my-algos?mode=paper`);
      await page.locator("summary", { hasText: pageTexts("myAlgos.page.endedAlgos") }).click();
      await expect(
        page.getByRole("table", { name: pageTexts("portfolio.algoTable.endedAlgos") }),
      ).toContainText(ALGO);
      expect(faults).toEqual([]);
    });
  });
