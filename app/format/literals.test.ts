// Writes malicious text as a literal of each language and parses it with that language's parser. The result must be the
// same text.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  goJson,
  goString,
  jsonText,
  oneLine,
  pythonString,
  pythonValue,
  shellArgument,
  typescriptString,
} from "./literals.ts";

const CRAFTED = [
  "`+func() string { os.Exit(1); return `` }()+`",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text must look like a template
  "${process.exit(1)}`); process.exit(1); (`",
  '"; process.exit(1); "',
  '"""\nimport os; os.system("id")\n"""',
  "'; rm -rf ~; '",
  "$(id) `id` !! \\",
  "\\u0022); evil(",
  "true, null, : false",
  "\u2028\u2029\u202e\u200b\ufeff\0\r\n\t\\n",
  "\ud800 lone \udc00",
  "𝒳😀\u{e0001}",
  "-n",
  "",
];
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Arbitrary strings, and strings of characters that are special in some of the languages. */
const hostile = fc.oneof(
  fc.constantFrom(...CRAFTED),
  fc.string({
    unit: fc.constantFrom(
      "`",
      "$",
      "{",
      "}",
      '"',
      "'",
      "\\",
      "\n",
      "\r",
      "(",
      ")",
      ";",
      "#",
      "u",
      "0",
      "\u2028",
      "\u202e",
      "\0",
      "\ud83d",
      "\ude00",
      "a",
    ),
    maxLength: 30,
  }),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const samples = [...CRAFTED, ...fc.sample(hostile, { numRuns: 400, seed: 7 })];
const values = [
  ...fc.sample(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), { numRuns: 150, seed: 7 }),
  ...CRAFTED.map((text) => ({ [text]: [text, true, null, -0.5e-9, 1e21] })),
];

const INVISIBLE = /[\p{C}\u2028\u2029]/u;

/** Parses a literal with TypeScript's parser and returns its value. Throws unless it is a single string. */
function readTypescript(literal: string): string {
  const file = ts.createSourceFile("x.ts", `x(${literal})`, ts.ScriptTarget.ES2022);
  const [statement, ...others] = file.statements;
  if (others.length > 0 || statement === undefined || !ts.isExpressionStatement(statement))
    throw new Error(literal);
  const call = statement.expression;
  const [argument] = ts.isCallExpression(call) ? call.arguments : [];
  if (argument === undefined || argument.kind !== ts.SyntaxKind.StringLiteral) throw new Error(literal);
  return (argument as ts.StringLiteral).text;
}

/** Parses an interpreted Go string literal by Go's grammar. Throws for an unescaped quote or an invalid escape. */
function readGo(literal: string): string {
  const inside = /^"((?:[^"\\\n\r]|\\(?:[abfnrtv\\"]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}))*)"$/.exec(
    literal,
  )?.[1];
  if (inside === undefined) throw new Error(literal);
  return inside.replaceAll(/\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gs, (_, short, long, simple) => {
    if (simple !== undefined)
      return ({ n: "\n", r: "\r", t: "\t" } as Record<string, string>)[simple] ?? simple;
    const codePoint = Number.parseInt(short ?? long, 16);
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw new Error(`Go has no \\u${short}`);
    return String.fromCodePoint(codePoint);
  });
}

const wellFormed = (text: string) => text.replaceAll(/\p{Cs}/gu, "\ufffd");

describe("malicious text", () => {
  it("is unchanged after parsing by TypeScript", () => {
    for (const text of samples) {
      const literal = typescriptString(text);
      expect(readTypescript(literal)).toBe(text);
      expect(literal).not.toMatch(INVISIBLE);
    }
  });

  it("is unchanged after parsing by Go's grammar", () => {
    for (const text of samples) {
      const literal = goString(text);
      expect(readGo(literal)).toBe(wellFormed(text));
      expect(literal).not.toMatch(INVISIBLE);
    }
    for (const value of values) {
      const literal = goJson(value);
      expect(literal.slice(1, -1)).not.toMatch(/[`\r\ufeff]/);
      expect(JSON.parse(literal.slice(1, -1))).toEqual(JSON.parse(JSON.stringify(value)));
    }
  });

  it("is unchanged after a round trip through JSON without invisible characters", () => {
    for (const value of values) {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      expect(jsonText(value).replaceAll("\n", "")).not.toMatch(INVISIBLE);
    }
  });

  it.runIf(hasPython)("is unchanged after parsing by Python", () => {
    const folder = mkdtempSync(join(tmpdir(), "literals-"));
    const [literals, read] = [join(folder, "in.json"), join(folder, "out.json")];
    const json = values.map((value) => JSON.parse(JSON.stringify(value)));
    writeFileSync(
      literals,
      JSON.stringify([...samples.map(pythonString), ...json.map((value) => pythonValue(value))]),
    );
    const script = `import ast, json, sys
literals = json.load(open(sys.argv[1]))
json.dump([ast.literal_eval(one) for one in literals], open(sys.argv[2], "w"))`;
    try {
      execFileSync("python3", ["-c", script, literals, read]);
      expect(JSON.parse(readFileSync(read, "utf8"))).toEqual([...samples, ...json]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    for (const text of samples) expect(pythonString(text)).not.toMatch(INVISIBLE);
  });

  it("is unchanged after parsing by the shell", () => {
    const texts = samples.filter((text) => !/\p{Cs}/u.test(text));
    const script = texts
      .map((text) => `printf '%s\\0' ${text === "" ? "''" : shellArgument(text)}`)
      .join("\n");
    const output = execFileSync("sh", ["-s"], { input: script, maxBuffer: 16 * 1_024 * 1_024 });
    expect(output.toString().split("\0").slice(0, -1)).toEqual(
      texts.map((text) => text.replaceAll("\0", "")),
    );
    expect(shellArgument("")).toBe("''");
  });

  it("remains on one line of an .http file", () => {
    for (const text of samples) expect(oneLine(text)).not.toMatch(INVISIBLE);
    expect(oneLine("GET /a\r\nX-Other: b")).toBe("GET /aX-Other: b");
  });
});
