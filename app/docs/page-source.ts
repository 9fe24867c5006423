// Parses a documentation page's Markdown file into blocks, which the page, its Markdown version and the search index
// share. Unsupported markup, including raw HTML, throws an error, so no HTML from a file reaches a page.
import { lexer, type Token, type Tokens } from "marked";
import { BlockParser, type HeadedSection } from "./block-parser.ts";
import type { Block, Section } from "./blocks.ts";
import { getInsert } from "./inserts.ts";
import type { ApiPlace } from "./place.ts";
import { type PlaceholderValues, placeholderValues } from "./placeholders.ts";

export type PageSource = {
  id: string;
  title: string;
  description: string;
  /** True if the whole page is about the sandbox. */
  needsSandbox: boolean;
  tokens: readonly Token[];
};
export type PageContents = {
  /** Blocks before the first heading. */
  opening: Block[];
  sections: Section[];
};

export function parsePage(id: string, markdown: string): PageSource {
  const [all = "", head = ""] = /^---\n(.*?)\n---\n/s.exec(markdown) ?? [];
  const entries = new Map(
    head.split("\n").map((line) => {
      const [name = "", ...value] = line.split(": ");
      return [name, value.join(": ")] as const;
    }),
  );
  const entry = (name: string) => {
    const value = entries.get(name);
    if (value === undefined) throw new Error(`${id}.md: the head names no ${name}`);
    return value;
  };
  return {
    id,
    title: entry("title"),
    description: entry("description"),
    needsSandbox: entries.get("sandbox") === "required",
    tokens: lexer(markdown.slice(all.length)),
  };
}

/** Returns the contents of a page, filled with the API's addresses (place.ts). */
export function fillPage(source: PageSource, place: ApiPlace): PageContents {
  try {
    return buildContents(source, place);
  } catch (cause) {
    throw new Error(`app/docs/content/${source.id}.md: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function buildContents(source: PageSource, place: ApiPlace): PageContents {
  const opening: Block[] = [];
  const sections: Section[] = [];
  let blocks = opening;
  for (const part of parseParts(source, placeholderValues(place))) {
    if ("kind" in part) blocks.push(part);
    else {
      const { sandboxMark, ...section } = part;
      blocks = section.blocks;
      if (sandboxMark !== (place.hasSandbox ? "without" : "with")) sections.push(section);
    }
  }
  return { opening, sections };
}

/** Yields sections and blocks in the order of the file. A block belongs to the section before it. */
function* parseParts({ tokens }: PageSource, values: PlaceholderValues): Generator<Block | HeadedSection> {
  const parse = new BlockParser(values);
  const visibleTokens = tokens.filter((token) => token.type !== "space" && !isComment(token));
  for (let at = 0; at < visibleTokens.length; at += 1) {
    const token = visibleTokens[at] as Token;
    const next = visibleTokens[at + 1];
    if (token.type === "heading") yield parse.heading(token as Tokens.Heading);
    else if (token.type === "list") yield* parse.list(token as Tokens.List);
    else if (token.type === "code") {
      const [block, used] = parse.code(visibleTokens.slice(at) as Tokens.Code[]);
      yield block;
      at += used - 1;
    } else if (token.type === "paragraph") {
      const paragraph = token as Tokens.Paragraph;
      const [, command, argument = ""] = /^\{\{(insert|drawing) (.+)\}\}$/.exec(paragraph.text) ?? [];
      if (command === "insert") yield* getInsert(argument);
      else if (command === "drawing") yield parse.drawing(argument, visibleTokens.slice(at).find(isTable));
      else if (isTable(next)) {
        yield parse.table(next, paragraph);
        at += 1;
      } else yield { kind: "text", text: parse.inline(paragraph.tokens) };
    } else throw new Error(`no page can show ${token.type}: ${token.raw.slice(0, 60)}`);
  }
}

const isComment = (token: Token) => token.type === "html" && /^<!--.*-->\s*$/s.test(token.raw);
const isTable = (token: Token | undefined): token is Tokens.Table => token?.type === "table";
