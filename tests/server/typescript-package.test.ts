// The TypeScript client as a package: results of package linters on the served archive, the size of its types, and its
// examples, which run unchanged.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const ARCHIVE = "/docs/v2/clients/typescript/trading-api-client.tgz";
const EXAMPLES = readdirSync("server/sdk/typescript/examples");

let site: Site;
let folder: string;
let installed: string;
beforeAll(async () => {
  site = await sharedSite();
  folder = mkdtempSync(join(tmpdir(), "package-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", `${site.origin}${ARCHIVE}`], {
    cwd: folder,
  });
  installed = join(folder, "node_modules/trading-api-client");
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the archive", () => {
  it("passes publint without findings", { timeout: 60_000 }, async () => {
    const { messages } = await publint({ pkgDir: installed, level: "suggestion", strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it("has TypeScript types that every module resolver finds", { timeout: 60_000 }, async () => {
    const archive = (await site.get(ARCHIVE)).body;
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(archive)));
    if (!analysis.types) throw new Error("the package has no types");
    // The package has only ES modules, so Node's require and the resolver of Node 10 cannot load it.
    const found = analysis.problems.filter(
      (problem) =>
        !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
    );
    expect(found).toEqual([]);
  });

  it("has the MIT licence in archive and README, and contains sources and source maps", () => {
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest.license).toBe("MIT");
    expect(readFileSync(join(installed, "LICENSE"), "utf8")).toContain("MIT License");
    expect(readFileSync(join(installed, "README.md"), "utf8")).toContain("MIT, see LICENSE");
    for (const kind of [".js", ".d.ts"]) {
      const map = JSON.parse(readFileSync(join(installed, `dist/http${kind}.map`), "utf8"));
      expect(statSync(join(installed, "dist", map.sources[0])).isFile()).toBe(true);
    }
  });

  it("has types of at most 200 kB that compile in a strict program", { timeout: 60_000 }, () => {
    const bytes = statSync(join(installed, "dist/schema.d.ts")).size;
    expect(bytes).toBeLessThan(200_000);
    const file = join(folder, "typed.ts");
    writeFileSync(
      file,
      `import { TradingClient, type OrderRecord, type PlaceOrder, TradingApiError } from "trading-api-client";
const client = new TradingClient({ baseUrl: "http://localhost/v2", accessToken: "t" });
const order: PlaceOrder = { transactionType: "BUY", exchangeSegment: "NSE_EQ", productType: "INTRADAY", orderType: "MARKET", validity: "DAY", securityId: "1333", quantity: 5 };
export const placed: Promise<{ orderId: string }> = client.placeOrder(order);
export const orders: Promise<OrderRecord[]> = client.listOrders();
export const cursor: Promise<string | null> = client.listOrders({ limit: 2 }).then(({ nextCursor }) => nextCursor);
export const changed = client.modifyOrder({ orderId: "1" }, { orderType: "LIMIT", quantity: 4, price: 950, validity: "DAY" });
export const ledger = client.listLedger({ "from-date": "2026-11-01", "to-date": "2026-11-20" });
export const isFault = (fault: unknown) => fault instanceof TradingApiError && fault.isOutcomeUnknown;
// @ts-expect-error A side that does not exist.
void client.placeOrder({ ...order, transactionType: "HOLD" });
`,
    );
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ["node"],
      typeRoots: [join(process.cwd(), "node_modules/@types")],
      paths: { ws: [join(process.cwd(), "node_modules/@types/ws/index.d.ts")] },
    });
    expect(
      ts
        .getPreEmitDiagnostics(program)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ).toEqual([]);
  });
});

const PRINTED: Record<string, RegExp> = {
  "first-order.mjs": /^HDFCBANK: 5\n$/,
  "stream-prices.mjs": /^(?:(?:NSE_EQ:1333|IDX_I:13) [\d.]+\n){5}$/,
  "option-chain.mjs": /^(?:\d+ (?:[\d.]+|-) (?:[\d.]+|-)\n){3,}$/,
  "handle-errors.mjs": /^400 DH-905: [^\n]*quantity[^\n]*\n(?:.*\n)*12 quotes\n$/,
};

describe("examples", () => {
  it.each(EXAMPLES)("%s runs unchanged and prints the expected output", { timeout: 60_000 }, async (name) => {
    const { account } = await TradingClient.open(`${site.origin}/sandbox`);
    const { stdout } = await run(process.execPath, [join(installed, "examples", name)], {
      timeout: 40_000,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        BASE_URL: `${site.origin}/sandbox/v2`,
        ACCESS_TOKEN: account.accessToken,
        CLIENT_ID: account.dhanClientId,
      },
    });
    expect(stdout).toMatch(PRINTED[name] ?? /^never$/);
  });
});
