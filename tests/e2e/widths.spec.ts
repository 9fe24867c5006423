// The account's pages on the narrowest phones, a usual phone and a tablet: the document never scrolls sideways, nothing
// extends over the edge, and no table hides a column. The public page kinds are tested in accessibility.spec.ts.
import { fillAccount } from "../support/full-account.ts";
import { Reader } from "../support/sign-in.ts";
import { expect } from "./fixtures.ts";
import { narrowFaults, PHONES } from "./out-of-sight.ts";
import { test } from "./own-site.ts";

const FOUR = `/algos/compare?${["ridgeline-condor", "monthly-seedling", "arclight-straddle", "palash-weekly-condor"].map((id) => `id=${id}`).join("&")}`;

test("nothing of an account is out of sight on a narrow window", async ({ page, site, origin }) => {
  test.setTimeout(300_000);
  const reader = new Reader(site);
  const pages = await fillAccount(site, reader);
  await page.context().addCookies([...reader.cookies].map(([name, value]) => ({ name, value, url: origin })));
  const faults: string[] = [];
  for (const [kind, path] of Object.entries(pages)) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveCount(0);
    faults.push(...(await narrowFaults(page, kind, Math.min(...PHONES))));
  }
  expect(faults).toEqual([]);
  // A comparison of three or more algos shows the algo's name next to each value.
  await page.goto(`${origin}${FOUR}`);
  expect(await narrowFaults(page, "compare, four", Math.min(...PHONES))).toEqual([]);
  // Few algos leave no blank: what happened lies beneath them over the whole width.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [path, name] of [
    ["/", "What happened"],
    ["/algos/my-algos", "Latest events"],
  ] as const) {
    await page.goto(`${origin}${path}`);
    const events = await page.getByRole("region", { name }).boundingBox();
    expect(events?.width ?? 0, path).toBeGreaterThan(1_000);
  }
});
