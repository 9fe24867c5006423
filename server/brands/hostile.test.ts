import { describe, expect, it } from "vitest";
import { headedTexts, readConsent, readRiskDisclosure } from "./headed-texts.ts";
import { findSvgFault } from "./svg.ts";
import { findThemeFaults } from "./theme.ts";

const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inner}</svg>`;

describe("a brand's SVG drawing", () => {
  it("is accepted with shapes, gradients and references to its own elements", () =>
    expect(
      findSvgFault(
        svg(
          '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h8" fill="url(#g)"/>',
        ),
      ),
    ).toBeNull());

  it.each([
    ["a script", svg("<script>alert(1)</script>")],
    ["an event handler", svg("", ' onload="alert(1)"')],
    ["an event handler without quotes", '<svg xmlns="http://www.w3.org/2000/svg" onload=alert(1)></svg>'],
    ["a foreignObject element", svg("<foreignObject><body/></foreignObject>")],
    ["a style sheet", svg("<style>@import 'https://evil.example/x.css';</style>")],
    ["a style attribute", svg('<path style="fill:url(https://evil.example)"/>')],
    ["a reference to another host", svg('<path fill="url(https://evil.example/#a)"/>')],
    ["a link", svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ["a drawing from another host", svg('<use href="https://evil.example/x.svg#a"/>')],
    ["an animation", svg('<set attributeName="onload" to="alert(1)"/>')],
    ["an entity", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("&x;")}`],
    ["a style sheet instruction", `<?xml-stylesheet href="https://evil.example/x.css"?>${svg("")}`],
    ["CDATA", svg("<![CDATA[<script>]]>")],
    ["elements that are not closed", svg("<g>")],
  ])("is rejected if it contains %s", (_, text) =>
    expect(findSvgFault(text)).toMatch(/expected|allowed|same file/),
  );
});

describe("a brand's theme", () => {
  const lines = {
    accent: "light-dark(#0b5c4a, #7fdcc0)",
    "accent-strong": "light-dark(#084739, #a9ecd9)",
    "accent-ink": "light-dark(#ffffff, #06231c)",
    "accent-faint": "light-dark(#e3f4ee, #12332a)",
    focus: "light-dark(#0b7a61, #e8cd62)",
  };
  const theme = (change: Record<string, string> = {}) =>
    `:root {\n${Object.entries({ ...lines, ...change })
      .map(([name, value]) => `  --${name}: ${value};`)
      .join("\n")}\n}`;

  it("is accepted with five colours for the light and the dark scheme", () =>
    expect(findThemeFaults(theme())).toEqual([]));

  it.each([
    ["a URL", theme({ accent: "url(https://evil.example)" })],
    ["an import", `@import "https://evil.example/x.css";\n${theme()}`],
    ["a rule for another selector", `${theme()}\nbody { display: none; }`],
    ["a property other than a colour", theme().replace("--accent:", "background:")],
    ["an unknown colour name", theme({ surface: "light-dark(#000000, #ffffff)" })],
    ["HTML", `${theme()}</style><script>alert(1)</script>`],
  ])("is rejected if it contains %s", (_, css) => expect(findThemeFaults(css)).not.toEqual([]));

  it("is rejected if two colours have too little contrast in the light scheme", () =>
    expect(findThemeFaults(theme({ accent: "light-dark(#7fdcc0, #7fdcc0)" })).join("\n")).toMatch(
      /^--accent on surface in the light scheme: expected a contrast of 4\.5, found 1\.\d+/,
    ));
});

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
}

describe("a brand's legal text", () => {
  const lines = ["order", "capital", "stops", "largestLoss", "worstCase", "limits", "fees", "quote"];
  const consent = (names: string[], head = "version: 2027-02") =>
    `---\n${head}\n---\n\n## I agree\n\n${names.map((name) => `{${name}}`).join("\n\n")}\n`;

  it("is accepted as the consent text if it has every required placeholder", () =>
    expect(readConsent(consent(lines))).toMatchObject({
      version: "2027-02",
      sections: [{ heading: "I agree" }],
    }));

  it.each([
    [
      "a consent without the placeholder {stops}",
      () => readConsent(consent(lines.filter((name) => name !== "stops"))),
    ],
    ["a consent without a version", () => readConsent(consent(lines, "name: x"))],
    ["a consent with HTML in its version", () => readConsent(consent(lines, "version: <b>"))],
    [
      "a risk disclosure with a link",
      () => readRiskDisclosure("---\nversion: a\n---\n# A\n\n- [b](javascript:c)\n\nD"),
    ],
    ["a risk disclosure without list items", () => readRiskDisclosure("---\nversion: a\n---\n# A\n\nD")],
  ])("is rejected if it is %s", (_, read) => expect(faultOf(read)).toMatch(/^expected /));
});

describe("a brand's Markdown text", () => {
  it("is parsed into headings with their paragraphs", () =>
    expect(headedTexts("## A\n\nOne\ntwo.\n\nThree.\n\n## B\n\nFour.")).toEqual([
      { heading: "A", text: "One two.\n\nThree." },
      { heading: "B", text: "Four." },
    ]));

  it("may contain a web address and an e-mail address", () => {
    const text = "Write to privacy@uday.example, or see https://scores.sebi.gov.in/ and www.sebi.gov.in.";
    expect(headedTexts(`## A\n\n${text}`)).toEqual([{ heading: "A", text }]);
  });

  it.each([
    ["HTML", "## A\n\n<script>alert(1)</script>"],
    ["HTML in a paragraph", '## A\n\nText <img src=x onerror="alert(1)">'],
    ["HTML in a heading", "## A <b onclick=alert(1)>\n\nText"],
    ["a link", "## A\n\n[Text](javascript:alert(1))"],
    ["a picture", "## A\n\n![x](https://evil.example/x.png)"],
    ["text before the first heading", "Text"],
    ["a heading without text", "## A\n\n## B\n\nText"],
    ["no text", ""],
  ])("is rejected if it contains %s", (_, markdown) =>
    expect(faultOf(() => headedTexts(markdown))).toMatch(/^expected /),
  );
});
