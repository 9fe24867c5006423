// Parts of pages that look the same whenever they are given the same (menus, a card's words, a record's chart), kept as the HTML that they
// were printed as once.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** The part's HTML: printed now, or as it was printed under this name before. */
export type PrintPart = (name: string, print: () => string) => string;

/** A name says all that its part is given, which may be a year of figures; above this length its hash stands for it. */
const NAME_CHARS = 100;

/** Holds at most `chars` characters of HTML and names; those that were not asked for longest go first. */
export function createPrintedParts(chars: number): PrintPart {
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
