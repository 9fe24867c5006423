// Writes what the sandbox's chat answers from: the site's own answers and pages (app/support/help.ts), as a file of the sandbox, which
// knows nothing of the site's code.
import { writeFileSync } from "node:fs";
import { knowledgeEntries } from "./knowledge-entries.ts";

writeFileSync(
  "app/wire/generated/knowledge.generated.json",
  `${JSON.stringify(knowledgeEntries(), null, 2)}\n`,
);
