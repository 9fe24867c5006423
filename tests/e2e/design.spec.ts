// The page of components at two widths and in two schemes, compared with stored pictures. Half the resolution and a generous tolerance per
// pixel even out how machines smooth text; a changed colour, size or place is larger than both.
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

const TOLERANCE = {
  /** Difference of colour that counts as none, 0 to 1. */
  threshold: 0.25,
  /** Share of pixels that may differ. */
  maxDiffPixelRatio: 0.01,
};

for (const [width, scheme] of [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)
  test.describe(`${width} px, ${scheme}`, () => {
    // The style of the pictures is an inline one, which the policy of the site refuses.
    test.use({
      viewport: { width, height: 900 },
      deviceScaleFactor: 0.5,
      colorScheme: scheme,
      bypassCSP: true,
    });

    test("components look as their stored picture", async ({ page }) => {
      await page.goto("/design");
      await page.evaluate(() => document.fonts.ready);
      await expect(page.locator("#design")).toHaveScreenshot(`design-${width}-${scheme}.png`, {
        ...TOLERANCE,
        scale: "device",
        stylePath: join(import.meta.dirname, "design.css"),
      });
    });
  });
