// Samples of calls with a hostile path and body: each sample is a complete program, and the hostile text is only data
// in it.
import { execFileSync, spawnSync } from "node:child_process";
import * as fc from "fast-check";
import ts from "typescript";
import { expect, it } from "vitest";
import { draftOf, readDraft } from "./playground.ts";
import { type SampleCall, samplesOf } from "./samples.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const text = fc.string({
  unit: fc.constantFrom("`", "$", "{", "}", '"', "'", "\\", "\n", "(", ")", ";", "+", "\u2028", "a", "!"),
  maxLength: 20,
});
const calls: SampleCall[] = fc.sample(
  fc.record({
    method: fc.constantFrom("GET", "POST"),
    path: fc.oneof(text, fc.constant("/orders/1?x=%22")).map((tail) => `/${tail}`),
    body: fc.oneof(
      fc.constant(undefined),
      fc.dictionary(text, fc.oneof(text, fc.boolean(), fc.constant(null))),
    ),
    isData: fc.boolean(),
    isCsv: fc.boolean(),
  }),
  { numRuns: 120, seed: 7 },
);
const json = (value: unknown) => JSON.parse(JSON.stringify(value));

it("curl: the shell passes on exactly the address and the body", () => {
  // A shell function in place of curl prints its arguments; each sample runs in a separate subshell.
  const script = calls
    .map(
      (call) =>
        `(BASE_URL=http://base ACCESS_TOKEN=t CLIENT_ID=c\n${samplesOf(call).curl}\n)\nprintf '\\001'\n`,
    )
    .join("");
  const output = execFileSync("sh", ["-s"], { input: `curl() { printf '%s\\0' "$@"; }\n${script}` });
  const each = output.toString().split("\u0001");
  expect(each).toHaveLength(calls.length + 1);
  for (const [index, call] of calls.entries()) {
    const given = each[index]?.split("\0") ?? [];
    expect(given[3]).toBe(`http://base${call.path}`);
    const at = given.indexOf("-d");
    if (call.body === undefined) expect(at).toBe(-1);
    else expect(JSON.parse(given[at + 1] ?? "")).toEqual(json(call.body));
  }
});

it("TypeScript: hostile text changes no statement and appears only in string literals", () => {
  const shape = (source: string) => {
    const file = ts.createSourceFile("x.mts", source, ts.ScriptTarget.ES2022);
    const faults = (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics;
    return [faults.length, ...file.statements.map((statement) => ts.SyntaxKind[statement.kind])];
  };
  for (const call of calls)
    expect(shape(samplesOf(call).typescript)).toEqual(
      shape(
        samplesOf({ ...call, path: "/plain", body: call.body === undefined ? undefined : {} }).typescript,
      ),
    );
});

it.runIf(hasPython)("Python: compiles, and hostile text changes no statement", () => {
  const programs = calls.map((call) => samplesOf(call).python);
  const script = `import ast, json, sys
print(json.dumps([[type(one).__name__ for one in ast.parse(program).body] for program in json.load(sys.stdin)]))`;
  const shapes = JSON.parse(
    execFileSync("python3", ["-c", script], { input: JSON.stringify(programs) }).toString(),
  ) as string[][];
  for (const shape of shapes) expect(shape).toEqual(["Import", "Assign", "With"]);
});

it("Go: hostile text changes only the literals of the program", () => {
  const bare = (program: string) =>
    program.replaceAll(/`[^`]*`|"(?:[^"\\\n]|\\.)*"/g, (literal) => (literal.startsWith("`") ? "``" : '""'));
  for (const call of calls) {
    const plain = samplesOf({ ...call, path: "/plain", body: call.body === undefined ? undefined : {} }).go;
    expect(bare(samplesOf(call).go)).toBe(bare(plain));
  }
});

it("an address that once injected Go code is a string literal", () => {
  const crafted = { note: '`+string(func() []byte { b, _ := exec.Command("id").Output(); return b }())+`' };
  const draft = draftOf(new URLSearchParams({ op: "placeOrder", body: JSON.stringify(crafted) }));
  const call = readDraft(draft);
  if ("message" in call) throw new Error(call.message);
  const { go } = samplesOf({ ...call, isData: false, isCsv: false });
  expect(go.match(/`/g)).toHaveLength(2);
  expect(go).toContain("\\u0060+string(func()");
});

it("rejects an excessively nested body before formatting it", () => {
  const draft = draftOf(
    new URLSearchParams({ op: "placeOrder", body: `${"[".repeat(4_000)}${"]".repeat(4_000)}` }),
  );
  expect(readDraft(draft)).toEqual({ field: "body", message: "The body is nested deeper than 20 levels." });
});
