// Runs everything that must hold, one stage after the other, and ends with the sum: "N passed, N failed". A stage that
// fails does not stop the others, so one run tells all. `npm test -- unit server` runs the named stages alone.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./support/browser.ts";
import { SECOND_TRIES_FILE } from "./support/second-tries.ts";
import { ensureCurl, ensureRedis } from "./support/system-tools.ts";

type Count = { passed: number; failed: number };
type Stage = { name: string; run: () => Count };

/** The tests that failed, with the first lines of why: printed last, where a reader of a long log looks. */
const failures: string[] = [];

/** The tests that failed at first and passed at a second try: told of, since a test that wavers is a fault of the test or of the site. */
const secondTries: string[] = [];

const LINES_OF_A_FAILURE = 6;

const reports = mkdtempSync(join(tmpdir(), "reports-"));

function execute(command: string[], env: Record<string, string> = {}): number {
  const [program = "", ...args] = command;
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
}

/** A stage that is one check: it passes or fails as a whole. */
function check(...command: string[]): () => Count {
  return () => {
    if (execute(command) === 0) return { passed: 1, failed: 0 };
    failures.push(command.slice(-3).join(" "));
    return { passed: 0, failed: 1 };
  };
}

function node(script: string, ...args: string[]): string[] {
  return [process.execPath, script, ...args];
}

function note(name: string, message = ""): void {
  failures.push(
    [name, ...message.split("\n").slice(0, LINES_OF_A_FAILURE)]
      .map((line) => line.slice(0, 200))
      .join("\n    "),
  );
}

type VitestReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** A Vitest project; a run that reports no test has failed. `workers` files are run at a time. */
function vitest(project: string, workers = 1): () => Count {
  return () => {
    const file = join(reports, `${project}.json`);
    const wavered = join(reports, `${project}.second-tries`);
    const status = execute(
      node(
        "node_modules/vitest/vitest.mjs",
        "run",
        "--config",
        "remix.config.js",
        "--project",
        project,
        "--reporter=dot",
        "--reporter=json",
        "--reporter=./tests/support/second-tries.ts",
        `--outputFile.json=${file}`,
        `--maxWorkers=${workers}`,
      ),
      { [SECOND_TRIES_FILE]: wavered },
    );
    if (existsSync(wavered)) secondTries.push(...readFileSync(wavered, "utf8").trim().split("\n"));
    const report = readReport(file) as VitestReport | null;
    for (const suite of report?.testResults ?? []) {
      if (suite.status === "failed" && suite.assertionResults.length === 0) note(suite.name, suite.message);
      for (const { status, fullName, failureMessages } of suite.assertionResults)
        if (status === "failed") note(`${suite.name} › ${fullName}`, failureMessages.join("\n"));
    }
    const passed = report?.numPassedTests ?? 0;
    const failed = report?.numFailedTests ?? 0;
    return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
  };
}

function playwright(): Count {
  ensureBrowser();
  const file = join(reports, "e2e.json");
  const status = execute(
    node("node_modules/playwright/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"),
    {
      E2E_REPORT: file,
    },
  );
  const report = readReport(file) as PlaywrightReport | null;
  for (const suite of report?.suites ?? []) noteSpecs(suite);
  const passed = (report?.stats?.expected ?? 0) + (report?.stats?.flaky ?? 0);
  const failed = report?.stats?.unexpected ?? 0;
  return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};
type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: PlaywrightSuite[];
};

function noteSpecs({ title, suites = [], specs = [] }: PlaywrightSuite): void {
  for (const spec of specs)
    if (spec.ok) {
      if (spec.tests.some(({ status }) => status === "flaky")) secondTries.push(`${title} › ${spec.title}`);
    } else
      note(
        `${title} › ${spec.title}`,
        spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? "")).join("\n"),
      );
  for (const suite of suites) noteSpecs(suite);
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

const STAGES: Stage[] = [
  { name: "types", run: check(...node("node_modules/typescript/bin/tsc", "--noEmit")) },
  {
    name: "code",
    run: check(...node("node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".")),
  },
  // Files, exports and dependencies that nothing uses.
  { name: "unused", run: check(...node("node_modules/knip/bin/knip.js", "--no-progress")) },
  { name: "build", run: check("npm", "run", "build") },
  { name: "unit", run: vitest("unit", 2) },
  {
    name: "server",
    run: () => {
      ensureRedis();
      ensureCurl();
      // Each file has processes of its own and waits for them most of the time.
      return vitest("server", 2)();
    },
  },
  { name: "contract", run: vitest("contract", 2) },
  { name: "e2e", run: playwright },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `No stage ${unknown.join(", ")}. There are: ${STAGES.map((stage) => stage.name).join(", ")}.`,
  );
  process.exit(2);
}

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const stage of STAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`\n== ${stage.name}`);
  const startedAt = Date.now();
  const count = stage.run();
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
  lines.push(
    `${stage.name.padEnd(10)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${seconds.padStart(5)} s`,
  );
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
if (secondTries.length > 0) console.log(`\nPassed at a second try:\n  ${secondTries.join("\n  ")}`);
console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
