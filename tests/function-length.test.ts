// Limits the length of functions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "server"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));

describe("the length of functions", () => {
  const MAX_LINES = 80;
  /** True for tables of plain values and texts, which do not count as code. */
  function isTable(node: ts.Node): boolean {
    if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain);
    if (ts.isObjectLiteralExpression(node))
      return node.properties.every((one) => ts.isPropertyAssignment(one) && isPlain(one.initializer));
    return ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
  }
  function isPlain(node: ts.Node): boolean {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isPlain(node.expression);
    if (ts.isPrefixUnaryExpression(node)) return isPlain(node.operand);
    const words = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword];
    return isTable(node) || ts.isLiteralExpression(node) || words.includes(node.kind);
  }

  function longFunctions(file: string): string[] {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    const linesOf = (node: ts.Node) => lineOf(node.end) - lineOf(node.getStart(source));
    const inTables = (node: ts.Node): number => {
      if (isTable(node)) return linesOf(node);
      let lines = 0;
      ts.forEachChild(node, (child) => {
        lines += inTables(child);
      });
      return lines;
    };
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
        const body = node.body as ts.Node;
        if (linesOf(body) - 1 > MAX_LINES && linesOf(body) - 1 - inTables(body) > MAX_LINES) {
          const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
          found.push(`${file} ${named?.getText(source) ?? "without a name"}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  it(`no function has more than ${MAX_LINES} lines`, () => {
    const long = sources
      .filter((file) => /^(?:app|server)\//.test(file) && !file.includes(".test."))
      .flatMap(longFunctions);
    expect(long).toEqual([]);
  });
});
