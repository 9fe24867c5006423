// Converts the Markdown tokens of a documentation page to blocks, with the placeholders filled. Markup that no page can
// show throws an error.
import type { Token, Tokens } from "marked";
import { type Block, type Inline, plainText, type Samples, type Section, type TextRun } from "./blocks.ts";
import { fillCode, fillText, type PlaceholderValues } from "./placeholders.ts";

/** `sandboxMark` limits a section to sites with a sandbox, or to sites without a sandbox. */
export type HeadedSection = Section & { sandboxMark?: string };

/** Returns the anchor of a title, for example "1-create-an-account" for "1. Create an account". */
const anchorFor = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

export class BlockParser {
  /** Anchor of the section that is being parsed. */
  private anchor = "";

  constructor(private readonly values: PlaceholderValues) {}

  /** Parses `## Title {#anchor .with-sandbox}`; the braces are optional. */
  heading({ depth, text }: Tokens.Heading): HeadedSection {
    const [, title = text, attributes = ""] = /^(.*?) \{([#.][^{}]*)\}$/.exec(text) ?? [];
    if (depth !== 2 && depth !== 3) throw new Error(`a heading has two or three #: ${title}`);
    const anchor = /#(\S+)/.exec(attributes)?.[1] ?? anchorFor(title);
    this.anchor = anchor;
    const sandboxMark = /\.(with|without)-sandbox/.exec(attributes)?.[1];
    return {
      id: anchor,
      title: this.fill(title),
      level: depth,
      blocks: [],
      ...(sandboxMark === undefined ? {} : { sandboxMark }),
    };
  }

  /** Returns links for items that consist only of a link, and a list for other items. */
  list({ ordered, items }: Tokens.List): Block[] {
    if (ordered) throw new Error("lists have no numbers");
    const blocks: Block[] = [];
    for (const item of items) {
      const [body, ...more] = item.tokens.filter(({ type }) => type !== "space") as Tokens.Paragraph[];
      if (body === undefined || more.length > 0 || item.task)
        throw new Error(`not one paragraph: ${item.raw}`);
      const content = this.inline(body.tokens);
      const [run, ...others] = typeof content === "string" ? [] : content;
      const last = blocks.at(-1);
      if (run?.to !== undefined && others.length === 0) {
        const link = {
          title: run.text,
          to: run.to,
          ...(run.movedFrom === undefined ? {} : { movedFrom: run.movedFrom }),
        };
        if (last?.kind === "links") last.items.push(link);
        else blocks.push({ kind: "links", items: [link] });
      } else if (last?.kind === "list") last.items.push(content);
      else blocks.push({ kind: "list", items: [content] });
    }
    return blocks;
  }

  /**
   * Parses a table and its caption, which is the paragraph before it. A column that contains only code uses the code
   * font.
   */
  table({ header, rows }: Tokens.Table, captioned: Tokens.Paragraph): Block {
    const [caption, ...more] = captioned.tokens as Tokens.Strong[];
    if (caption?.type !== "strong" || more.length > 0)
      throw new Error(`a table begins with its caption in bold: ${captioned.text}`);
    const isCode = (cell: Tokens.TableCell | undefined) =>
      cell?.tokens.length === 1 && cell.tokens[0]?.type === "codespan";
    const filled = (column: number) => rows.map((row) => row[column]).filter((cell) => cell?.text !== "");
    const mono = header.flatMap((_, column) => {
      const cells = filled(column);
      return cells.length > 0 && cells.every(isCode) ? [column] : [];
    });
    const plain = (cell: Tokens.TableCell, column = -1) => {
      const content = this.inline(cell.tokens);
      if (typeof content !== "string" && !mono.includes(column))
        throw new Error(`a cell is plain, or code as all of its column: ${cell.text}`);
      return plainText(content);
    };
    return {
      kind: "table",
      caption: this.fill(caption.text),
      columns: header.map((cell) => plain(cell)),
      rows: rows.map((row) => row.map(plain)),
      mono,
    };
  }

  /** Parses the steps of a diagram from the first four columns of the table that follows. */
  drawing(caption: string, table: Tokens.Table | undefined): Block {
    const steps = table?.rows.map((row) => {
      const [from = "", to = "", cause = "", who = ""] = row.map((cell) =>
        plainText(this.inline(cell.tokens)),
      );
      return [from, to, cause, who] as const;
    });
    if (steps === undefined) throw new Error("no table follows the drawing");
    return { kind: "steps", id: `${this.anchor}-drawn`, caption, steps };
  }

  /** Parses one code block. Adjacent code blocks with the same `samples` anchor become samples in several languages. */
  code(tokens: readonly Tokens.Code[]): [Block, used: number] {
    const [first] = tokens;
    const { language, attributes } = this.info(first);
    const { samples: id, title } = attributes;
    if (id === undefined)
      return [
        {
          kind: "code",
          language,
          text: this.codeOf(first),
          ...(title === undefined ? {} : { title }),
        },
        1,
      ];
    const end = tokens.findIndex(
      (token) => token.type !== "code" || this.info(token).attributes.samples !== id,
    );
    const own = tokens.slice(0, end === -1 ? tokens.length : end);
    const samples = Object.fromEntries(
      own.map((token) => [this.info(token).language.replace("bash", "curl"), this.codeOf(token)]),
    ) as Samples;
    const missing = (["typescript", "python"] as const).filter((one) => samples[one] === undefined);
    if (missing.length > 0) throw new Error(`the samples ${id} lack ${missing}`);
    return [{ kind: "samples", id, samples }, own.length];
  }

  /** Parses a code block's language and attributes: ```` ```bash title="In one terminal" ````. */
  private info(token: Tokens.Code | undefined) {
    const [, language, rest = ""] = /^(\w+)(.*)$/.exec(token?.lang ?? "") ?? [];
    if (language === undefined) throw new Error(`a block of code names no language: ${token?.text}`);
    const attributes: { title?: string; samples?: string } = Object.fromEntries(
      [...rest.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return { language, attributes };
  }

  private codeOf(token: Tokens.Code | undefined): string {
    return fillCode(this.info(token).language, token?.text ?? "", this.values);
  }

  private address(href: string): string {
    if (!/^(?:\/|#|https:\/\/)/.test(href))
      throw new Error(`links must start with /, # or https://: ${href}`);
    return href;
  }

  private fill(text: string): string {
    return fillText(text, this.values);
  }

  /** Returns a string, or runs if the text contains markup. */
  inline(tokens: readonly Token[] = []): Inline {
    const runs = tokens.map((token): TextRun => {
      const text = this.fill("text" in token ? token.text.replaceAll("\n", " ") : "");
      switch (token.type) {
        case "text":
        case "escape":
          return { text };
        case "codespan":
          return { text, style: "code" };
        case "strong":
        case "em":
          return { text, style: token.type };
        case "link":
          // A bare address remains plain text.
          if (token.raw === token.text) return { text };
          return {
            text,
            to: this.address(token.href),
            ...(token.title === "moved" ? { movedFrom: token.href.split("#")[1] ?? "" } : {}),
          };
        default:
          throw new Error(`no paragraph can show ${token.type}: ${token.raw}`);
      }
    });
    const isPlain = runs.every(({ style, to }) => style === undefined && to === undefined);
    return isPlain ? plainText(runs) : runs;
  }
}
