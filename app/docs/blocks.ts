// The content blocks of a documentation page. A page, its Markdown version and the search index are generated from the
// same blocks.

export const LANGUAGES = ["typescript", "python", "curl", "go"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  typescript: "TypeScript",
  python: "Python",
  curl: "curl",
  go: "Go",
};

/** Samples by language. Samples with the official clients always exist; `sampleIn` returns the sample to show. */
export type Samples = Partial<Record<Language, string>> & { typescript: string; python: string };
export const sampleLanguages = (samples: Samples): Language[] =>
  LANGUAGES.filter((language) => samples[language] !== undefined);
export const sampleIn = (samples: Samples, language: Language): { language: Language; words: string } => {
  const sample = samples[language];
  return sample === undefined
    ? { language: "typescript", words: samples.typescript }
    : { language, words: sample };
};

/** A piece of text with one style. A link has its address in `to`. */
export type TextRun = { text: string; style?: "code" | "strong" | "em"; to?: string; movedFrom?: string };
/** Text of a paragraph or list item: a string, or runs if it contains markup. */
export type Inline = string | TextRun[];

export const plainText = (inline: Inline): string =>
  typeof inline === "string" ? inline : inline.map(({ text }) => text).join("");

/** A transition in the life of an order. `from` is `–` for the first state. */
export type StateTransition = readonly [from: string, to: string, cause: string, who: string];

/** `movedFrom` is an anchor of this page whose content is now at `to`; the page's script redirects from it. */
export type LinkItem = { title: string; to: string; movedFrom?: string };

export type Block =
  | { kind: "text"; text: Inline }
  | { kind: "list"; items: Inline[] }
  | {
      kind: "table";
      caption: string;
      columns: string[];
      rows: string[][];
      mono?: number[];
      ids?: string[];
      /** True if the section's title already names the table. */
      isCaptionHidden?: boolean;
      /** True if the table is initially collapsed, below its caption. */
      isClosed?: boolean;
    }
  | { kind: "code"; language: string; text: string; title?: string; html?: string }
  | { kind: "samples"; id: string; samples: Samples; html?: string }
  | { kind: "steps"; id: string; caption: string; steps: readonly StateTransition[] }
  | { kind: "links"; items: LinkItem[] };

export type Section = {
  /** Anchor of the section on its page. */
  id: string;
  title: string;
  level: 2 | 3;
  blocks: Block[];
  operation?: { method: string; path: string };
  /** Anchor of the operation whose page contains this section. */
  of?: string;
  /** Samples and the recorded response of an operation, shown next to the section. */
  aside?: Block[];
};

export const textBlock = (words: string): Block => ({ kind: "text", text: words });
export const tableBlock = (
  caption: string,
  columns: string[],
  rows: (string | number)[][],
  mono: number[] = [0],
): Extract<Block, { kind: "table" }> => ({
  kind: "table",
  caption,
  columns,
  rows: rows.map((row) => row.map(String)),
  mono,
});
export const codeBlock = (language: string, words: string, title?: string): Block => ({
  kind: "code",
  language,
  text: words,
  ...(title === undefined ? {} : { title }),
});
