// Runs all checks and tests, then prints the time of each stage, the slowest files and the total: "N passed, N failed".
// Checks and unit tests run during the build, because they do not need it. The other stages use all cores, one after
// the other. A failed stage does not stop the others. `npm test -- unit server` runs only the named stages.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { IS_BUILT } from "./support/base-api.ts";
import { ensureBrowser } from "./support/browser.ts";
import { folderWithRecords, openRecordsFolder, SANDBOX_RECORDS } from "./support/made-records.ts";
import { SECOND_TRIES_FILE } from "./support/second-tries.ts";
import { ensureCurl, ensureRedis } from "./support/system-tools.ts";

type Count = { passed: number; failed: number };
type Stage = { name: string; run: (say: OutputTarget) => Promise<Count> };
/**
 * Destination of a stage's output: `inherit` writes it to the terminal; a function receives all of it when the stage
 * ends.
 */
type OutputTarget = "inherit" | ((text: string) => void);

/**
 * Failed tests with the first lines of their messages. They are printed last, because people read the end of a long log
 * first.
 */
const failures: string[] = [];

/**
 * Tests that passed only on a retry. The run reports them, because a flaky test indicates a fault of the test or of the
 * site.
 */
const retriedTests: string[] = [];

/** Duration of each test file. */
const fileDurations: { name: string; ms: number }[] = [];

const LINES_OF_A_FAILURE = 6;
const SLOWEST_FILES = 10;

const reports = mkdtempSync(join(tmpdir(), "reports-"));

/** Runs a command and resolves with its exit code. */
function execute(command: string[], say: OutputTarget, env: Record<string, string> = {}): Promise<number> {
  const [program = "", ...args] = command;
  const output = say === "inherit" ? "inherit" : "pipe";
  const child = spawn(program, args, { stdio: ["inherit", output, output], env: { ...process.env, ...env } });
  if (say !== "inherit")
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", say);
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** Returns the function of a stage that runs one command and passes if the command succeeds. */
function check(...command: string[]): Stage["run"] {
  return async (say) => {
    if ((await execute(command, say)) === 0) return { passed: 1, failed: 0 };
    failures.push(command.slice(-3).join(" "));
    return { passed: 0, failed: 1 };
  };
}

function node(script: string, ...args: string[]): string[] {
  return [process.execPath, script, ...args];
}

function noteFailure(name: string, message = ""): void {
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
    startTime: number;
    endTime: number;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/**
 * Returns the function of a stage that runs a Vitest project. A run without any test fails. `workers` is the number of
 * parallel files.
 */
function vitest(project: string, workers: number, env: Record<string, string> = {}): Stage["run"] {
  return async (say) => {
    const file = join(reports, `${project}.json`);
    const flakyTestsFile = join(reports, `${project}.second-tries`);
    const status = await execute(
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
      say,
      { [SECOND_TRIES_FILE]: flakyTestsFile, ...env },
    );
    if (existsSync(flakyTestsFile))
      retriedTests.push(...readFileSync(flakyTestsFile, "utf8").trim().split("\n"));
    const report = readReport(file) as VitestReport | null;
    for (const suite of report?.testResults ?? []) {
      fileDurations.push({ name: relative(process.cwd(), suite.name), ms: suite.endTime - suite.startTime });
      if (suite.status === "failed" && suite.assertionResults.length === 0)
        noteFailure(suite.name, suite.message);
      for (const { status, fullName, failureMessages } of suite.assertionResults)
        if (status === "failed") noteFailure(`${suite.name} › ${fullName}`, failureMessages.join("\n"));
    }
    const passed = report?.numPassedTests ?? 0;
    const failed = report?.numFailedTests ?? 0;
    return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
  };
}

async function playwright(say: OutputTarget): Promise<Count> {
  ensureBrowser();
  const file = join(reports, "e2e.json");
  const dataDir = await folderWithRecords();
  const status = await execute(
    node("node_modules/playwright/cli.js", "test", "--config", "tests/e2e/playwright.config.ts"),
    say,
    { E2E_REPORT: file, E2E_DATA_DIR: dataDir },
  );
  rmSync(dataDir, { recursive: true, force: true });
  const report = readReport(file) as PlaywrightReport | null;
  for (const suite of report?.suites ?? []) {
    noteSpecs(suite);
    fileDurations.push({ name: `tests/e2e/${suite.title}`, ms: timeOf(suite) });
  }
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
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
};
type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number };
  suites?: PlaywrightSuite[];
};

function noteSpecs({ title, suites = [], specs = [] }: PlaywrightSuite): void {
  for (const spec of specs)
    if (spec.ok) {
      if (spec.tests.some(({ status }) => status === "flaky")) retriedTests.push(`${title} › ${spec.title}`);
    } else
      noteFailure(
        `${title} › ${spec.title}`,
        spec.tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? "")).join("\n"),
      );
  for (const suite of suites) noteSpecs(suite);
}

/** Returns the time in ms of all tests and retries of a suite; two tests run at a time. */
function timeOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.map(timeOf)].reduce((sum, ms) => sum + ms, 0);
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Stages that do not need the build. */
const STAGES_DURING_BUILD: Stage[] = [
  { name: "types", run: check("npm", "run", "--silent", "check:types") },
  {
    name: "code",
    run: check(...node("node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".")),
  },
  // Finds unused files, exports and dependencies.
  { name: "unused", run: check(...node("node_modules/knip/bin/knip.js", "--no-progress")) },
  { name: "unit", run: vitest("unit", 2) },
];
/**
 * The build runs with 1,024 open files, the usual limit of a container, because a bundler may open more. It computes
 * only the records that tests use; golden.test.ts covers all algos.
 */
const BUILD: Stage = {
  name: "build",
  run: check("sh", "-c", `ulimit -n 1024 && npm run build -- ${SANDBOX_RECORDS}`),
};
const TESTS: Stage[] = [
  {
    name: "server",
    run: (say) => {
      ensureRedis();
      ensureCurl();
      // More workers than cores, because each file waits for its processes half of the time.
      return vitest("server", 4)(say);
    },
  },
  {
    name: "contract",
    run: (say) => vitest("contract", 3, isSelected(BUILD) ? { [IS_BUILT]: "yes" } : {})(say),
  },
  { name: "e2e", run: playwright },
];
const isSelected = ({ name }: Stage) => stageNames.length === 0 || stageNames.includes(name);
const STAGES = [...STAGES_DURING_BUILD, BUILD, ...TESTS];

const stageNames = process.argv.slice(2);
const unknown = stageNames.filter((name) => !STAGES.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `No stage ${unknown.join(", ")}. There are: ${STAGES.map((stage) => stage.name).join(", ")}.`,
  );
  process.exit(2);
}

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
const secondsSince = (startedAt: number) => ((Date.now() - startedAt) / 1_000).toFixed(0);

async function runStage({ name, run }: Stage, isAlone: boolean): Promise<void> {
  let output = "";
  if (isAlone) console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const count = await run(isAlone ? "inherit" : (text) => (output += text));
  if (!isAlone) console.log(`\n== ${name}\n${output}`);
  total.passed += count.passed;
  total.failed += count.failed;
  lines.push(
    `${name.padEnd(10)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed ${secondsSince(startedAt).padStart(5)} s`,
  );
}

async function runStages(stages: readonly Stage[], isAlone: boolean): Promise<void> {
  for (const stage of stages) if (isSelected(stage)) await runStage(stage, isAlone);
}

const startedAt = Date.now();
const closeRecordsFolder = openRecordsFolder();
await Promise.all([runStages(STAGES_DURING_BUILD, false), runStages([BUILD], false)]);
await runStages(TESTS, true);
closeRecordsFolder();
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
if (retriedTests.length > 0) console.log(`\nPassed on a retry:\n  ${retriedTests.join("\n  ")}`);
const slowest = fileDurations
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, SLOWEST_FILES)
  .map(({ name, ms }) => `${(ms / 1_000).toFixed(0).padStart(5)} s ${name}`);
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join("\n")}`);
console.log(`\n${lines.join("\n")}\nall of it in ${secondsSince(startedAt)} s`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
