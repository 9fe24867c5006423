// Generates the file with the entries of the sandbox's chat from the site's answers and pages (app/support/help.ts).
// Vite imports them, because pages of the documentation are Markdown files.
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
