// The code blocks that pages show for each operation: all exist, a test executes each, and a page shows the same blocks
// as its Markdown version.
import { readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { beforeAll, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { operationPath } from "../../app/docs/docs-path.ts";
import { DOCS_PAGES } from "../../app/docs/pages.server.ts";
import { type DocsBlock, readDocs } from "../support/docs-blocks.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";

let site: Site;
const pages = new Map<string, DocsBlock[]>();
beforeAll(async () => {
  site = await sharedSite();
  for (const { id } of DOCS_PAGES) pages.set(id, await readDocs(site, id));
});

/**
 * Test of each block that a page shows for an operation. In Markdown files, a comment names the test
 * (tests/docs-content.test.ts).
 */
const SAMPLES = [
  "tests/contract/samples.test.ts",
  ": the samples of %s output responses that match their schemas",
] as const;
const FIELDS = [
  "tests/contract/request-fields.test.ts",
  "%s: rejects each violation of a documented field with the field's name",
] as const;
const PROOFS: Readonly<Record<string, readonly [file: string, title: string]>> = {
  bash: SAMPLES,
  python: SAMPLES,
  typescript: SAMPLES,
  go: SAMPLES,
  json: [
    "tests/server/docs.test.ts",
    "describes every operation, and its recorded response matches the schema",
  ],
  "Path parameters": FIELDS,
  "Query parameters": FIELDS,
  Body: FIELDS,
  "Fields of the response": [
    "tests/contract/trading-api.test.ts",
    "%s: accepts its example and refuses invalid input, tokens and excess calls",
  ],
  Errors: [
    "tests/contract/statuses.test.ts",
    "%s: each documented status occurs, and each response matches the document",
  ],
};

/** Number of samples in languages other than the user's, which a page does not show. */
const OTHER_LANGUAGES: Readonly<Record<string, number>> = {
  postback: 3,
  "order-update": 1,
  "live-market-feed": 1,
  "20-market-depth": 1,
  "200-market-depth": 1,
};

/** Headings of the parts of operations in Markdown versions; in HTML these parts are separate pages. */
const OPERATION_HEADINGS = new Set(
  TRADING_OPERATION_LIST.flatMap(({ summary, method, path }) => [
    summary,
    `Response of ${method.toUpperCase()} ${path}`,
    `Errors of ${method.toUpperCase()} ${path}`,
  ]),
);

it("each kind of table or code block on operation pages is checked by a test", () => {
  const blocks = [...pages.values()].flat().filter(({ section }) => OPERATION_HEADINGS.has(section));
  const kinds = new Set(blocks.map((block) => (block.kind === "table" ? block.caption : block.language)));
  expect([...kinds].sort()).toEqual(Object.keys(PROOFS).sort());
  for (const [file, title] of Object.values(PROOFS))
    expect(readFileSync(file, "utf8"), file).toContain(title);
});

it("each operation has four samples, its request fields and a recorded response", () => {
  for (const operation of TRADING_OPERATION_LIST) {
    const blocks = (pages.get(operation.page) ?? []).filter(({ section }) => section === operation.summary);
    const languages = blocks.flatMap((block) => (block.kind === "code" ? [block.language] : []));
    expect(languages, operation.operationId).toEqual([
      "typescript",
      "python",
      "bash",
      "go",
      ...(operation.answer === "csv" ? [] : ["json"]),
    ]);
    const captions = blocks.flatMap((block) => (block.kind === "table" ? [block.caption] : []));
    expect(captions, operation.operationId).toEqual(
      Object.entries({
        "Path parameters": operation.pathParameters,
        "Query parameters": operation.query,
        Body: operation.body,
      }).flatMap(([caption, schema]) => (schema === undefined ? [] : [caption])),
    );
  }
});

it("pages show the same tables and code blocks as their Markdown versions", async () => {
  for (const [id, blocks] of pages) {
    const page = parse((await site.get(`/docs/v2/${id}`)).text);
    const written = blocks.filter(({ section }) => !OPERATION_HEADINGS.has(section));
    expect(
      page.querySelectorAll("main table caption").map((node) => node.text),
      id,
    ).toEqual(written.flatMap((block) => (block.kind === "table" ? [block.caption] : [])));
    const codes = written.filter((block) => block.kind === "code" && block.language !== "mermaid").length;
    expect(page.querySelectorAll("main pre").length, id).toBe(codes - (OTHER_LANGUAGES[id] ?? 0));
  }
});

it("each operation's page shows one sample and the recorded response", async () => {
  for (const operation of TRADING_OPERATION_LIST) {
    const page = parse((await site.get(operationPath(operation))).text);
    const codes = operation.answer === "csv" ? 1 : 2;
    expect(page.querySelectorAll("main pre").length, operation.operationId).toBe(codes);
  }
});
