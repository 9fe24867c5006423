// Renders a documentation page as Markdown, for programs and terminals.
import {
  type Block,
  type Inline,
  LANGUAGE_NAMES,
  sampleIn,
  sampleLanguages,
  type TextRun,
} from "./blocks.ts";
import type { PageContents } from "./page-source.ts";
import type { DocsPage } from "./pages.server.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

const STYLES = { code: "`", strong: "**", em: "*" };
const runMarkdown = ({ text, style, to }: TextRun, origin: string) => {
  const mark = style === undefined ? "" : STYLES[style];
  return to === undefined ? `${mark}${text}${mark}` : `[${text}](${to.startsWith("/") ? origin : ""}${to})`;
};
const inlineMarkdown = (inline: Inline, origin: string) =>
  typeof inline === "string" ? inline : inline.map((run) => runMarkdown(run, origin)).join("");

function blockToMarkdown(block: Block, origin: string): string {
  switch (block.kind) {
    case "text":
      return inlineMarkdown(block.text, origin);
    case "list":
      return block.items.map((item) => `- ${inlineMarkdown(item, origin)}`).join("\n");
    case "table":
      return [
        `**${block.caption}**`,
        "",
        `| ${block.columns.map(cell).join(" | ")} |`,
        `| ${block.columns.map(() => "---").join(" | ")} |`,
        ...block.rows.map(
          (row) =>
            `| ${row.map((value, index) => (block.mono?.includes(index) && value !== "" ? `\`${cell(value)}\`` : cell(value))).join(" | ")} |`,
        ),
      ].join("\n");
    case "code":
      return `${block.title === undefined ? "" : `${block.title}:\n\n`}${fence(block.language, block.text)}`;
    case "samples":
      return sampleLanguages(block.samples)
        .map(
          (language) =>
            `${LANGUAGE_NAMES[language]}:\n\n${fence(language === "curl" ? "bash" : language, sampleIn(block.samples, language).words)}`,
        )
        .join("\n\n");
    case "steps":
      return fence(
        "mermaid",
        [
          "stateDiagram-v2",
          ...block.steps.map(([from, to, , who]) => `  ${from === "–" ? "[*]" : from} --> ${to}: ${who}`),
        ].join("\n"),
      );
    case "links":
      return block.items.map(({ title, to }) => `- [${title}](${origin}${to})`).join("\n");
  }
}

export function pageMarkdown(page: DocsPage, { opening, sections }: PageContents, origin: string): string {
  return [
    `# ${page.title}`,
    page.description,
    ...opening.map((block) => blockToMarkdown(block, origin)),
    ...sections.flatMap((section) => [
      `${"#".repeat(section.level)} ${section.title}`,
      ...(section.operation === undefined
        ? []
        : [`\`${section.operation.method} ${section.operation.path}\``]),
      ...[...section.blocks, ...(section.aside ?? [])].map((block) => blockToMarkdown(block, origin)),
    ]),
    `Source: ${origin}/docs/v2/${page.id}`,
    "",
  ].join("\n\n");
}
