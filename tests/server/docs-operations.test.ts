// The pages of operations in the documentation: their addresses, and the fields that are expanded.
import { parse } from "node-html-parser";
import { beforeAll, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { operationPath } from "../../app/docs/docs-path.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

it("each operation has a page, and the former anchor redirects to it", async () => {
  for (const operation of TRADING_OPERATION_LIST) {
    const path = operationPath(operation);
    const anchor = path.split("/").at(-1);
    const old = parse((await site.get(`/docs/v2/${operation.page}`)).text);
    for (const [id, to] of [
      [anchor, path],
      [`${anchor}-answer`, `${path}#${anchor}-answer`],
      [`${anchor}-errors`, `${path}#${anchor}-errors`],
    ]) {
      const row = old.querySelector(`#${id}`);
      expect([row?.getAttribute("href"), row?.hasAttribute("data-moved")], path).toEqual([to, true]);
    }
    const page = parse((await site.get(path)).text);
    expect(page.querySelectorAll("h1").map((node) => node.text)).toEqual([operation.summary]);
    expect(
      page.querySelector("nav[aria-label=Documentation] [aria-current=page]")?.getAttribute("href"),
    ).toBe(path);
  }
  for (const path of [
    "/docs/v2/orders/no-such",
    "/docs/v2/no-such/place-order",
    "/docs/v2/funds/place-order",
  ])
    expect((await site.get(path)).status, path).toBe(404);
});

it("an operation's page shows required fields, and collapses rarely used fields", async () => {
  const page = parse((await site.get("/docs/v2/orders/place-order")).text);
  const fields = (selector: string) =>
    page.querySelectorAll(`${selector} .docs-field`).map((node) => node.text);
  const body = "section[aria-labelledby=body]";
  const closed = fields(`${body} details`);
  expect(closed).toContain("disclosedQuantity");
  for (const name of ["securityId", "quantity", "price", "triggerPrice", "correlationId"])
    expect([fields(body).includes(name), closed.includes(name)], name).toEqual([true, false]);
  const wordCount = page.querySelector("main")?.structuredText.split(/\s+/).length ?? 0;
  expect(wordCount).toBeGreaterThan(300);
  expect(wordCount).toBeLessThan(1_500);
});
