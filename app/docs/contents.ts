// The content of each page: its Markdown file, and a section for each operation that the contract assigns to the page.
import { LRUCache } from "lru-cache";
import { isSandboxPage } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { type Block, type Inline, plainText, type Section } from "./blocks.ts";
import { operationSections } from "./operation-section.ts";
import { fillPage, type PageContents } from "./page-source.ts";
import { type DocsPage, sourceOf } from "./pages.server.ts";
import type { ApiPlace } from "./place.ts";

/** Cache size: pages times places of the API (place.ts); a site has one or two. */
const cache = new LRUCache<string, PageContents>({ max: 200 });

/** The contents of a page, cached by the place of the API. Without a sandbox, text about it is omitted. */
export function contentsOf({ id }: Pick<DocsPage, "id">, place: ApiPlace): PageContents {
  const key = `${id} ${JSON.stringify(place)}`;
  const contents = cache.get(key) ?? computeContents(id, place);
  cache.set(key, contents);
  return contents;
}

/** Returns the operations that the page describes. */
export function operationsOf(id: string, hasSandbox: boolean) {
  return TRADING_OPERATION_LIST.filter(({ page }) => page === id && (hasSandbox || !isSandboxPage(page)));
}

function computeContents(id: string, place: ApiPlace): PageContents {
  const { opening, sections: written } = fillPage(sourceOf(id), place);
  const operations = operationsOf(id, place.hasSandbox);
  const sections = [
    ...written,
    ...operations.flatMap((operation) => operationSections(operation, place.hasSandbox)),
  ];
  if (place.hasSandbox) return { opening, sections };
  return { opening: opening.flatMap(bareBlock), sections: sections.flatMap(bare) };
}

/** Removes sentences about the sandbox, and their markup. */
const withoutMentions = (words: Inline): Inline => {
  const plain = plainText(words);
  const bared = withoutSandbox(plain);
  return bared === plain ? words : bared;
};

/** Returns the section without text about the sandbox; none if nothing remains. */
function bare(section: Section): Section[] {
  const title = withoutSandbox(section.title);
  const blocks = section.blocks.flatMap(bareBlock);
  if (title === "" || (blocks.length === 0 && section.blocks.length > 0)) return [];
  return [
    {
      ...section,
      title,
      blocks,
      ...(section.aside === undefined ? {} : { aside: section.aside.flatMap(bareBlock) }),
    },
  ];
}

function bareBlock(block: Block): Block[] {
  switch (block.kind) {
    case "text": {
      const words = withoutMentions(block.text);
      return words === "" ? [] : [{ ...block, text: words }];
    }
    case "list": {
      const items = block.items.map(withoutMentions).filter((item) => item !== "");
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case "table": {
      const remaining = block.columns.flatMap((column, index) => (/sandbox/i.test(column) ? [] : [index]));
      const rows = block.rows
        .filter(([first = ""]) => !/sandbox/i.test(first))
        .map((row) => remaining.map((index) => withoutSandbox(row[index] ?? "")));
      return rows.length === 0
        ? []
        : [{ ...block, columns: remaining.map((index) => block.columns[index] ?? ""), rows }];
    }
    case "links": {
      const items = block.items.filter(({ title, to }) => !/sandbox|\/playground/i.test(`${title} ${to}`));
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case "code":
      return /sandbox/i.test(`${block.title} ${block.text}`) ? [] : [block];
    default:
      return [block];
  }
}
