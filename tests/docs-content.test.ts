// The Markdown files of the documentation: each is a page of the menu, every placeholder and link resolves, and a test
// executes every block of code and every table. A comment in the file names the test: `<!-- tested by FILE: TITLE -->`,
// or `<!-- untested: REASON -->`. The comment applies to the following blocks of its section, or to the complete page
// if it is before the first heading.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Token } from "marked";
import { describe, expect, it } from "vitest";
import { DATA_ERRORS, TRADING_ERRORS } from "../app/contract/trading-api/operations.ts";
import {
  ALL_SEGMENTS,
  AMO_TIMES,
  API_ORDER_TYPES,
  INSTRUMENT_TYPES,
  LEG_NAMES,
  PRODUCT_TYPES,
} from "../app/contract/trading-api/vocabulary.ts";
import { type Block, plainText } from "../app/docs/blocks.ts";
import { getContents } from "../app/docs/contents.ts";
import { INSERTS } from "../app/docs/inserts.ts";
import { DOCS_MENU } from "../app/docs/menu.ts";
import type { PageContents } from "../app/docs/page-source.ts";
import { docsPages, OVERVIEW, PAGE_SOURCES } from "../app/docs/pages.server.ts";
import { type ApiPlace, EXAMPLE_BASE_URL, sandboxPlace } from "../app/docs/place.ts";
import { placeholderValues } from "../app/docs/placeholders.ts";
import { ORDER_STATUSES } from "../app/domain/vocabulary.ts";

const FOLDER = "app/docs/content";
const SANDBOX = sandboxPlace("https://site.example");
/** A provider without configured addresses. */
const PROVIDER: ApiPlace = {
  origin: "https://site.example",
  rest: EXAMPLE_BASE_URL,
  auth: null,
  feed: null,
  depth: null,
  depth200: null,
  orderUpdate: null,
  instruments: null,
  supportEmail: "support@broker.example",
  hasSandbox: false,
};
const read = (file: string) => readFileSync(file, "utf8");
const files = readdirSync(FOLDER);
const markdown = files.map((file) => read(`${FOLDER}/${file}`)).join("\n");
const pagesAt = (place: ApiPlace) =>
  [OVERVIEW, ...docsPages(place.hasSandbox)].map((page) => ({
    ...page,
    contents: getContents(page, place),
  }));
const blocksOf = ({ opening, sections }: PageContents) => [
  ...opening,
  ...sections.flatMap(({ blocks, aside = [] }) => [...blocks, ...aside]),
];

describe("the documentation files and the menu", () => {
  it("each documentation file is in the menu once, and each menu entry has a file", () => {
    expect(["overview", ...Object.values(DOCS_MENU).flat()].sort()).toEqual(
      files.map((file) => file.replace(".md", "")).sort(),
    );
  });

  it.each([
    ["with a sandbox", SANDBOX],
    ["with a provider that names no addresses", PROVIDER],
  ])("no page has an unfilled placeholder on a site %s", (_, place) => {
    const pages = pagesAt(place);
    expect(pages.length).toBeGreaterThan(25);
    for (const { id, contents } of pages)
      expect(/\{\{\s*\w+/.exec(JSON.stringify(contents))?.[0], id).toBeUndefined();
  });

  it("every placeholder value and every inserted table is used on some page", () => {
    for (const name of Object.keys(placeholderValues(SANDBOX)))
      expect(markdown, name).toContain(`{{${name}}}`);
    for (const name of Object.keys(INSERTS)) expect(markdown, name).toContain(`{{insert ${name}}}`);
  });

  it("anchors are unique on each page", () => {
    for (const place of [SANDBOX, PROVIDER])
      for (const { id, contents } of pagesAt(place)) {
        const anchors = contents.sections.map((section) => section.id);
        expect(new Set(anchors).size, `${id}: ${anchors}`).toBe(anchors.length);
      }
  });
});

describe("links", () => {
  const linksOf = (block: Block): string[] => {
    if (block.kind === "links") return block.items.map(({ to }) => to);
    const inlineTexts = block.kind === "text" ? [block.text] : block.kind === "list" ? block.items : [];
    return inlineTexts.flatMap((one) => (typeof one === "string" ? [] : one.flatMap(({ to }) => to ?? [])));
  };
  /** Pages of the site without a Markdown file. */
  const OTHERS =
    /^\/sandbox\/portal$|^\/docs\/v2\/(?:playground(?:\?op=\w+)?|\w+\.(?:json|yaml|atom)|requests\.http)$/;

  it.each([
    ["with a sandbox", SANDBOX],
    ["with a provider", PROVIDER],
  ])("target an existing page and anchor on a site %s", (_, place) => {
    const pages = pagesAt(place);
    const targets = new Set(
      pages.flatMap(({ id, contents }) => [
        id === OVERVIEW.id ? "/docs/v2/" : `/docs/v2/${id}`,
        ...blocksOf(contents).flatMap((block) =>
          block.kind === "table" ? (block.ids ?? []).map((row) => `/docs/v2/${id}#${row}`) : [],
        ),
        ...contents.sections.map((section) => `/docs/v2/${id}#${section.id}`),
      ]),
    );
    const links = pages.flatMap(({ id, contents }) =>
      blocksOf(contents).flatMap((block) => linksOf(block).map((to) => ({ id, to }))),
    );
    expect(links.length).toBeGreaterThan(20);
    const dead = links.filter(({ to }) => to.startsWith("/") && !targets.has(to) && !OTHERS.test(to));
    expect(dead).toEqual([]);
  });
});

describe("the annexure", () => {
  const blocks = blocksOf(getContents({ id: "annexure" }, SANDBOX));
  it.each([
    ["Exchange segments", [...ALL_SEGMENTS].sort()],
    ["Product types", [...PRODUCT_TYPES].sort()],
    ["Order types", [...API_ORDER_TYPES].sort()],
    ["States of an order", [...ORDER_STATUSES, "CLOSED", "TRIGGERED", "CONFIRM"].sort()],
    ["Legs", [...LEG_NAMES].sort()],
    ["Times of after-market orders", [...AMO_TIMES].sort()],
    ["Instrument types", [...INSTRUMENT_TYPES].sort()],
  ])("lists the contract's values under %s", (caption, values) => {
    const table = blocks.find((block) => block.kind === "table" && block.caption === caption);
    const listed = table?.kind === "table" ? table.rows.flatMap(([first = ""]) => first.split(", ")) : [];
    expect(listed.sort()).toEqual(values);
  });
});

it("the errors page names the codes that are safe to retry", () => {
  const [first] = getContents({ id: "errors" }, SANDBOX).opening;
  const text = first?.kind === "text" ? plainText(first.text) : "";
  expect(text.match(/DH-\d+|\b8\d\d/g)).toEqual(
    [...TRADING_ERRORS, ...DATA_ERRORS].flatMap(({ code, isSafeToRetry }) => (isSafeToRetry ? [code] : [])),
  );
});

it("links replace the sections that moved from the page of the sandbox", () => {
  const { sections } = getContents({ id: "sandbox" }, SANDBOX);
  const moved = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "links" ? block.items.flatMap((item) => item.movedFrom ?? []) : [],
    ),
  );
  expect(moved).toEqual(["behaviours", "market", "dated-contracts", "dated-charges", "dated-days", "ci"]);
});

describe("blocks of code and tables", () => {
  const PROOF = /^<!-- (?:tested by \S+|untested): .+ -->$/;
  const isExecuted = ({ type, raw }: Token) =>
    type === "code" || type === "table" || /^\{\{(?:insert|drawing) /.test(raw);

  /** Returns the blocks of a page that no comment applies to. */
  function uncovered(tokens: readonly Token[]): string[] {
    let ofPage = false;
    let ofSection = false;
    let isOpening = true;
    return tokens.flatMap((token) => {
      if (token.type === "heading") {
        isOpening = false;
        ofSection = false;
      }
      if (token.type === "html" && PROOF.test(token.raw.trim())) {
        if (isOpening) ofPage = true;
        else ofSection = true;
      }
      return isExecuted(token) && !ofPage && !ofSection ? [token.raw.slice(0, 60)] : [];
    });
  }

  it.each(files)("%s cites a test for each block of code and each table", (file) => {
    expect(uncovered(PAGE_SOURCES.get(file.replace(".md", ""))?.tokens ?? [])).toEqual([]);
  });

  it("the citations refer only to tests that exist", () => {
    const named = [...markdown.matchAll(/<!-- tested by (\S+): (.*) -->/g)];
    expect(named.length).toBeGreaterThan(40);
    for (const [, file = "", title = ""] of named) {
      expect(existsSync(file), file).toBe(true);
      expect(read(file), `${file}: ${title}`).toContain(title);
    }
    for (const [, reason = ""] of markdown.matchAll(/<!-- untested: (.*) -->/g))
      expect(reason.length).toBeGreaterThan(20);
  });

  it("Markdown contains no comments except citations of tests", () => {
    const comments = markdown.match(/<!--.*?-->/gs) ?? [];
    expect(comments.filter((comment) => !PROOF.test(comment))).toEqual([]);
  });
});

describe("values that replace placeholders", () => {
  it("add no Markdown markup to paragraphs and lists", () => {
    const inlineTexts = pagesAt(SANDBOX).flatMap(({ contents }) =>
      blocksOf(contents).flatMap((block) =>
        block.kind === "text" ? [block.text] : block.kind === "list" ? block.items : [],
      ),
    );
    expect(inlineTexts.map(plainText).filter((text) => /`|\*\*|\]\(/.test(text))).toEqual([]);
  });
});
