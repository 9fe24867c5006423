// Writes the entries that the sandbox's chat answers from: the site's answers and pages (app/support/help.ts), as a generated file. Vite
// imports them, because the pages of the documentation are Markdown files.
import { writeFileSync } from "node:fs";
import { runnerImport } from "vite";

const { module } = await runnerImport<typeof import("./knowledge-entries.ts")>(
  "./tests/support/knowledge-entries.ts",
  { configFile: false, logLevel: "error" },
);

writeFileSync(
  "app/contract/generated/knowledge.generated.json",
  `${JSON.stringify(module.knowledgeEntries(), null, 2)}\n`,
);
