// Calls for parts of the public specification that the sandbox does not have: each refusal contains the address of the
// part on the page "Not supported".
import { expect, it } from "vitest";
import { buildPath, fillExample } from "../../app/contract/trading-api/examples.ts";
import { NOT_SERVED, type NotServed } from "../../app/contract/trading-api/not-served.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST, TRADING_OPERATIONS } from "../../app/contract/trading-api/operations.ts";
import { rowsIn } from "../support/docs-blocks.ts";
import { codeOf, openDocsSite, retryWhileLimited } from "../support/docs-trials.ts";
import type { TradingResponse } from "../support/trading-client.ts";

const SEGMENTS = ["NSE_CURRENCY", "BSE_CURRENCY", "MCX_COMM"];
const PLACES = { orderId: "1", correlationId: "c", alertId: "1", highPrice: 1, strike: 1 };
const { site, open, docs } = openDocsSite();

/** Replaces each occurrence of a segment in an example, and counts the replacements. */
function inSegment(example: unknown, segment: string): { changed: unknown; count: number } {
  const text = JSON.stringify(example ?? null);
  const named = /(?<="(?:exchangeSegment|UnderlyingSeg)":)"\w+"|"(?:NSE_EQ|NSE_FNO|IDX_I)"(?=:)/g;
  return {
    changed: JSON.parse(text.replaceAll(named, `"${segment}"`)),
    count: text.match(named)?.length ?? 0,
  };
}
const nameOf = ({ method, path }: TradingOperation) => `${method.toUpperCase()} ${path}`;

/** Checks that the refusal links to the part's section of the not-served page, and that the section exists. */
async function expectPart({ body, text }: TradingResponse, part: NotServed): Promise<void> {
  expect(body.documentation, text).toBe(`${site().origin}/docs/v2/not-served#${part}`);
  expect((await site().get("/docs/v2/not-served")).text).toContain(`id="${part}"`);
}

it("every operation rejects a segment without contracts, and links to the reason", {
  timeout: 60_000,
}, async () => {
  const rows = rowsIn(await docs("not-served"), "Calls with a segment");
  const withSegment = TRADING_OPERATION_LIST.filter(({ example }) => inSegment(example, "").count > 0);
  expect(rows.map(([call]) => call).sort()).toEqual(withSegment.map(nameOf).sort());
  for (const segment of SEGMENTS) {
    const client = await open();
    for (const operation of withSegment as readonly TradingOperation[]) {
      const { path, query, body } = inSegment(fillExample(operation.example, PLACES), segment)
        .changed as TradingOperation["example"];
      const refused = await retryWhileLimited(() =>
        client.send(operation.method, buildPath(operation.path, path, query), body),
      );
      const [, code] = rows.find(([call]) => call === nameOf(operation)) ?? [];
      expect([operation.operationId, refused.status, codeOf(refused)]).toEqual([
        operation.operationId,
        400,
        code,
      ]);
      const message = refused.body.errorMessage ?? refused.body.data[code ?? ""];
      expect(message).toMatch(new RegExp(`^(?:[\\w.]+: )?${segment} is not supported; `));
      expect(message).not.toMatch(new RegExp(`${segment}.*${segment}`));
      await expectPart(refused, "segments");
    }
    expect((await client.send("get", "/orders")).body).toEqual([]);
  }
});

it("every productType field rejects the product types of former API versions", async () => {
  const client = await open();
  const position = { exchangeSegment: "NSE_EQ", securityId: "1333", positionType: "LONG", convertQty: 1 };
  for (const product of ["CO", "BO"])
    for (const refused of [
      await client.place({ productType: product }),
      await client.changed(TRADING_OPERATIONS.placeSuperOrder, { body: { productType: product } }, PLACES),
      await client.changed(TRADING_OPERATIONS.placeForeverOrder, { body: { productType: product } }, PLACES),
      await client.changed(TRADING_OPERATIONS.calculateMargin, { body: { productType: product } }, PLACES),
      await client.send("post", "/positions/convert", {
        ...position,
        fromProductType: "CNC",
        toProductType: product,
      }),
    ]) {
      expect([refused.status, codeOf(refused)], refused.text).toEqual([400, "DH-906"]);
      await expectPart(refused, "products");
    }
  expect((await client.example(TRADING_OPERATIONS.placeSuperOrder)).status).toBe(200);
});

it("a call of an unsupported operation is rejected with a link to the reason", async () => {
  const client = await open();
  expect(rowsIn(await docs("not-served"), "Not served").map(([what]) => what)).toEqual(
    Object.values(NOT_SERVED).map(({ what }) => what),
  );
  for (const [method, path, part] of [
    ["post", "/alerts/multi/orders", "several-orders"],
    ["get", "/globalstocks/orders", "global-stocks"],
    ["post", "/globalstocks/orders", "global-stocks"],
    ["delete", "/globalstocks/orders/1", "global-stocks"],
    ["get", "/globalstocks/marketstatus", "global-stocks"],
  ] as const) {
    const refused = await client.send(method, path);
    expect([refused.status, codeOf(refused)]).toEqual([404, "DH-905"]);
    await expectPart(refused, part);
  }
  const placed = await client.place({ quantity: 1 });
  const aSecond = /(\d+) a second/.exec(NOT_SERVED["several-orders"].instead)?.[1];
  expect([placed.status, placed.headers["ratelimit-limit"]]).toEqual([200, aSecond]);
  // A path that is not in the specification is an ordinary error.
  expect((await client.send("get", "/globalstocksx")).body.documentation).toContain("/errors#");
});
