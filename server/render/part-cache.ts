// Cached HTML of page fragments that look the same for the same input: menus, the text of a card, a record's chart.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** The part's HTML: printed now, or as it was printed under this name before. */
export type CachePart = (name: string, print: () => string) => string;

/**
 * Longest name that is used as a key; a hash replaces a longer one. A name contains the fragment's whole input, which may be a year of
 * figures.
 */
const NAME_CHARS = 100;

/** Holds at most `chars` characters of HTML and names and drops the least recently used first. */
export function createPartCache(chars: number): CachePart {
  const parts = new LRUCache<string, string>({
    maxSize: chars,
    sizeCalculation: (html, name) => html.length + name.length + 1,
  });
  return (name, print) => {
    const key = name.length > NAME_CHARS ? createHash("sha256").update(name).digest("base64") : name;
    const known = parts.get(key);
    if (known !== undefined) return known;
    const html = print();
    parts.set(key, html);
    return html;
  };
}
