// Every Go program in the documentation is complete and compiles. The tests of the programs in other languages also
// check the behaviour (tests/contract/samples.test.ts, tests/server/postbacks.test.ts).
import { beforeAll, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { DOCS_PAGES } from "../../app/docs/pages.server.ts";
import { readDocs } from "../support/docs-blocks.ts";
import { checkGo, HAS_GO, NO_GO } from "../support/go-programs.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

it("Go compiles and vets each documented program unchanged", async ({ skip }) => {
  const programs = new Map<string, string>();
  for (const { id } of DOCS_PAGES)
    for (const block of await readDocs(site, id))
      if (block.kind === "code" && block.language === "go")
        programs.set(`program${programs.size}`, `// From ${id}, ${block.section}.\n${block.text}`);
  // One program for each operation, and another program that verifies a postback.
  expect(programs.size).toBe(TRADING_OPERATION_LIST.length + 1);
  if (!HAS_GO) return skip(NO_GO);
  await checkGo(programs);
}, 300_000);
