// Caches the sections of a documentation page in one language, with highlighted code. They are the same for all users
// at one address of the API.
import { LRUCache } from "lru-cache";
import { type Block, type Language, type Section, sampleIn } from "./blocks.ts";
import { getContents } from "./contents.ts";
import { highlightCode } from "./highlight.ts";
import type { PageContents } from "./page-source.ts";
import type { DocsPage } from "./pages.server.ts";
import type { ApiPlace } from "./place.ts";

/** Maximum number of entries: all pages in all languages, at a few addresses of the API. */
const cache = new LRUCache<string, PageContents>({ max: 300 });

export function getHighlightedContents(page: DocsPage, place: ApiPlace, language: Language): PageContents {
  const key = JSON.stringify([page.id, language, place]);
  let found = cache.get(key);
  if (found === undefined) {
    const { opening, sections } = getContents(page, place);
    found = {
      opening: opening.map((block) => highlightBlock(block, language)),
      sections: sections.map((section) => highlightedSection(section, language)),
    };
    cache.set(key, found);
  }
  return found;
}

const highlightedSection = (section: Section, language: Language): Section => ({
  ...section,
  blocks: section.blocks.map((block) => highlightBlock(block, language)),
  ...(section.aside === undefined
    ? {}
    : { aside: section.aside.map((block) => highlightBlock(block, language)) }),
});

/** Highlights the code of a block. If the block has samples, only the one in `language` is highlighted. */
function highlightBlock(block: Block, language: Language): Block {
  let html: string | null = null;
  if (block.kind === "code") html = highlightCode(block.language, block.text);
  if (block.kind === "samples") {
    const sample = sampleIn(block.samples, language);
    html = highlightCode(sample.language, sample.words);
  }
  return html === null ? block : ({ ...block, html } as Block);
}
