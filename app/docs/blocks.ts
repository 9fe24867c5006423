// The content blocks of a documentation page. The same content is rendered as a page, written as Markdown, and searched.

export const LANGUAGES = ["typescript", "python", "curl", "go"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  typescript: "TypeScript",
  python: "Python",
  curl: "curl",
  go: "Go",
};

/** Samples by language. A sample exists for each official client; `sampleIn` returns the one to show. */
export type Samples = Partial<Record<Language, string>> & { typescript: string; python: string };
export const languagesOf = (samples: Samples): Language[] =>
  LANGUAGES.filter((language) => samples[language] !== undefined);
export const sampleIn = (samples: Samples, language: Language): { language: Language; words: string } => {
  const words = samples[language];
  return words === undefined ? { language: "typescript", words: samples.typescript } : { language, words };
};

/** A run of text in one style; a link has its address in `to`. */
export type Run = { text: string; style?: "code" | "strong" | "em"; to?: string };
/** Text of a paragraph or item, as runs if it contains markup. */
export type Inline = string | Run[];

export const plainText = (words: Inline): string =>
  typeof words === "string" ? words : words.map(({ text }) => text).join("");

/** `–` marks a value that did not exist before. */
export type Step = readonly [from: string, to: string, cause: string, who: string];

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
    }
  | { kind: "code"; language: string; text: string; title?: string; html?: string }
  | { kind: "samples"; id: string; samples: Samples; html?: string }
  | { kind: "steps"; id: string; caption: string; steps: readonly Step[] }
  | { kind: "links"; items: { title: string; to: string }[] };

export type Section = {
  /** Anchor on its page. */
  id: string;
  title: string;
  level: 2 | 3;
  blocks: Block[];
  /** Method and path of the operation that the section describes. */
  operation?: { method: string; path: string };
  /** Anchor of the operation that the section belongs to. Such a section is on the page of its operation. */
  of?: string;
  /** Samples and the recorded answer of an operation. */
  aside?: Block[];
};

export const text = (words: string): Block => ({ kind: "text", text: words });
export const table = (
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
export const code = (language: string, words: string, title?: string): Block => ({
  kind: "code",
  language,
  text: words,
  ...(title === undefined ? {} : { title }),
});
