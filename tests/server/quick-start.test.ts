// The published quick start: its commands and programs run unchanged in an empty folder, each with a new account. The
// test of the Python client runs the program in Python.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { codeIn, readDocs } from "../support/docs-blocks.ts";
import { sharedSite } from "../support/shared-site.ts";

const run = promisify(execFile);

it("the programs of the quick start place an order when they run unchanged", {
  timeout: 180_000,
}, async () => {
  const site = await sharedSite();
  const blocks = await readDocs(site, "quick-start");
  const folder = mkdtempSync(join(tmpdir(), "quick-start-"));
  const section = (name: string) => codeIn(blocks, name, "bash").join("\n");
  const account = section("1. Create an account");
  const shell = async (commands: string) =>
    (await run("bash", ["-e", "-c", commands], { cwd: folder, timeout: 60_000 })).stdout;
  const [program = ""] = codeIn(blocks, "TypeScript", "typescript");
  writeFileSync(join(folder, "order.mjs"), program);
  const typescript = await shell(`${account}\n${section("TypeScript")}\nnode order.mjs`);
  expect(typescript).toMatch(/Available: \d+\nOrder: (?:TRADED|PART_TRADED|PENDING)\nHDFCBANK: 5\n/);
  const commandLine = await shell(`${account}\n${section("Command line")}`);
  expect(commandLine).toMatch(/"orderStatus": "(?:TRADED|PART_TRADED|PENDING)"/);
  expect(commandLine).toContain('"netQty": 5');
  const http = await shell(`${account}\n${section("HTTP")}`);
  rmSync(folder, { recursive: true, force: true });
  expect(http).toContain("availabelBalance");
  expect(http).toMatch(/"orderStatus":"(?:TRADED|PART_TRADED|PENDING)"/);
  expect(http).toContain('"correlationId":"my-first-order"');
  expect(http).toContain('"netQty":5');
});
