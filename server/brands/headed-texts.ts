// Reads Markdown of a brand as sections of plain text. Pages escape the text, so Markdown that would become markup is refused.
import { lexer, type Tokens } from "marked";
import type { HeadedText } from "../../app/contract/site/site.ts";

/** `## Heading` and paragraphs below it. Returns the sections, or what was expected. */
export function headedTexts(markdown: string): HeadedText[] | string {
  const sections: HeadedText[] = [];
  for (const token of lexer(markdown)) {
    const last = sections.at(-1);
    if (token.type === "space") continue;
    const isHeading = token.type === "heading" && token.depth === 2;
    if (!isHeading && (token.type !== "paragraph" || last === undefined))
      return `expected "## Heading" with paragraphs below it, found ${token.type}`;
    const { text, tokens } = token as Tokens.Paragraph;
    if (tokens.some(({ type }) => type !== "text" && type !== "escape"))
      return `expected plain text without links, emphasis or HTML at "${text.slice(0, 30)}"`;
    if (isHeading) sections.push({ heading: text, text: "" });
    else if (last !== undefined)
      last.text = [last.text, text.replaceAll("\n", " ")].filter((part) => part !== "").join("\n\n");
  }
  const empty = sections.find(({ text }) => text === "");
  if (empty !== undefined) return `expected a paragraph below "${empty.heading}"`;
  return sections.length === 0 ? 'expected at least one "## Heading"' : sections;
}
