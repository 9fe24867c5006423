// A page of the documentation as Markdown: the twin that programs and terminals read.
import { type Block, LANGUAGE_NAMES, LANGUAGES, type Section } from "./blocks.ts";
import type { DocsPage } from "./page-shape.ts";

const cell = (words: string) => words.replaceAll("|", "\\|").replaceAll("\n", " ");
const fence = (language: string, words: string) => `\`\`\`${language}\n${words}\n\`\`\``;

function markdownOf(block: Block, origin: string): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
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
      return LANGUAGES.map(
        (language) =>
          `${LANGUAGE_NAMES[language]}:\n\n${fence(language === "curl" ? "bash" : language, block.samples[language])}`,
      ).join("\n\n");
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

export function pageMarkdown(page: DocsPage, sections: readonly Section[], origin: string): string {
  return [
    `# ${page.title}`,
    page.description,
    ...page.opening,
    ...sections.flatMap((section) => [
      `${"#".repeat(section.level)} ${section.title}`,
      ...(section.operation === undefined
        ? []
        : [`\`${section.operation.method} ${section.operation.path}\``]),
      ...[...section.blocks, ...(section.aside ?? [])].map((block) => markdownOf(block, origin)),
    ]),
    `Source: ${origin}/docs/v2/${page.id}`,
    "",
  ].join("\n\n");
}
