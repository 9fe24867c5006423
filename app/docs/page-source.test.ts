import { describe, expect, it } from "vitest";
import { sampleIn } from "./blocks.ts";
import { fillPage, parsePage } from "./page-source.ts";
import { sandboxPlace } from "./place.ts";
import { fillCode, fillText } from "./placeholders.ts";

const PLACE = sandboxPlace("https://site.example");
const pageOf = (body: string, place = PLACE) =>
  fillPage(
    parsePage("planted", `---\ntitle: Planted\ndescription: A page: planted\n---\n\n${body}\n`),
    place,
  );
const blocksOf = (body: string) => pageOf(body).opening;

describe("parsePage", () => {
  it("parses title and description, and requires both", () => {
    expect(parsePage("x", "---\ntitle: A\ndescription: B: C\nsandbox: required\n---\n")).toMatchObject({
      title: "A",
      description: "B: C",
      needsSandbox: true,
    });
    expect(() => parsePage("x", "---\ntitle: A\n---\n")).toThrow("x.md: the head names no description");
  });
});

describe("fillPage", () => {
  it("uses the anchor in a heading, or derives an anchor from the title", () => {
    const { sections } = pageOf("## Rate limits\n\n### The same {#again}\n");
    expect(sections.map(({ id, title, level }) => [id, title, level])).toEqual([
      ["rate-limits", "Rate limits", 2],
      ["again", "The same", 3],
    ]);
  });

  it("shows a section marked with-sandbox or without-sandbox only on such sites", () => {
    const body = "## A {#a .with-sandbox}\n\none\n\n## B {#b .without-sandbox}\n\ntwo\n";
    const ids = (hasSandbox: boolean) => pageOf(body, { ...PLACE, hasSandbox }).sections.map(({ id }) => id);
    expect([ids(true), ids(false)]).toEqual([["a"], ["b"]]);
  });

  it("parses plain paragraphs as strings, and paragraphs with code or links as arrays", () => {
    expect(
      blocksOf("Plain NSE_EQ and https://site.example.\n\nA `code` and a [link](/docs/v2/errors)."),
    ).toEqual([
      { kind: "text", text: "Plain NSE_EQ and https://site.example." },
      {
        kind: "text",
        text: [
          { text: "A " },
          { text: "code", style: "code" },
          { text: " and a " },
          { text: "link", to: "/docs/v2/errors" },
          { text: "." },
        ],
      },
    ]);
  });

  it("inserts placeholder values as text, never as markup", () => {
    const { opening } = pageOf("At {{origin}}.", { ...PLACE, origin: "https://a*b*<i>[c](d)" });
    expect(opening).toEqual([{ kind: "text", text: "At https://a*b*<i>[c](d)." }]);
  });

  it("parses a list as items, or as links if each item is only a link", () => {
    expect(blocksOf("- one\n- two\n\n- [Errors](/docs/v2/errors)")).toEqual([
      { kind: "list", items: ["one", "two"] },
      { kind: "links", items: [{ title: "Errors", to: "/docs/v2/errors" }] },
    ]);
  });

  it("parses a table with its caption, and marks code columns", () => {
    expect(
      blocksOf("**Codes**\n\n| Code | Meaning |\n| --- | --- |\n| `a \\| b` | one |\n| | two |"),
    ).toEqual([
      {
        kind: "table",
        caption: "Codes",
        columns: ["Code", "Meaning"],
        rows: [
          ["a | b", "one"],
          ["", "two"],
        ],
        mono: [0],
      },
    ]);
  });

  it("combines code blocks with the same anchor into one sample and parses titles", () => {
    const [samples, code] = blocksOf(
      `${["bash", "python", "typescript", "go"].map((name) => `\`\`\`${name} samples="s"\nin ${name}\n\`\`\``).join("\n\n")}\n\n\`\`\`json title="A file"\n{}\n\`\`\``,
    );
    expect(samples).toEqual({
      kind: "samples",
      id: "s",
      samples: { curl: "in bash", python: "in python", typescript: "in typescript", go: "in go" },
    });
    expect(code).toEqual({ kind: "code", language: "json", text: "{}", title: "A file" });
  });

  it("shows the TypeScript version of a sample that lacks the selected language", () => {
    const [samples] = blocksOf('```typescript samples="s"\n1\n```\n\n```python samples="s"\n2\n```');
    expect(samples).toEqual({ kind: "samples", id: "s", samples: { typescript: "1", python: "2" } });
    if (samples?.kind !== "samples") throw new Error("no samples");
    expect(sampleIn(samples.samples, "python").words).toBe("2");
    expect(sampleIn(samples.samples, "go")).toEqual({ language: "typescript", words: "1" });
  });

  it.each([
    ["raw HTML", "<div>a box</div>", "no page can show html"],
    ["HTML in a paragraph", "a <b>bold</b> word", "no paragraph can show html"],
    ["a table without a caption", "words\n\n| a |\n| --- |\n| b |", "begins with its caption"],
    ["a numbered list", "1. one", "lists have no numbers"],
    ["a list in a list", "- one\n  - two", "not one paragraph"],
    ["code without a language", "```\ncode\n```", "names no language"],
    [
      "samples without a client's language",
      '```go samples="s"\n1\n```',
      "the samples s lack typescript,python",
    ],
    ["a heading of the first level", "# One", "two or three"],
    ["markup in a cell", "**A**\n\n| a |\n| --- |\n| **b** |\n| c |", "a cell is plain"],
    ["a link that runs code", "[a](javascript:alert)", "links must start with"],
    ["an unknown value", "{{nothing}}", "no value is called {{nothing}}"],
    ["an unknown value in code", '```json\n"{{nothing}}"\n```', "no value is called {{nothing}}"],
    ["an unknown table", "{{insert nothing}}", "no table or list is called nothing"],
    ["an inherited name", "{{constructor}}", "no value is called"],
  ])("rejects %s", (_, body, message) => {
    expect(() => pageOf(body)).toThrow(message);
  });
});

describe("fillCode", () => {
  const values = { origin: "http://a$(x)'b\"c", count: "12", plain: "https://site.example" };

  it("quotes an address for the shell only where necessary", () => {
    expect(fillCode("bash", 'curl {{plain}}/a"?b=$C"', values)).toBe('curl https://site.example/a"?b=$C"');
    expect(fillCode("bash", "export URL={{origin}}/v2", values)).toBe(
      "export 'URL=http://a$(x)'\\''b\"c/v2'",
    );
  });

  it("inserts a value as a string literal of the code's language, or as a whole number", () => {
    expect(fillCode("python", 'a = "{{origin}}/v2"', values)).toBe('a = "http://a$(x)\'b\\"c/v2"');
    expect(fillCode("typescript", "at + {{count}}", values)).toBe("at + 12");
  });

  it("rejects a placeholder whose value could become code", () => {
    expect(() => fillCode("bash", 'echo "{{origin}}"', values)).toThrow("in double quotes");
    expect(() => fillCode("typescript", "at + {{origin}}", values)).toThrow("outside of a string");
  });
});

describe("fillText", () => {
  it("leaves the braces of paths unchanged", () => {
    expect(fillText("GET /orders/{orderId} at {{a}}", { a: "b" })).toBe("GET /orders/{orderId} at b");
  });
});
