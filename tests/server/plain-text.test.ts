// Pages as plain text: what stands side by side in styled boxes is not to run into one word where there are no styles, as in text
// browsers, in what is copied, and in excerpts of search engines.
import { type HTMLElement, NodeType, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { type Site, startSite } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
}, 60_000);
afterAll(() => site.stop());

/** Elements that flow with the words around them unless a style says otherwise. */
const INLINE = new Set([
  ..."A ABBR B CITE DATA DFN EM I LABEL SMALL SPAN STRONG SUB SUP TIME BUTTON".split(" "),
  ..."SVG G TEXT TSPAN DESC".split(" "),
]);
/** Their words are no prose of the page, or set apart by the browser itself. */
const SKIPPED = new Set(["SCRIPT", "STYLE", "PRE", "CODE", "OPTION", "TITLE", "HEAD", "NOSCRIPT"]);

/** Pairs of words that touch across the border of an element. */
function touching(page: HTMLElement): string[] {
  const found: string[] = [];
  let before: { words: string; of: HTMLElement } | null = null;
  const walk = (element: HTMLElement): void => {
    const isInline = INLINE.has(element.tagName);
    if (!isInline) before = null;
    for (const child of element.childNodes) {
      if (child.nodeType === NodeType.TEXT_NODE) {
        const words = child.text;
        if (words === "") continue;
        if (before !== null && before.of !== element && /[\p{L}\p{N}%)]$/u.test(before.words))
          if (/^[\p{L}\p{N}+−₹(]/u.test(words))
            found.push(`${before.words.slice(-25)}|${words.slice(0, 25)}`);
        before = { words, of: element };
      } else if (child.nodeType === NodeType.ELEMENT_NODE && !SKIPPED.has((child as HTMLElement).tagName))
        walk(child as HTMLElement);
    }
    if (!isInline) before = null;
  };
  walk(page);
  return found;
}

describe("pages as plain text", () => {
  it.each(Object.entries(PAGE_KINDS).filter(([kind]) => !kind.startsWith("docs")))(
    "no words run into one another: %s",
    async (_, path) => {
      const body = parse((await site.get(path)).text).querySelector("body");
      expect(body).not.toBeNull();
      expect(body === null ? [] : [...new Set(touching(body))]).toEqual([]);
    },
  );

  it("each preset amount is written once", async () => {
    const header = parse((await site.get("/algos")).text).querySelector("header");
    const amounts = header?.querySelectorAll('button[name="amount"]').map((button) => button.text.trim());
    expect(amounts).toEqual(["₹25,000", "₹50,000", "₹1,00,000", "₹2,50,000", "₹5,00,000", "₹10,00,000"]);
  });
});
