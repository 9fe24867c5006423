// Compiles and runs the Go programs of the documentation if Go is installed: in one module, offline, with only the
// standard library. They are compiled unchanged but linked into one binary, because linking each program would take
// most of the time.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BUILT_WITHIN_MS = 240_000;

export const HAS_GO = spawnSync("go", ["version"]).status === 0;
export const NO_GO = "Go is not installed here";

const runGo = (folder: string, ...args: string[]) =>
  run("go", args, {
    cwd: folder,
    timeout: BUILT_WITHIN_MS,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      HOME: folder,
      GOCACHE: join(tmpdir(), "docs-go-cache"),
      GOFLAGS: "-mod=mod",
      GOPROXY: "off",
    },
  });

function createModule(): string {
  const folder = mkdtempSync(join(tmpdir(), "docs-go-"));
  writeFileSync(join(folder, "go.mod"), "module docs\n\ngo 1.19\n");
  return folder;
}

function write(folder: string, name: string, source: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "main.go"), source);
}

/** Compiles complete programs by name and runs `go vet`; throws Go's output on errors. Requires Go. */
export async function checkGo(programs: ReadonlyMap<string, string>): Promise<void> {
  const folder = createModule();
  for (const [name, source] of programs) write(folder, name, `${source}\n`);
  await runGo(folder, "vet", "./...");
  await runGo(folder, "build", "./...");
}

/**
 * Links one binary that runs the program in its first argument, and returns the binary's path. Names of programs must
 * be Go identifiers. Requires Go.
 */
export async function linkGo(programs: ReadonlyMap<string, string>): Promise<string> {
  const folder = createModule();
  const names = [...programs.keys()];
  for (const [name, source] of programs)
    write(
      folder,
      name,
      source.replace(/^package main$/m, `package ${name}`).replace(/^func main\(\)/m, "func Main()"),
    );
  const imports = names.map((name) => `\t"docs/${name}"`).join("\n");
  const cases = names.map((name) => `\tcase "${name}":\n\t\t${name}.Main()`).join("\n");
  write(
    folder,
    "all",
    `package main\n\nimport (\n\t"os"\n${imports}\n)\n\nfunc main() {\n\tswitch os.Args[1] {\n${cases}\n\tdefault:\n\t\tpanic("no such program")\n\t}\n}\n`,
  );
  const binary = join(folder, "program");
  await runGo(folder, "build", "-o", binary, "./all");
  return binary;
}
