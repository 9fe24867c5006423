// Samples of calls with hostile parameters and bodies: each sample must be a complete program that contains the hostile
// text only as data.
import { execFileSync, spawnSync } from "node:child_process";
import * as fc from "fast-check";
import ts from "typescript";
import { expect, it } from "vitest";
import { buildPath } from "../contract/trading-api/examples.ts";
import { TRADING_OPERATIONS } from "../contract/trading-api/operations.ts";
import { parseDraft, readDraft } from "./playground.ts";
import { renderSamples, type SampleCall } from "./samples.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const text = fc.string({
  unit: fc.constantFrom("`", "$", "{", "}", '"', "'", "\\", "\n", "(", ")", ";", "+", "\u2028", "a", "!"),
  maxLength: 20,
});
const body = fc.dictionary(
  fc.oneof(text, fc.constantFrom("quantity", "orderType")),
  fc.oneof(text, fc.boolean(), fc.constantFrom(null, "{orderId}", "a: a")),
);
/**
 * Generated calls: with a path parameter and a body, with a query, or with only a body, each with or without a fault.
 */
const calls: SampleCall[] = fc.sample(
  fc
    .oneof(
      fc.record({
        operation: fc.constant(TRADING_OPERATIONS.modifyOrder),
        example: fc.record({ path: fc.record({ orderId: text }), body }),
      }),
      fc.record({
        operation: fc.constant(TRADING_OPERATIONS.listLedger),
        example: fc.record({ query: fc.record({ "from-date": text, "to-date": text }) }),
      }),
      fc.record({
        operation: fc.constant(TRADING_OPERATIONS.quoteLtp),
        example: fc.record({ body }),
      }),
    )
    .chain((call) =>
      fc
        .oneof(
          text.map((end) => `slow; ${end}`),
          fc.constant(null),
        )
        .map((fault): SampleCall => ({ ...call, fault })),
    ),
  { numRuns: 120, seed: 7 },
);
/** Returns the call with harmless values in place of the hostile ones. */
const plainOf = ({ operation, example, fault = null }: SampleCall): SampleCall => {
  const same = (values: object | undefined) =>
    Object.fromEntries(Object.keys(values ?? {}).map((name) => [name, "plain"]));
  return {
    operation,
    fault: fault === null ? null : "plain",
    example: {
      ...(example.path === undefined ? {} : { path: same(example.path) }),
      ...(example.query === undefined ? {} : { query: same(example.query) }),
      ...(example.body === undefined ? {} : { body: {} }),
    },
  };
};
const json = (value: unknown) => JSON.parse(JSON.stringify(value));

it("curl: the shell passes exactly the address and the body to curl", () => {
  // Replaces curl by a shell function that prints its arguments. Each sample runs in a separate subshell.
  const script = calls
    .map(
      (call) =>
        `(BASE_URL=http://base ACCESS_TOKEN=t CLIENT_ID=c\n${renderSamples(call).curl}\n)\nprintf '\\001'\n`,
    )
    .join("");
  const output = execFileSync("sh", ["-s"], { input: `curl() { printf '%s\\0' "$@"; }\n${script}` });
  const each = output.toString().split("\u0001");
  expect(each).toHaveLength(calls.length + 1);
  for (const [index, call] of calls.entries()) {
    const commandArguments = each[index]?.split("\0") ?? [];
    const { operation, example } = call;
    expect(commandArguments[3]).toBe(`http://base${buildPath(operation.path, example.path, example.query)}`);
    const at = commandArguments.indexOf("-d");
    if (example.body === undefined) expect(at).toBe(-1);
    else expect(JSON.parse(commandArguments[at + 1] ?? "")).toEqual(json(example.body));
  }
});

it("TypeScript: hostile text appears only in string literals", () => {
  const shape = (source: string) => {
    const file = ts.createSourceFile("x.mts", source, ts.ScriptTarget.ES2022);
    const faults = (file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics;
    return [faults.length, ...file.statements.map((statement) => ts.SyntaxKind[statement.kind])];
  };
  for (const call of calls)
    expect(shape(renderSamples(call).typescript)).toEqual(shape(renderSamples(plainOf(call)).typescript));
});

it("TypeScript: the client receives exactly the values that the user entered", async () => {
  for (const call of calls) {
    const { operation, example, fault } = call;
    const [, args = ""] = /client\.\w+\((.*)\);\nconsole\.log/s.exec(renderSamples(call).typescript) ?? [];
    const received: unknown[] = new Function(`return [${args}]`)();
    const parameters = { ...example.path, ...example.query };
    const own = (value: unknown) => Object.entries(value as object).filter(([name]) => name !== "__proto__");
    const expected = [
      ...(Object.keys(parameters).length > 0 ? [parameters] : []),
      ...(example.body === undefined ? [] : [example.body]),
      ...(fault === null ? [] : [{ headers: { "X-Sandbox-Fault": fault } }]),
    ];
    expect(received.map(own), operation.operationId).toEqual(json(expected).map(own));
  }
});

it.runIf(hasPython)("Python: samples compile, and hostile text changes no statement", () => {
  const programs = calls.map((call) => renderSamples(call).python);
  const script = `import ast, json, sys
print(json.dumps([[type(one).__name__ for one in ast.parse(program).body] for program in json.load(sys.stdin)]))`;
  const shapes = JSON.parse(
    execFileSync("python3", ["-c", script], { input: JSON.stringify(programs) }).toString(),
  ) as string[][];
  for (const shape of shapes) expect(shape).toEqual(["Import", "ImportFrom", "With"]);
});

it("Go: hostile text appears only in literals", () => {
  const bare = (program: string) =>
    program.replaceAll(/`[^`]*`|"(?:[^"\\\n]|\\.)*"/g, (literal) => (literal.startsWith("`") ? "``" : '""'));
  for (const call of calls) {
    expect(bare(renderSamples(call).go)).toBe(bare(renderSamples(plainOf(call)).go));
  }
});

it("Go: backticks in the body stay inside the string literal", () => {
  const crafted = { note: '`+string(func() []byte { b, _ := exec.Command("id").Output(); return b }())+`' };
  const draft = parseDraft(new URLSearchParams({ op: "placeOrder", body: JSON.stringify(crafted) }));
  const call = readDraft(draft);
  if ("message" in call) throw new Error(call.message);
  const { go } = renderSamples({ operation: TRADING_OPERATIONS.placeOrder, example: { body: call.body } });
  expect(go.match(/`/g)).toHaveLength(2);
  expect(go).toContain("\\u0060+string(func()");
});

it("rejects a request body nested deeper than 20 levels", () => {
  const draft = parseDraft(
    new URLSearchParams({ op: "placeOrder", body: `${"[".repeat(4_000)}${"]".repeat(4_000)}` }),
  );
  expect(readDraft(draft)).toEqual({ field: "body", message: "The body is nested deeper than 20 levels." });
});

it("sends a path parameter with dots as a parameter, not as a step up in the path", () => {
  const path = buildPath("/trades/{fromDate}/{toDate}/{page}", {
    fromDate: "..",
    toDate: ".",
    page: "portal",
  });
  expect(new URL(`http://base/v2${path}`).pathname).toBe("/v2/trades/%252E%252E/%252E/portal");
});
