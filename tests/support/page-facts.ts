// Reads facts from the HTML of a page.
import { type HTMLElement, parse } from "node-html-parser";

/** Returns the text of an element in one line. */
export const oneLineText = (node: HTMLElement | null | undefined) =>
  node?.structuredText.replace(/\s+/g, " ").trim() ?? "";

/** Returns the text of the main element of a page, with single spaces. */
export const mainText = (html: string) =>
  parse(html).querySelector("main")?.textContent.replace(/\s+/g, " ") ?? "";

/** Maps each term to its values, read from definition lists and from tables with row headings. */
export function facts(root: HTMLElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (term: string, value: string) => found.set(term, [...(found.get(term) ?? []), value]);
  for (const term of root.querySelectorAll("dt")) {
    const own = term.querySelector(".font-semibold") ?? term;
    add(oneLineText(own), oneLineText(term.nextElementSibling));
  }
  for (const row of root.querySelectorAll("tr")) {
    const head = row.querySelector("th[scope=row]");
    if (head === null) continue;
    const term = (head.childNodes[0]?.text ?? "").trim();
    for (const cell of row.querySelectorAll("td")) add(term, oneLineText(cell));
  }
  return found;
}
