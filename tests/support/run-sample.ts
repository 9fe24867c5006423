// Runs a sample of the documentation as a reader would: pasted into a file of its language.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Language } from "../../app/docs/blocks.ts";
import { HAS_GO, linkGo } from "./go-programs.ts";

const run = promisify(execFile);
const has = (command: string) => spawnSync(command, ["--version"]).status === 0;

const FILES: Record<Language, string> = {
  curl: "sample.sh",
  python: "sample.py",
  typescript: "sample.mts",
  go: "main.go",
};

/** Whether samples of a language can be run on this machine. */
export const RUNS: Record<Language, boolean> = {
  curl: has("curl"),
  python: has("python3"),
  typescript: true,
  go: HAS_GO,
};

async function commandOf(language: Language, source: string, file: string): Promise<[string, string[]]> {
  if (language === "go") return [await linkGo(new Map([["sample", source]])), ["sample"]];
  writeFileSync(file, source);
  return {
    curl: ["bash", ["-e", file]] as [string, string[]],
    python: ["python3", [file]] as [string, string[]],
    typescript: [process.execPath, ["--import", "tsx", file]] as [string, string[]],
  }[language];
}

/** Runs a program with these environment variables and returns its output; throws its error output if it fails. */
export async function output(
  [program, args]: [string, string[]],
  variables: Record<string, string>,
): Promise<string> {
  const { stdout } = await run(program, args, {
    env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: process.env.HOME, ...variables },
    timeout: 30_000,
    maxBuffer: 16 * 1_024 * 1_024,
  });
  return stdout;
}

/** The output of a sample. */
export async function runSample(
  language: Language,
  source: string,
  variables: Record<string, string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sample-"));
  try {
    return await output(await commandOf(language, source, join(folder, FILES[language])), variables);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
