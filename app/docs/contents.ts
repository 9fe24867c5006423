// The content of each page: the text of its Markdown file, and a section for each operation that the contract assigns
// to the page.
import { LRUCache } from "lru-cache";
import { isSandboxPage } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import { type Block, type Inline, plainText, type Section } from "./blocks.ts";
import { operationSections } from "./operation-section.ts";
import { fillPage, type PageContents } from "./page-source.ts";
import { type DocsPage, getPageSource } from "./pages.server.ts";
import type { ApiPlace } from "./place.ts";

/** Maximum number of entries: all pages for several sets of API addresses (place.ts). A site has one or two sets. */
const cache = new LRUCache<string, PageContents>({ max: 200 });

/**
 * Returns the contents of a page for the API's addresses. Results are cached. Without a sandbox, text about it is
 * removed.
 */
export function getContents({ id }: Pick<DocsPage, "id">, place: ApiPlace): PageContents {
  const key = `${id} ${JSON.stringify(place)}`;
  const contents = cache.get(key) ?? computeContents(id, place);
  cache.set(key, contents);
  return contents;
}

/** Returns the operations whose sections belong to the page. */
export function listPageOperations(id: string, hasSandbox: boolean) {
  return TRADING_OPERATION_LIST.filter(({ page }) => page === id && (hasSandbox || !isSandboxPage(page)));
}

function computeContents(id: string, place: ApiPlace): PageContents {
  const { opening, sections: written } = fillPage(getPageSource(id), place);
  const operations = listPageOperations(id, place.hasSandbox);
  const sections = [
    ...written,
    ...operations.flatMap((operation) => operationSections(operation, place.hasSandbox)),
  ];
  if (place.hasSandbox) return { opening, sections };
  return { opening: opening.flatMap(blockWithoutSandbox), sections: sections.flatMap(sectionWithoutSandbox) };
}

/** Removes sentences about the sandbox from a text. A text that changes loses its markup. */
const removeSandboxMentions = (inline: Inline): Inline => {
  const plain = plainText(inline);
  const bared = withoutSandbox(plain);
  return bared === plain ? inline : bared;
};

/** Removes text about the sandbox from a section. Returns an empty list if no text remains. */
function sectionWithoutSandbox(section: Section): Section[] {
  const title = withoutSandbox(section.title);
  const blocks = section.blocks.flatMap(blockWithoutSandbox);
  if (title === "" || (blocks.length === 0 && section.blocks.length > 0)) return [];
  return [
    {
      ...section,
      title,
      blocks,
      ...(section.aside === undefined ? {} : { aside: section.aside.flatMap(blockWithoutSandbox) }),
    },
  ];
}

function blockWithoutSandbox(block: Block): Block[] {
  switch (block.kind) {
    case "text": {
      const remainingText = removeSandboxMentions(block.text);
      return remainingText === "" ? [] : [{ ...block, text: remainingText }];
    }
    case "list": {
      const items = block.items.map(removeSandboxMentions).filter((item) => item !== "");
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
