// Finds the existing pages closest to an unknown address, with a fuzzy index of all fixed addresses and titles.
import MiniSearch from "minisearch";

export type KnownPage = { path: string; title: string };

const WORD = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * Returns at most `limit` pages, best match first. `wordsOf` returns the page's text that is compared with the address.
 */
export function nearPages<Page extends KnownPage>(
  pages: Page[],
  requestedPath: string,
  limit: number,
  wordsOf: (page: Page) => string = ({ path, title }) => `${path} ${title}`,
): Page[] {
  const index = new MiniSearch<Page & { id: number; words: string }>({
    fields: ["words"],
    tokenize: (text) => text.toLowerCase().split(WORD).filter(Boolean),
  });
  index.addAll(pages.map((page, id) => ({ ...page, id, words: wordsOf(page) })));
  const requested = requestedPath.slice(0, 200).replace(/\/(?:algos|docs|v2)(?=\/)/g, " ");
  return index
    .search(requested, { fuzzy: 0.3, prefix: true, combineWith: "OR" })
    .slice(0, limit)
    .flatMap((hit) => pages[hit.id as number] ?? []);
}
