// Parses the Markdown version of a documentation page into its code blocks and tables, each with its section. Tests
// take commands, bodies and statements from these, so they test the published text.
import { until } from "./site.ts";

const READ_WITHIN_MS = 20_000;

export type DocsCode = {
  kind: "code";
  page: string;
  section: string;
  language: string;
  /** The preceding line if it ends with a colon, else empty. */
  label: string;
  text: string;
};
export type DocsTable = {
  kind: "table";
  page: string;
  section: string;
  caption: string;
  columns: string[];
  rows: string[][];
};
export type DocsBlock = DocsCode | DocsTable;

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replaceAll("\\|", "|")
        .replace(/^`(.*)`$/s, "$1"),
    );

/** Returns blocks in order. Throws for a table without a caption and for an unclosed fence. */
export function blocksOf(page: string, markdown: string): DocsBlock[] {
  const blocks: DocsBlock[] = [];
  const lines = markdown.split("\n");
  let section = "";
  let before = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const heading = /^#{1,3} (.*)$/.exec(line)?.[1];
    const language = /^```(\w+)$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    if (language !== undefined) {
      const end = lines.indexOf("```", at + 1);
      if (end === -1) throw new Error(`${page}, ${section}: a block is not closed`);
      const label = before.endsWith(":") ? before.slice(0, -1) : "";
      blocks.push({
        kind: "code",
        page,
        section,
        language,
        label,
        text: lines.slice(at + 1, end).join("\n"),
      });
      at = end;
    } else if (line.startsWith("| ") && lines[at + 1]?.startsWith("| ---")) {
      const caption = /^\*\*(.*)\*\*$/.exec(before)?.[1];
      if (caption === undefined) throw new Error(`${page}, ${section}: a table has no caption`);
      const rows: string[][] = [];
      let last = at + 2;
      for (; lines[last]?.startsWith("|"); last += 1) rows.push(cellsOf(lines[last] ?? ""));
      blocks.push({ kind: "table", page, section, caption, columns: cellsOf(line), rows });
      at = last - 1;
    }
    if (line !== "") before = line;
  }
  return blocks;
}

type PageSource = { get(path: string): Promise<{ status: number; text: string }> };

/** Returns the blocks of a page of the site, with retries for a busy machine. */
export async function readDocs(site: PageSource, page: string): Promise<DocsBlock[]> {
  const { text } = await until(
    () => site.get(`/docs/v2/${page}.md`),
    ({ status }) => status === 200,
    READ_WITHIN_MS,
  );
  return blocksOf(page, text);
}

/** Returns the code blocks of a section in one language, in order; throws if there is none. */
export function codeIn(blocks: readonly DocsBlock[], section: string, language: string): string[] {
  const found = blocks.flatMap((block) =>
    block.kind === "code" && block.section === section && block.language === language ? [block.text] : [],
  );
  if (found.length === 0) throw new Error(`no ${language} stands under ${section}`);
  return found;
}

/** Returns the rows of the table with this caption; throws if there is none. */
export function rowsIn(blocks: readonly DocsBlock[], caption: string): string[][] {
  const found = blocks.find((block) => block.kind === "table" && block.caption === caption);
  if (found?.kind !== "table") throw new Error(`no table is called ${caption}`);
  return found.rows;
}
