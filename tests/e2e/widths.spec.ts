// Every page kind on the narrowest phones, a usual phone and a tablet: the document never scrolls sideways, nothing reaches over the edge, and on
// the tablet no table hides a column. The account's tables hide none on phones either.
import type { Page } from "playwright/test";
import { fillAccount } from "../support/full-account.ts";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { Reader } from "../support/sign-in.ts";
import { expect, test } from "./fixtures.ts";
import { outOfSight, unfold } from "./out-of-sight.ts";
import { test as ownTest } from "./own-site.ts";

for (const one of [test, ownTest])
  one.skip(
    ({ javaScriptEnabled }) => javaScriptEnabled === false,
    "without scripts the document is the same",
  );

const PHONES = [320, 390];
const TABLET = 768;
const HEIGHT = 900;
const SETTLES_WITHIN_MS = 3_000;

/** What stays out of sight: a window takes its new width, and its font, a moment after it was told. */
async function settled(page: Page, withTables: boolean): Promise<string[]> {
  const endsAt = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const { parts, tables } = await outOfSight(page);
    const found = [...parts, ...(withTables ? tables : [])];
    if (found.length === 0 || Date.now() > endsAt) return found;
  }
}

async function faultsOf(page: Page, kind: string, tablesFrom: number): Promise<string[]> {
  const faults: string[] = [];
  for (const isUnfolded of [false, true]) {
    if (isUnfolded) await unfold(page);
    for (const width of [...PHONES, TABLET]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const found = await settled(page, width >= tablesFrom);
      faults.push(...found.map((words) => `${kind} at ${width}${isUnfolded ? ", unfolded" : ""}: ${words}`));
    }
  }
  return faults;
}

for (const [kind, path] of Object.entries(PAGE_KINDS))
  test(`nothing is out of sight on a narrow window: ${kind}`, async ({ page }) => {
    await page.goto(path);
    expect(await faultsOf(page, kind, TABLET)).toEqual([]);
  });

ownTest("nothing of an account is out of sight on a narrow window", async ({ page, site, origin }) => {
  ownTest.setTimeout(300_000);
  const reader = new Reader(site);
  const pages = await fillAccount(site, reader);
  await page.context().addCookies([...reader.cookies].map(([name, value]) => ({ name, value, url: origin })));
  const faults: string[] = [];
  for (const [kind, path] of Object.entries(pages)) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
    faults.push(...(await faultsOf(page, kind, Math.min(...PHONES))));
  }
  expect(faults).toEqual([]);
});
