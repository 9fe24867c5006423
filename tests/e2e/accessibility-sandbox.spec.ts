// axe on the sandbox's own pages: signing in with its faults, the portal with everything on it, a partner platform; in both schemes, on a
// phone and a desktop, and nothing wider than the phone.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import { signIn, test } from "./own-site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] };
type Axe = { run(options: unknown): Promise<{ violations: Violation[] }> };

async function faultsOf(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.locator("details").evaluateAll((all) => {
      for (const details of all) details.setAttribute("open", "");
    });
    await page.evaluate(axe);
    const violations = await page.evaluate(
      async (tags) => (await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly: tags })).violations,
      TAGS,
    );
    for (const { id, nodes } of violations)
      found.push(
        `${where}, ${colorScheme} ${width}: ${id}: ${nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`).join(" | ")}`,
      );
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) found.push(`${where}, ${width}: ${overflow}px too wide`);
  }
  return found;
}

test("axe finds nothing on the sandbox's pages", async ({ page, origin, request }) => {
  test.setTimeout(120_000);
  const found: string[] = [];
  const look = async (where: string) => found.push(...(await faultsOf(page, where)));
  await page.goto(`${origin}/sandbox/platforms/chartline`);
  await look("platform");
  await page.getByRole("button", { name: "Connect your Meridian account" }).click();
  await look("consent");
  await page.getByLabel("Client id").fill("12");
  await page.getByRole("button", { name: "Continue" }).click();
  await look("consent, refused");
  await signIn(page);
  await expect(page.getByText("Connected to account")).toBeVisible();
  await look("platform, connected");

  await page.goto(`${origin}/sandbox/portal`);
  await look("way in");
  await page.getByRole("button", { name: "Make an account" }).click();
  const token = (await page.getByRole("status").locator("dd code").nth(1).textContent()) ?? "";
  await look("overview, with secrets");
  const order = {
    transactionType: "BUY",
    exchangeSegment: "NSE_EQ",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    securityId: "1333",
    quantity: 1,
  };
  await request.post(`${origin}/sandbox/v2/orders`, { headers: { "access-token": token }, data: order });
  for (const place of ["", "/apps", "/tokens", "/postbacks", "/requests", "/clock"]) {
    await page.goto(`${origin}/sandbox/portal${place}`);
    await look(`portal${place}`);
  }
  await page.goto(`${origin}/sandbox/portal/requests`);
  await page.getByRole("link", { name: "POST /v2/orders" }).click();
  await look("one request");
  expect(found).toEqual([]);
});
