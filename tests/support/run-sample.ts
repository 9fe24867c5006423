// Runs a sample of the documentation as a user would: saved in a file of its language, with the official clients
// installed.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Language } from "../../app/docs/blocks.ts";
import { readContract } from "../../server/sdk/contract.ts";
import { writePythonPackage } from "../../server/sdk/python/package-files.ts";
import { TYPESCRIPT_PACKAGE, writeTypescriptPackage } from "../../server/sdk/typescript/package-files.ts";
import { IS_BUILT } from "./base-api.ts";
import { HAS_GO, linkGo } from "./go-programs.ts";
import type { Python } from "./system-tools.ts";

const run = promisify(execFile);
const has = (command: string) => spawnSync(command, ["--version"]).status === 0;
const RUN_WITHIN_MS = 60_000;

const FILES: Record<Language, string> = {
  curl: "sample.sh",
  python: "sample.py",
  typescript: "sample.mts",
  go: "main.go",
};

/** True for languages whose samples can run on this machine without further packages. */
export const CAN_RUN: Record<Language, boolean> = {
  curl: has("curl"),
  python: has("python3"),
  typescript: true,
  go: HAS_GO,
};

/** Folder with the official clients for the samples. */
export type InstalledClients = { folder: string; python: Python | null };

/** Installs the clients in a separate folder: those of the build, or generated ones. */
export async function installClients(python: Python | null): Promise<InstalledClients> {
  const folder = mkdtempSync(join(tmpdir(), "samples-"));
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  if (process.env[IS_BUILT] === undefined) {
    const contract = readContract();
    // The TypeScript compiler writes no output for sources within node_modules.
    await writeTypescriptPackage(contract, join(folder, "typescript"));
    writePythonPackage(contract, join(folder, "python"), join(folder, "archives"));
  } else
    for (const name of ["typescript", "python"]) symlinkSync(resolve("build/sdk", name), join(folder, name));
  symlinkSync(join(folder, "typescript"), join(packages, TYPESCRIPT_PACKAGE));
  symlinkSync(resolve("node_modules/ws"), join(packages, "ws"));
  return { folder, python };
}

/** Line that a process with several samples prints after each sample. */
const END_OF_SAMPLE = "--- end of the sample ---";
/** Programs that run several files in one process, because the start of an interpreter takes longer than a sample. */
const RUN_FILES: Record<Exclude<Language, "go">, (files: readonly string[]) => string> = {
  curl: (files) => files.map((file) => `bash -e ${file}\necho "${END_OF_SAMPLE}"\n`).join(""),
  python: (files) =>
    `import runpy\nfor file in ${JSON.stringify(files)}:\n    runpy.run_path(file, run_name="__main__")\n    print("${END_OF_SAMPLE}")\n`,
  typescript: (files) =>
    files.map((file) => `await import("${file}");\nconsole.log("${END_OF_SAMPLE}");\n`).join(""),
};

async function commandOf(
  language: Language,
  source: string,
  file: string,
  python: Python | null,
): Promise<[string, string[]]> {
  if (language === "go") return [await linkGo(new Map([["sample", source]])), ["sample"]];
  writeFileSync(file, source);
  return {
    curl: ["bash", ["-e", file]] as [string, string[]],
    python: [python?.command ?? "python3", [file]] as [string, string[]],
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
    timeout: RUN_WITHIN_MS,
    maxBuffer: 16 * 1_024 * 1_024,
  });
  return stdout;
}

/** Runs a sample and returns its output. */
export async function runSample(
  language: Language,
  source: string,
  variables: Record<string, string>,
  clients: InstalledClients | null = null,
): Promise<string> {
  const folder = mkdtempSync(join(clients?.folder ?? tmpdir(), "sample-"));
  const python = clients?.python ?? null;
  const path =
    clients === null ? "" : [join(clients.folder, "python"), python?.path].filter(Boolean).join(":");
  try {
    const command = await commandOf(language, source, join(folder, FILES[language]), python);
    return await output(command, path === "" ? variables : { ...variables, PYTHONPATH: path });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs several samples of a language in one process, each from a separate file. Returns the output of each. */
export async function runSamples(
  language: Exclude<Language, "go">,
  sources: readonly string[],
  variables: Record<string, string>,
  clients: InstalledClients,
): Promise<string[]> {
  const folder = mkdtempSync(join(clients.folder, "samples-"));
  const files = sources.map((_, index) => join(folder, `${index}-${FILES[language]}`));
  for (const [index, file] of files.entries()) writeFileSync(file, sources[index] ?? "");
  const text = await runSample(language, RUN_FILES[language](files), variables, clients);
  return text.split(`${END_OF_SAMPLE}\n`).slice(0, -1);
}
