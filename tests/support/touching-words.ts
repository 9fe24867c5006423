// Finds words without a space between them at the border of an element, as text browsers show them.
import { type HTMLElement, NodeType } from "node-html-parser";

/** Inline elements, whose text continues the surrounding text unless a style changes that. */
const INLINE = new Set([
  ..."A ABBR B CITE DATA DFN EM I LABEL SMALL SPAN STRONG SUB SUP TIME BUTTON".split(" "),
  ..."SVG G TEXT TSPAN DESC".split(" "),
]);
/** Elements whose text is not prose, or that browsers always show separately. */
const SKIPPED = new Set(["SCRIPT", "STYLE", "PRE", "CODE", "OPTION", "TITLE", "HEAD", "NOSCRIPT"]);

/** Returns pairs of texts without a space between them at the border of an element. */
export function touchingTexts(page: HTMLElement): string[] {
  const found: string[] = [];
  let before: { text: string; of: HTMLElement } | null = null;
  const walk = (element: HTMLElement): void => {
    const isInline = INLINE.has(element.tagName);
    if (!isInline) before = null;
    for (const child of element.childNodes) {
      if (child.nodeType === NodeType.TEXT_NODE) {
        const text = child.text;
        if (text === "") continue;
        if (before !== null && before.of !== element && /[\p{L}\p{N}%)]$/u.test(before.text))
          if (/^[\p{L}\p{N}+−₹(]/u.test(text)) found.push(`${before.text.slice(-25)}|${text.slice(0, 25)}`);
        before = { text, of: element };
      } else if (child.nodeType === NodeType.ELEMENT_NODE && !SKIPPED.has((child as HTMLElement).tagName))
        walk(child as HTMLElement);
    }
    if (!isInline) before = null;
  };
  walk(page);
  return found;
}
