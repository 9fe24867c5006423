// Page texts must be in the `text.ts` of the page's feature folder, so that a translation replaces files and changes no
// page. The test finds texts within pages. Excluded are the documentation (app/docs and its routes) and legal texts,
// which are content files, and files that are not pages: the document's frame, and word lists in .ts files.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Attributes and properties whose values people read or hear. */
const TEXT_ATTRIBUTES = new Set(
  "alt aria-label aria-description button caption data-label description empty heading here hint label lead legend note placeholder sentence summary title words".split(
    " ",
  ),
);
const CODE_ATTRIBUTES = new Set(
  '"Cache-Control" className class d href id pattern points src to transform viewBox'.split(" "),
);

const read = (file: string) => readFileSync(file, "utf8");
const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => existsSync(file) && /\.tsx?$/.test(file) && !file.includes(".test."));
const pages = sources.filter(
  (file) => file.endsWith(".tsx") && !/^app\/(?:docs\/|routes\/docs\.|entry\.server)/.test(file),
);
/** Each folder has one such file. The texts of an algo's record are in a second file. */
const texts = sources.filter((file) => /\/(?:(?:books|record)-)?text\.ts$/.test(file));
/** Texts that modules other than pages use. */
const sharedTexts = sources.filter((file) => /-texts\.tsx?$/.test(file));

/** Modules whose sentences appear on pages. */
const modules = sources.filter(
  (file) =>
    /^app\/(?:browser|deploying|evidence|format|frame|live|marketplace|markets|portfolio|routes\/(?!docs\.)[^/]*|support|ui)\/.*\.ts$/.test(
      file,
    ) &&
    !/texts?\.ts$/.test(file) &&
    // Excluded are documentation, downloads for programs, collection names (in brand.yaml) and risk names (in
    // app/words.ts).
    !/(?:docs-script|record-files|portfolio\/records|marketplace\/menu|format\/risk)\.ts$/.test(file),
);

const containsLetters = (text: string) => /\p{L}/u.test(text);
/**
 * True for sentences such as "Nothing was changed" or "5 of 7 days": at least two words, with the beginning or end of a
 * sentence.
 */
const isSentence = (text: string) =>
  /\p{L}['’\p{L}]*[,;:.]? +[“(]?\p{L}/u.test(text) &&
  (/^[“(]?\p{Lu}/u.test(text.trim()) || /\p{L}[.;?!] |[.?!]$/u.test(text));

/**
 * Returns the attribute or property that receives the value of `node`, or "child" for a tag's content. Conditions and
 * defaults are followed.
 */
function placeOf(node: ts.Node): string | null {
  const { parent } = node;
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText() : "a child";
  // A text that is only compared is not displayed.
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return "id";
  if (ts.isCallExpression(parent) && /\.(?:includes|indexOf)$/.test(parent.expression.getText())) return "id";
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return placeOf(parent);
  if (ts.isParenthesizedExpression(parent)) return placeOf(parent);
  if (ts.isBinaryExpression(parent) && ["??", "||", "&&", "+"].includes(parent.operatorToken.getText()))
    return placeOf(parent);
  return null;
}

/** True for terminal input and file names, which are the same in every language. */
const isCode = (node: ts.Node) =>
  ts.isJsxElement(node) && /^<(?:code|pre|kbd)\b/.test(node.openingElement.getText());

/** Returns the texts in a page's source: text between tags, attributes and properties for people, and sentences. */
function pageTexts(file: string, code: string): string[] {
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const literal = (node: ts.Node, text: string) => {
    const place = placeOf(node);
    if (!containsLetters(text) || CODE_ATTRIBUTES.has(place ?? "") || ts.isImportDeclaration(node.parent))
      return;
    if (place === "a child" || TEXT_ATTRIBUTES.has(place ?? "") || isSentence(text)) found.push(text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && containsLetters(node.text) && !isCode(node.parent))
      found.push(node.text.trim());
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) literal(node, node.text);
    if (ts.isTemplateExpression(node))
      literal(
        node,
        [node.head, ...node.templateSpans.map((span) => span.literal)].map(({ text }) => text).join("…"),
      );
    if (ts.isTypeNode(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("texts of pages", () => {
  it.each(pages)("%s imports its texts and contains no text literals", (file) => {
    expect(pageTexts(file, read(file))).toEqual([]);
  });

  it.each(modules)("%s contains no complete sentence", (file) => {
    expect(pageTexts(file, read(file)).filter(isSentence)).toEqual(
      file.endsWith("/candle-script.ts") ? [" Lightweight Charts."] : [],
    );
  });

  it("are in one text.ts per folder, not in a file per page", () => {
    expect(sources.filter((file) => file.endsWith(".text.ts"))).toEqual([]);
    expect(texts.length).toBeGreaterThan(0);
  });

  it("are all listed in app/words.ts, so that a brand can replace them", () => {
    const listed = [...read("app/words.ts").matchAll(/from "\.\/(.*)";/g)].map(([, file]) => `app/${file}`);
    expect(sharedTexts.length).toBeGreaterThan(0);
    const unlisted = [...texts, ...sharedTexts].filter((file) => !listed.includes(file));
    expect(unlisted).toEqual([
      // Only developers see the design page.
      "app/routes/design/text.ts",
      // This file replaces texts and contains none.
      "app/browser/brand-texts.ts",
      // Sealed records contain these texts.
      "app/contract/base-api/disclosure-texts.ts",
      // brand.yaml replaces these texts.
      "app/marketplace/collection-texts.ts",
    ]);
  });

  it.each(texts)("every text and entry of %s is used", (file) => {
    const found = textsOf(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
    expect(found.length).toBeGreaterThan(0);
    const unused = found.flatMap(({ name, entries }) => {
      const users = [...pages, ...modules].flatMap((page) => {
        const local = localName(page, file, name);
        return local === null ? [] : [{ local, code: read(page) }];
      });
      const isUsed = (entry: string) =>
        users.some(
          ({ local, code }) =>
            new RegExp(`\\b${local}\\.${entry}\\b`).test(code) ||
            // The helpers of app/ui/page-meta.ts read these two entries.
            (/^(title|description)$/.test(entry) &&
              new RegExp(`\\b(?:fixed|client)Meta(?:<typeof loader>)?\\(\\s*${local},`).test(code)),
        );
      return [...(entries.length === 0 ? [name] : []), ...entries.filter((entry) => !isUsed(entry))];
    });
    expect(unused).toEqual([]);
  });

  /** Returns the name under which a page imports a text; null if it does not. */
  function localName(page: string, file: string, name: string): string | null {
    for (const [, names = "", from = ""] of read(page).matchAll(/^import \{([^}]*)\} from "(\.[^"]*)";/gm)) {
      const imported = new RegExp(`\\b${name}\\b(?: as (\\w+))?`).exec(names);
      if (imported !== null && join(dirname(page), from) === file) return imported[1] ?? name;
    }
    return null;
  }

  function textsOf(source: ts.SourceFile): { name: string; entries: string[] }[] {
    return source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .map(({ name, initializer }) => {
        const object = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
        const entries = object && ts.isObjectLiteralExpression(object) ? [...object.properties] : [];
        return {
          name: name.getText(source),
          entries: entries.map((entry) => entry.name?.getText(source) ?? ""),
        };
      });
  }
});

describe("the detection of texts", () => {
  it.each([
    ["a sentence between tags", "<p>Nothing waits for you.</p>"],
    ["a word between tags", "<th>Today</th>"],
    ["an attribute that users see", '<input placeholder="five digits" />'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source code under test contains one
    ["an attribute with an inserted number", "<a aria-label={`page ${page}`} />"],
    ["a conditional text between tags", '<p>{isLive ? "live" : mode}</p>'],
    ["the default text of an attribute", '<a title={name ?? "no name"} />'],
    ["a property that users see", '({ title: "Orders" })'],
    ["a sentence in a response", 'json("Type the word to confirm.")'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source code under test contains one
    ["a sentence with an inserted number", "words(`Since ${day} nothing is opened.`)"],
  ])("finds %s", (_, code) => {
    expect(pageTexts("planted.tsx", `const planted = ${code};`)).toHaveLength(1);
  });

  it.each([
    ["names of CSS classes", '<p className="mt-2 text-lg font-semibold" />'],
    ["addresses", '<a href="/algos/my-algos">{text.portfolio}</a>'],
    ["values of form fields", '<input name="intent" value="end_others" />'],
    ["numbers and punctuation marks", "<p>{count} · {amount} → 100 %</p>"],
    ["comparisons", '<p>{mode === "live" ? text.live : text.paper}</p>'],
    ["texts that are compared", '<p hidden={order === "Lowest minimum"} />'],
    ["texts that are searched for", 'names.indexOf("CAGR, net of costs")'],
    ["code", "<code>npm run check:records</code>"],
    ["types", 'null as "a type of words"'],
  ])("ignores %s", (_, code) => {
    expect(pageTexts("planted.tsx", `const planted = ${code};`)).toEqual([]);
  });
});
