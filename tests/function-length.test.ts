// Limits the length of functions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "server", "tests/reports"],
  { encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));

describe("the length of functions", () => {
  const MAX_LINES = 80;
  /** Maximum number of lines of a function, without tables, markup and nested functions. */
  const MAX_OWN_LINES = 60;

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
    const literalKinds = [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword];
    return isTable(node) || ts.isLiteralExpression(node) || literalKinds.includes(node.kind);
  }

  const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration & { body: ts.Node } =>
    ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
  const isMarkup = (node: ts.Node) =>
    ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

  /** Returns the functions of a file. `lines` excludes tables; `own` also excludes markup and nested functions. */
  function functionsOf(file: string): { name: string; lines: number; own: number }[] {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
    const linesOf = (node: ts.Node) => lineOf(node.end) - lineOf(node.getStart(source));
    /** Counts the lines of the parts that `isPart` selects. */
    const linesIn = (node: ts.Node, isPart: (node: ts.Node) => boolean): number => {
      if (isPart(node)) return linesOf(node);
      let lines = 0;
      ts.forEachChild(node, (child) => {
        lines += linesIn(child, isPart);
      });
      return lines;
    };
    const found: { name: string; lines: number; own: number }[] = [];
    const visit = (node: ts.Node): void => {
      if (isFunction(node)) {
        const { body } = node;
        const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
        const lines = linesOf(body) - 1;
        found.push({
          name: `${file} ${named?.getText(source) ?? "without a name"}`,
          lines: lines - linesIn(body, isTable),
          own: lines - linesIn(body, (part) => isTable(part) || isMarkup(part) || isFunction(part)),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  const functions = sources
    .filter((file) => /^(?:app|server)\//.test(file) && !file.includes(".test."))
    .flatMap(functionsOf);

  it(`no function exceeds ${MAX_OWN_LINES} lines, excluding tables, markup and inner functions`, () => {
    expect(functions.filter(({ own }) => own > MAX_OWN_LINES)).toEqual([]);
  });

  it(`no function exceeds ${MAX_LINES} lines, excluding tables`, () => {
    expect(functions.filter(({ lines }) => lines > MAX_LINES)).toEqual([]);
  });
});
