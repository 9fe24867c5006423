// The sections of a documentation page in one language with highlighted code. They are the same for all readers at one address of the
// API, so they are computed once.
import { LRUCache } from "lru-cache";
import type { Block, Language, Section } from "./blocks.ts";
import { contentsOf } from "./contents.ts";
import { highlighted } from "./highlight.ts";
import type { DocsPage } from "./page-shape.ts";
import type { ApiPlace } from "./place.ts";

export type DocsSections = {
  sections: Section[];
  /** Says all that the sections depend on. */
  edition: string;
};

/** Pages times languages, for a few addresses of the API. */
const KEPT = 300;
const kept = new LRUCache<string, DocsSections>({ max: KEPT });

export function sectionsOf(page: DocsPage, place: ApiPlace, language: Language): DocsSections {
  const edition = JSON.stringify([page.id, language, place]);
  let known = kept.get(edition);
  if (known === undefined) {
    known = { sections: contentsOf(page, place).map((section) => withMarks(section, language)), edition };
    kept.set(edition, known);
  }
  return known;
}

/** Its code with the words marked, in the one language that is shown. */
function withMarks(section: Section, language: Language): Section {
  const marked = (block: Block): Block => {
    const html =
      block.kind === "code"
        ? highlighted(block.language, block.text)
        : block.kind === "samples"
          ? highlighted(language, block.samples[language])
          : null;
    return html === null ? block : ({ ...block, html } as Block);
  };
  return {
    ...section,
    blocks: section.blocks.map(marked),
    ...(section.aside === undefined ? {} : { aside: section.aside.map(marked) }),
  };
}
