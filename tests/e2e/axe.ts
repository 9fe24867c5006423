// Runs axe (WCAG 2.0 to 2.2, A and AA) on a page in both colour schemes, on a phone and a desktop, with collapsed parts
// opened. No content may be wider than the phone.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCHEMES_AND_SIZES = [
  ["light", 1280],
  ["dark", 390],
] as const;
const HEIGHT_PX = 900;

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };
type Axe = { run(options: unknown): Promise<{ violations: Violation[] }> };

/** Returns the axe findings of the current page, one line per fault. Each line begins with `where`. */
export async function axeFaults(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (tags) =>
      (
        await (globalThis as unknown as { axe: Axe }).axe.run({
          runOnly: tags,
          // Limits the results of passed rules to one node each, because they are not used.
          resultTypes: ["violations"],
        })
      ).violations,
    TAGS,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`).join(" | ")}`,
  );
}

/** Returns the axe findings of a page in both colour schemes. */
export async function faultsInBothSchemes(page: Page, where: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [colorScheme, width] of SCHEMES_AND_SIZES) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
      // After a change of scheme, some elements keep their old colours until the next layout.
      const root = document.documentElement;
      root.style.display = "none";
      root.getBoundingClientRect();
      root.style.removeProperty("display");
      return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    });
    faults.push(...(await axeFaults(page, `${where}, ${colorScheme} ${width}`)));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${where}, ${width}: ${overflow}px too wide`);
  }
  return faults;
}
