// Runs axe on pages of the second brand, in both schemes, on a phone and a desktop. The brand has Hindi texts and
// different colours.
import { startSite } from "../support/site.ts";
import { axeFaults, faultsInBothSchemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const ALGOS = ["/algos", ALGO, "/algos/managers", "/algos/my-algos", "/algos/risk-disclosure"];
const PAGES = ["/", ...ALGOS, "/login", "/search?q=nifty", "/legal/terms", "/nothing-here"];

test("ten pages of the second brand pass axe's accessibility checks", async ({ page }) => {
  test.setTimeout(180_000);
  const site = await startSite({ BRAND_DIR: "server/brands/second" });
  try {
    const found: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${site.origin}${path}`);
      // An open menu of the list covers a filter, so the list is tested with closed menus.
      found.push(...(await (path === "/algos" ? axeFaults : faultsInBothSchemes)(page, path)));
    }
    expect(found).toEqual([]);
  } finally {
    await page.goto("about:blank");
    await site.stop("SIGKILL");
  }
});
