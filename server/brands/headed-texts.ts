// Parses Markdown of a brand into plain text. Pages escape this text, so Markdown other than headings, paragraphs and
// lists is refused.
import { lexer, type Token, type Tokens } from "marked";
import { parse } from "yaml";
import type { BrandTexts, TextSection } from "../../app/contract/site/site.ts";
import { CONSENT_LINES } from "../../app/deploying/consent-text.ts";

/** True for plain text. An address without Markdown is plain text too, although the parser makes it a link. */
const isPlain = (token: Token) =>
  token.type === "text" || token.type === "escape" || (token.type === "link" && token.raw === token.text);

/**
 * Returns the plain text of a heading, a paragraph or a list item. Throws a description of the expected format as a
 * string.
 */
function plain({ text, tokens = [] }: { text: string; tokens?: Token[] }): string {
  const parts = tokens.flatMap((token) =>
    "tokens" in token && token.type === "text" ? (token.tokens ?? []) : [token],
  );
  if (!parts.every(isPlain))
    throw `expected plain text without links, emphasis or HTML at "${text.slice(0, 30)}"`;
  return text.replaceAll("\n", " ");
}

const parseBlocks = (markdown: string) => lexer(markdown).filter(({ type }) => type !== "space");
const isHeading = (token: Token | undefined, depth: number): token is Tokens.Heading =>
  token?.type === "heading" && token.depth === depth;

/** Parses sections of `## Heading` and paragraphs. Throws a description of the expected format as a string. */
export function headedTexts(markdown: string): TextSection[] {
  const sections: TextSection[] = [];
  for (const token of parseBlocks(markdown)) {
    const last = sections.at(-1);
    if (isHeading(token, 2)) sections.push({ heading: plain(token), text: "" });
    else if (token.type === "paragraph" && last !== undefined)
      last.text = [last.text, plain(token as Tokens.Paragraph)].filter((part) => part !== "").join("\n\n");
    else throw `expected "## Heading" with paragraphs below it, found ${token.type}`;
  }
  const empty = sections.find(({ text }) => text === "");
  if (empty !== undefined) throw `expected a paragraph below "${empty.heading}"`;
  if (sections.length === 0) throw 'expected at least one "## Heading"';
  return sections;
}

/** Splits a file into its version, between two lines of `---`, and the text after it. */
function readVersionedText(file: string): { version: string; body: string } {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? [];
  const version = (parse(head) as { version?: unknown } | null)?.version;
  if (typeof version !== "string" || !/^[\w.-]{1,20}$/.test(version))
    throw 'expected "version: 2027-01" between two lines of "---" at the start, in up to 20 letters and digits';
  return { version, body };
}

export function readConsent(file: string): BrandTexts["consent"] {
  const { version, body } = readVersionedText(file);
  const sections = headedTexts(body);
  const paragraphs = sections.flatMap(({ text }) => text.split("\n\n"));
  const missing = CONSENT_LINES.filter((name) => !paragraphs.includes(`{${name}}`));
  if (missing.length > 0)
    throw `expected paragraphs ${missing.map((name) => `{${name}}`).join(", ")}: a client must see them`;
  return { version, sections };
}

/** Parses `# Title`, a list of points, and a paragraph with the source. */
export function readRiskDisclosure(file: string): BrandTexts["riskDisclosure"] {
  const { version, body } = readVersionedText(file);
  const [title, list, source, ...rest] = parseBlocks(body);
  if (!isHeading(title, 1) || list?.type !== "list" || source?.type !== "paragraph" || rest.length > 0)
    throw 'expected "# Title", a list of points and a paragraph with the source';
  const points = (list as Tokens.List).items.map(plain);
  return { version, title: plain(title), points, source: plain(source as Tokens.Paragraph) };
}

/** Parses `# Headline` and one paragraph. */
export function readHome(file: string): { headline: string; lead: string } {
  const [headline, lead, ...rest] = parseBlocks(file);
  if (!isHeading(headline, 1) || lead?.type !== "paragraph" || rest.length > 0)
    throw 'expected "# Headline" and one paragraph';
  return { headline: plain(headline), lead: plain(lead as Tokens.Paragraph) };
}
