// axe (WCAG 2.0 to 2.2, A and AA) on every page kind, in both schemes, on a phone and a desktop; and the same words with
// and without scripts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { expect, test } from "./fixtures.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const KINDS = { ...PAGE_KINDS, "404": "/nowhere" };

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };

for (const [kind, path] of Object.entries(KINDS))
  test(`axe finds nothing: ${kind}`, async ({ page }) => {
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      // Folded parts are looked at too.
      await page.locator("details").evaluateAll((all) => {
        for (const details of all) if (!details.closest("header")) details.setAttribute("open", "");
      });
      await page.evaluate(axe);
      const violations = await page.evaluate(async (tags) => {
        const runner = (
          globalThis as unknown as { axe: { run(o: unknown): Promise<{ violations: Violation[] }> } }
        ).axe;
        return (await runner.run({ runOnly: tags })).violations;
      }, TAGS);
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${colorScheme} ${width}: ${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`).join(" | ")}`,
        ),
      ).toEqual([]);
    }
  });

test("the open menu has no faults either", async ({ page }) => {
  await page.goto("/algos");
  await page.locator("summary", { hasText: "Discover" }).click();
  await page.evaluate(axe);
  const violations = await page.evaluate(async (tags) => {
    const runner = (
      globalThis as unknown as { axe: { run(o: unknown): Promise<{ violations: Violation[] }> } }
    ).axe;
    return (await runner.run({ runOnly: tags })).violations.map((violation) => violation.id);
  }, TAGS);
  expect(violations).toEqual([]);
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
