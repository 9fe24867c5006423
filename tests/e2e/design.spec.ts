// Compares the page of components with stored pictures, at two widths and in two schemes. Half resolution and a
// tolerance per pixel hide differences in text rendering; a changed colour, size or position exceeds them.
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";

const TOLERANCE = {
  /** Colour difference that is ignored, from 0 to 1. */
  threshold: 0.25,
  /** Permitted share of different pixels. */
  maxDiffPixelRatio: 0.01,
};

for (const [width, scheme] of [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)
  test.describe(`${width} px, ${scheme}`, () => {
    // The pictures need an inline style, which the site's policy would block.
    test.use({
      viewport: { width, height: 900 },
      deviceScaleFactor: 0.5,
      colorScheme: scheme,
      bypassCSP: true,
    });

    test("components match their reference screenshots", async ({ page }) => {
      await page.goto("/design");
      await page.evaluate(() => document.fonts.ready);
      await expect(page.locator("#design")).toHaveScreenshot(`design-${width}-${scheme}.png`, {
        ...TOLERANCE,
        scale: "device",
        stylePath: join(import.meta.dirname, "design.css"),
      });
    });
  });
