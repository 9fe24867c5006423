// axe (WCAG 2.0 to 2.2, A and AA) on every page kind, in both schemes, on a phone and a desktop; and the same words with
// and without scripts.
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { axeFaults, faultsInBothLooks } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const KINDS = { ...PAGE_KINDS, "404": "/nowhere" };

for (const [kind, path] of Object.entries(KINDS))
  test(`axe finds nothing: ${kind}`, async ({ page }) => {
    await page.goto(path);
    expect(await faultsInBothLooks(page, kind)).toEqual([]);
  });

test("the open menu has no faults either", async ({ page }) => {
  await page.goto("/algos");
  await page.locator("summary", { hasText: "Discover" }).click();
  expect(await axeFaults(page, "menu")).toEqual([]);
});

test("pages say the same with and without scripts", async ({ page, browser, baseURL }) => {
  const bare = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const other = await bare.newPage();
  for (const path of Object.values(PAGE_KINDS)) {
    await page.goto(path);
    await other.goto(path);
    const [words, otherWords] = await Promise.all(
      [page, other].map((view) =>
        view.locator("main").evaluate((main) => {
          const copy = main.cloneNode(true) as Element;
          // Prices have moved on between the two looks; the bar above them differs by design.
          const moving =
            "[data-live], [data-depth], [data-depth-state], [data-depth-time], [data-live-bar], .code-copy";
          for (const element of copy.querySelectorAll(`${moving}, [role=status]`)) element.remove();
          return (copy.textContent ?? "").split(/\s+/);
        }),
      ),
    );
    const difference = (words ?? []).filter((word) => !(otherWords ?? []).includes(word));
    // The playground's example carries a correlation id of its own each time it is shown.
    expect(difference.length, path).toBeLessThanOrEqual(path.includes("/playground") ? 6 : 2);
  }
  await bare.close();
});
