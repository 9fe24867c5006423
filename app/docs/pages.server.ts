// The pages of the documentation: the menu's entries with titles and descriptions from their Markdown files.
import { withoutSandbox } from "../format/without-sandbox.ts";
import { DOCS_MENU } from "./menu.ts";
import { type PageSource, parsePage } from "./page-source.ts";

export type DocsPage = { id: string; title: string; group: string; description: string };

/** The Markdown files, included in the server's bundle at build time. */
const files = import.meta.glob<string>("./content/*.md", { query: "?raw", import: "default", eager: true });

/** Parsed Markdown files by page id. */
export const PAGE_SOURCES: ReadonlyMap<string, PageSource> = new Map(
  Object.entries(files).map(([file, markdown]) => {
    const id = file.slice("./content/".length, -".md".length);
    return [id, parsePage(id, markdown)];
  }),
);

export const DOCS_PAGES: readonly DocsPage[] = Object.entries(DOCS_MENU).flatMap(([group, ids]) =>
  ids.map((id) => ({ ...getPageHead(id), group })),
);

/** The documentation's start page, which has no menu entry. */
export const OVERVIEW: DocsPage = { ...getPageHead("overview"), group: "Start" };

export function getPageSource(id: string): PageSource {
  const source = PAGE_SOURCES.get(id);
  if (source === undefined) throw new Error(`app/docs/content/${id}.md is missing`);
  return source;
}

function getPageHead(id: string) {
  const { title, description } = getPageSource(id);
  return { id, title, description };
}

export function findDocsPage(id: string, hasSandbox = true): DocsPage | undefined {
  return docsPages(hasSandbox).find((candidate) => candidate.id === id);
}

/** Returns all pages. Without a sandbox, pages that need one are omitted. */
export function docsPages(hasSandbox: boolean): readonly DocsPage[] {
  if (hasSandbox) return DOCS_PAGES;
  return DOCS_PAGES.filter(({ id }) => !getPageSource(id).needsSandbox).map((page) => ({
    ...page,
    description: withoutSandbox(page.description),
  }));
}
