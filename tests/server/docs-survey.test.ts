// Every code block and every table of the documentation, as its pages are built, is executed by a test or has a reason why not.
import { existsSync, readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anchorOf } from "../../app/docs/operation-section.ts";
import { DOCS_PAGES } from "../../app/docs/pages.ts";
import { TRADING_OPERATION_LIST } from "../../app/wire/trading-api/operations.ts";
import { type DocsBlock, readDocs } from "../support/docs-blocks.ts";
import { namesOf, PROOFS, proofOf, REGISTERED } from "../support/docs-register.ts";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
const pages = new Map<string, DocsBlock[]>();
beforeAll(async () => {
  site = await startSite();
  for (const { id } of DOCS_PAGES) pages.set(id, await readDocs(site, id));
});
afterAll(() => site.stop());

const SUMMARIES = new Set(
  TRADING_OPERATION_LIST.flatMap(({ summary, method, path }) => [
    summary,
    `Answer of ${method.toUpperCase()} ${path}`,
    `Errors of ${method.toUpperCase()} ${path}`,
  ]),
);
const isOperation = ({ section }: DocsBlock) => SUMMARIES.has(section);
/** Every block of a page with the name that it is registered by. */
const named = (blocks: readonly DocsBlock[]) => {
  const names = namesOf(blocks.filter((block) => !isOperation(block)));
  return blocks.map((block) => ({ block, name: isOperation(block) ? "" : (names.shift() ?? "") }));
};

it("no block is without a test or a reason, and the register names no block that is not there", () => {
  const without: string[] = [];
  const met = new Set<string>();
  for (const [page, blocks] of pages)
    for (const { block, name } of named(blocks)) {
      met.add(`${page}: ${name}`);
      if (proofOf(block, name, isOperation(block)) === undefined)
        without.push(`${page}: ${name === "" ? `${block.section} / ${block.kind}` : name}`);
    }
  expect(without).toEqual([]);
  expect(REGISTERED.filter((entry) => !met.has(entry))).toEqual([]);
});

it("each operation has its four samples and its table of errors, and what it takes and answers", () => {
  for (const operation of TRADING_OPERATION_LIST) {
    const blocks = (pages.get(operation.page) ?? []).filter(({ section }) => section === operation.summary);
    const languages = blocks.flatMap((block) => (block.kind === "code" ? [block.language] : []));
    expect(languages, operation.operationId).toEqual([
      "bash",
      "python",
      "typescript",
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

it("the test that is named for a block is there", () => {
  for (const proof of PROOFS) {
    if ("because" in proof) {
      expect(proof.because.length).toBeGreaterThan(20);
      continue;
    }
    expect(existsSync(proof.test), proof.test).toBe(true);
    expect(readFileSync(proof.test, "utf8"), `${proof.test}: ${proof.named}`).toContain(proof.named);
  }
});

it("a page shows the blocks of its twin, and no others", async () => {
  for (const [id, blocks] of pages) {
    const page = parse((await site.get(`/docs/v2/${id}`)).text);
    expect(
      page.querySelectorAll("main table caption").map((node) => node.text),
      id,
    ).toEqual(blocks.flatMap((block) => (block.kind === "table" ? [block.caption] : [])));
    const samples = TRADING_OPERATION_LIST.filter((operation) => operation.page === id).map(anchorOf);
    const codes = blocks.filter((block) => block.kind === "code" && block.language !== "mermaid").length;
    // A page shows samples in the reader's language alone.
    const displayedOnce = samples.length + (id === "postback" ? 1 : 0);
    expect(page.querySelectorAll("main pre").length, id).toBe(codes - 3 * displayedOnce);
  }
});
