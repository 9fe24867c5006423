// The pages of the documentation: each entry of the menu with the title and description of its Markdown file.
import { withoutSandbox } from "../format/without-sandbox.ts";
import { DOCS_MENU } from "./menu.ts";
import { type PageSource, parsePage } from "./page-source.ts";

export type DocsPage = { id: string; title: string; group: string; description: string };

/** The Markdown files, which the build includes in the server's bundle. */
const files = import.meta.glob<string>("./content/*.md", { query: "?raw", import: "default", eager: true });

/** The parsed Markdown file of each page, by the page's id. */
export const PAGE_SOURCES: ReadonlyMap<string, PageSource> = new Map(
  Object.entries(files).map(([file, markdown]) => {
    const id = file.slice("./content/".length, -".md".length);
    return [id, parsePage(id, markdown)];
  }),
);

export const DOCS_PAGES: readonly DocsPage[] = Object.entries(DOCS_MENU).flatMap(([group, ids]) =>
  ids.map((id) => ({ ...headOf(id), group })),
);

/** Text of the documentation's start page, which has no menu entry. */
export const OVERVIEW: DocsPage = { ...headOf("overview"), group: "Start" };

export function sourceOf(id: string): PageSource {
  const source = PAGE_SOURCES.get(id);
  if (source === undefined) throw new Error(`app/docs/content/${id}.md is missing`);
  return source;
}

function headOf(id: string) {
  const { title, description } = sourceOf(id);
  return { id, title, description };
}

export function findDocsPage(id: string, hasSandbox = true): DocsPage | undefined {
  return docsPages(hasSandbox).find((candidate) => candidate.id === id);
}

/** Returns all pages, or without a sandbox those that do not need one. */
export function docsPages(hasSandbox: boolean): readonly DocsPage[] {
  if (hasSandbox) return DOCS_PAGES;
  return DOCS_PAGES.filter(({ id }) => !sourceOf(id).needsSandbox).map((page) => ({
    ...page,
    description: withoutSandbox(page.description),
  }));
}
