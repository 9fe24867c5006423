// Finds visible texts in Latin letters on a page, for tests of a brand in another script.
import { type HTMLElement, type Node, NodeType, parse } from "node-html-parser";

const TEXT_ATTRIBUTES = ["alt", "aria-label", "aria-description", "placeholder", "title", "data-label"];
/** Elements without text for people, or with terminal input and file names, which are the same in every language. */
const WITHOUT_TEXT = new Set("SCRIPT STYLE TEMPLATE CODE PRE KBD TEXTAREA SVG".split(" "));

/** Returns the texts with Latin letters, except those of elements that are marked as English. */
export function latinTexts(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === NodeType.TEXT_NODE) found.push(node.text);
    if (node.nodeType !== NodeType.ELEMENT_NODE) return;
    const element = node as HTMLElement;
    if (element.getAttribute("lang") === "en") return;
    for (const name of TEXT_ATTRIBUTES) found.push(element.getAttribute(name) ?? "");
    const { tagName = "" } = element;
    if (tagName === "META" && element.getAttribute("name") === "description")
      found.push(element.getAttribute("content") ?? "");
    if (!WITHOUT_TEXT.has(tagName)) for (const child of element.childNodes) visit(child);
  };
  // The parser's default treats the content of `noscript` as text.
  const blockTextElements = { script: true, style: true, pre: true };
  visit(parse(html.replace(/^<!doctype html>/i, ""), { blockTextElements }));
  return found
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => /\p{Script=Latin}/u.test(text));
}

/**
 * Returns the texts with several words in a value, and texts with a single word under the given keys, longest first.
 */
export function providedTexts(value: unknown, nameKeys: readonly string[]): string[] {
  const texts = new Set<string>();
  const visit = (one: unknown, key: string): void => {
    if (typeof one === "string" && (one.includes(" ") || nameKeys.includes(key)))
      texts.add(one.replace(/\s+/g, " ").trim());
    else if (typeof one === "object" && one !== null)
      for (const [name, inner] of Object.entries(one)) visit(inner, Array.isArray(one) ? key : name);
  };
  visit(value, "");
  return [...texts].sort((a, b) => b.length - a.length);
}

/**
 * Returns the Latin words of a text that are neither in the provider's data, which the site does not translate, nor
 * codes. Codes are words of capitals and digits ("NIFTY", "Ed25519"), addresses and file names.
 */
export function untranslatedTerms(
  text: string,
  provided: readonly string[],
  allowed: ReadonlySet<string>,
): string[] {
  let rest = text;
  for (const own of provided) if (rest.includes(own)) rest = rest.replaceAll(own, " ");
  return rest
    .split(/\s+/)
    .filter((word) => !/[@/_]|\w:\w|\.(?:json|csv)/.test(word))
    .flatMap((word) => word.match(/[\p{Script=Latin}\d]+/gu) ?? [])
    .filter((word) => /[a-z]/.test(word) && word.length > 1 && !/\d/.test(word) && !allowed.has(word));
}
