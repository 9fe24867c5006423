// Reads facts from the HTML of a page.
import type { HTMLElement } from "node-html-parser";

/** Returns the text of an element in one line. */
export const words = (node: HTMLElement | null | undefined) =>
  node?.structuredText.replace(/\s+/g, " ").trim() ?? "";

/** Maps each term to its values, read from definition lists and from tables with row headings. */
export function facts(root: HTMLElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (term: string, value: string) => found.set(term, [...(found.get(term) ?? []), value]);
  for (const term of root.querySelectorAll("dt")) {
    const own = term.querySelector(".font-semibold") ?? term;
    add(words(own), words(term.nextElementSibling));
  }
  for (const row of root.querySelectorAll("tr")) {
    const head = row.querySelector("th[scope=row]");
    if (head === null) continue;
    const term = (head.childNodes[0]?.text ?? "").trim();
    for (const cell of row.querySelectorAll("td")) add(term, words(cell));
  }
  return found;
}
