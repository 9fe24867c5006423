// Full-text search over every section of the documentation, errors and changelog included. The index is made once, when first asked.
import MiniSearch from "minisearch";
import { DATA_ERRORS, TRADING_ERRORS } from "../wire/trading-api/operations.ts";
import { type Block, LANGUAGES } from "./blocks.ts";
import { contentsOf } from "./contents.ts";
import { docsPath } from "./docs-path.ts";
import { DOCS_PAGES } from "./pages.ts";

export type Hit = { title: string; page: string; to: string; excerpt: string };
type Entry = { id: string; title: string; page: string; to: string; words: string; codes: string };

const HITS_AT_MOST = 20;
const EXCERPT_CHARS = 180;
/** Search does not care for the site's address. */
const BASE = "";

let index: MiniSearch<Entry> | undefined;

function wordsOf(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.join(" ");
    case "table":
      return [block.caption, ...block.rows.flat()].join(" ");
    case "code":
      return block.text;
    case "samples":
      return LANGUAGES.filter((language) => language === "curl")
        .map((language) => block.samples[language])
        .join(" ");
    case "links":
      return block.items.map(({ title }) => title).join(" ");
  }
}

/** Each error code by itself: who looks for one wants its row. */
function errorEntries(): Entry[] {
  const entry =
    (anchor: string) =>
    (error: { code: string; cause: string; fix: string; provoke: string }): Entry => ({
      id: `error ${error.code}`,
      title: error.code,
      page: "Errors",
      to: `/docs/v2/errors#${anchor}`,
      words: `${error.cause} ${error.fix} ${error.provoke}`,
      codes: error.code,
    });
  return [...TRADING_ERRORS.map(entry("trading")), ...DATA_ERRORS.map(entry("data"))];
}

function entries(): Entry[] {
  return DOCS_PAGES.flatMap((page) => [
    {
      id: page.id,
      title: page.title,
      page: page.title,
      to: docsPath(page),
      words: [page.description, ...page.opening].join(" "),
      codes: "",
    },
    ...contentsOf(page, BASE).map((section): Entry => {
      const words = section.blocks.map(wordsOf).join(" ");
      return {
        id: `${page.id}#${section.id}`,
        title: section.title,
        page: page.title,
        to: `${docsPath(page)}#${section.id}`,
        words,
        // Codes and names of fields are looked for whole.
        codes: [...new Set(words.match(/\bDH-\d{3}\b|\b[a-z]+[A-Z]\w+\b|\b8\d\d\b/g) ?? [])].join(" "),
      };
    }),
  ]);
}

export function searchDocs(query: string): Hit[] {
  if (index === undefined) {
    index = new MiniSearch<Entry>({
      fields: ["title", "page", "words", "codes"],
      storeFields: ["title", "page", "to", "words"],
      searchOptions: {
        prefix: true,
        fuzzy: 0.15,
        boost: { title: 4, codes: 3, page: 2 },
        combineWith: "AND",
      },
    });
    index.addAll([...entries(), ...errorEntries()]);
  }
  const found = index.search(query);
  const any = found.length > 0 ? found : index.search(query, { combineWith: "OR" });
  return any.slice(0, HITS_AT_MOST).map((hit) => ({
    title: String(hit.title),
    page: String(hit.page),
    to: String(hit.to),
    excerpt: excerptOf(String(hit.words), hit.terms),
  }));
}

function excerptOf(words: string, terms: readonly string[]): string {
  const lower = words.toLowerCase();
  const at = terms.map((term) => lower.indexOf(term)).find((place) => place >= 0) ?? 0;
  const start = Math.max(0, at - EXCERPT_CHARS / 3);
  const end = Math.min(words.length, start + EXCERPT_CHARS);
  return `${start > 0 ? "…" : ""}${words.slice(start, end).trim()}${end < words.length ? "…" : ""}`;
}
