// The account's pages on the narrowest phones, a usual phone and a tablet: the document never scrolls sideways, no
// content is beyond the edge, and no table hides a column. accessibility.spec.ts tests public pages.
import { fillAccount } from "../support/full-account.ts";
import { TestUser } from "../support/sign-in.ts";
import { expect } from "./fixtures.ts";
import { narrowWindowFaults, PHONES } from "./out-of-sight.ts";
import { test } from "./own-site.ts";

const COMPARE_FOUR = `/algos/compare?${["ridgeline-condor", "monthly-seedling", "arclight-straddle", "palash-weekly-condor"].map((id) => `id=${id}`).join("&")}`;

test("account pages have no invisible content in a narrow window", async ({ page, site, origin }) => {
  test.setTimeout(300_000);
  const user = new TestUser(site);
  const pages = await fillAccount(site, user);
  await page.context().addCookies([...user.cookies].map(([name, value]) => ({ name, value, url: origin })));
  const faults: string[] = [];
  for (const [kind, path] of Object.entries(pages)) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
    faults.push(...(await narrowWindowFaults(page, kind, Math.min(...PHONES))));
  }
  expect(faults).toEqual([]);
  // A comparison of three or more algos shows the algo's name next to each value.
  await page.goto(`${origin}${COMPARE_FOUR}`);
  expect(await narrowWindowFaults(page, "compare, four", Math.min(...PHONES))).toEqual([]);
  // In a wide window, the panels of the start page are next to each other and have the same height.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${origin}/`);
  const columns = await page
    .locator(".portfolio-main > *")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  expect(columns.map(({ top }) => top)).toEqual([columns[0]?.top, columns[0]?.top]);
  for (const { bottom } of columns) expect(bottom).toBeCloseTo(columns[0]?.bottom ?? 0, 0);
});
