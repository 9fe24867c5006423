// The content blocks of a documentation page. The same content is rendered as a page, written as Markdown, and searched.

export const LANGUAGES = ["curl", "python", "typescript", "go"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  curl: "curl",
  python: "Python",
  typescript: "TypeScript",
  go: "Go",
};

/** `–` for a value that did not exist before. */
export type Step = readonly [from: string, to: string, cause: string, who: string];

export type Block =
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | {
      kind: "table";
      caption: string;
      columns: string[];
      rows: string[][];
      mono?: number[];
      ids?: string[];
      /** On phones a long one waits behind its name, so that the page's other parts stay near. */
      folds?: boolean;
    }
  | { kind: "code"; language: string; text: string; title?: string; html?: string }
  | { kind: "samples"; id: string; samples: Record<Language, string>; html?: string }
  | { kind: "steps"; id: string; caption: string; steps: readonly Step[] }
  | { kind: "links"; items: { title: string; to: string }[] };

export type Section = {
  /** Anchor on its page. */
  id: string;
  title: string;
  level: 2 | 3;
  blocks: Block[];
  /** Of an operation: its method and path, shown as such. */
  operation?: { method: string; path: string };
  /** Shown next to the blocks on wide screens: samples and a recorded answer. */
  aside?: Block[];
};

export const text = (words: string): Block => ({ kind: "text", text: words });
export const list = (...items: string[]): Block => ({ kind: "list", items });
export const table = (
  caption: string,
  columns: string[],
  rows: (string | number)[][],
  mono: number[] = [0],
): Block => ({ kind: "table", caption, columns, rows: rows.map((row) => row.map(String)), mono });
export const code = (language: string, words: string, title?: string): Block => ({
  kind: "code",
  language,
  text: words,
  ...(title === undefined ? {} : { title }),
});
export const section = (id: string, title: string, ...blocks: Block[]): Section => ({
  id,
  title,
  level: 2,
  blocks,
});
