// Parts of pages that are the same wherever they stand (menus, the footer's links), kept as the HTML that they were printed as once.
import { LRUCache } from "lru-cache";

/** The part's HTML: printed now, or as it was printed under this name before. */
export type PrintPart = (name: string, print: () => string) => string;

/** Holds at most `chars` characters of HTML and names; those that were not asked for longest go first. */
export function createPrintedParts(chars: number): PrintPart {
  const parts = new LRUCache<string, string>({
    maxSize: chars,
    sizeCalculation: (html, name) => html.length + name.length + 1,
  });
  return (name, print) => {
    const known = parts.get(name);
    if (known !== undefined) return known;
    const html = print();
    parts.set(name, html);
    return html;
  };
}
