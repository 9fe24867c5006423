// The page for a refused form shows the typed values but no secrets, and other sites cannot submit a form through it.
import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { refusalTexts } from "../brands/refusal-texts.ts";
import { isSameOriginRequest, recoveryPage } from "./form-recovery.ts";
import { PLAIN_PAGE_POLICY } from "./plain-page.ts";

const ENQUIRY = [
  ["xsrf", "old-token"],
  ["name", "Meera Rao"],
  ["email", "meera@fintech.example"],
  ["message", '\nTwo lines,\nand <script>alert(1)</script> & "quotes"'],
  ["key", "7f3a-key"],
  ["intent", "create"],
] as const;
const FRAME = {
  brandName: "Meridian",
  language: "en-IN",
  styleHref: null,
  theme: "system",
  texts: refusalTexts({}),
} as const;
const page = (change: Partial<Parameters<typeof recoveryPage>[0]> = {}) =>
  recoveryPage({
    action: "/trading-apis/fintechs?x=1",
    fields: ENQUIRY,
    xsrf: "new-token",
    frame: FRAME,
    ...change,
  });

describe("the recovery page for an unsent form", () => {
  it("offers to submit the typed values again with the current session's token", () => {
    const html = parse(page({ who: { name: "Asha Demo", clientId: "1000000001" } }));
    expect(html.querySelector("h1")?.text).toBe("The form was not sent");
    expect(html.querySelector("title")?.text).toBe("The form was not sent · Meridian");
    expect(html.text).toContain("You are signed in as Asha Demo (1000000001).");
    expect(html.querySelector('a[href="/trading-apis/fintechs?x=1"]')?.text).toBe("Open the page again");
    const form = html.querySelector("form");
    expect([form?.getAttribute("method"), form?.getAttribute("action")]).toEqual([
      "post",
      "/trading-apis/fintechs?x=1",
    ]);
    const hidden = form
      ?.querySelectorAll('input[type="hidden"]')
      .map((input) => [input.getAttribute("name"), input.getAttribute("value")]);
    expect(hidden).toEqual([
      ["xsrf", "new-token"],
      ["key", "7f3a-key"],
      ["intent", "create"],
    ]);
    const areas = form?.querySelectorAll("textarea") ?? [];
    expect(areas.map((area) => area.getAttribute("name"))).toEqual(["name", "email", "message"]);
    for (const area of areas) expect(html.querySelector(`label[for="${area.id}"]`)).not.toBeNull();
    expect(page()).toContain("\n\nTwo lines,\nand &lt;script&gt;");
    expect(page()).not.toContain("<script");
  });

  it("shows the values read-only and no token if the form's origin is unknown", () => {
    const html = page({ xsrf: null });
    expect(parse(html).querySelector("form")).toBeNull();
    expect(parse(html).querySelectorAll("textarea[readonly]")).toHaveLength(3);
    expect(html).not.toMatch(/token|7f3a-key/);
  });

  it("omits the values of secret fields such as PIN and access_token", () => {
    const names = [
      "pin",
      "PIN",
      "totp",
      "password",
      "old-password",
      "access_token",
      "secret",
      "code",
      "appSecret",
    ];
    const html = page({ fields: names.map((name) => [name, "246 810 hush"]) });
    expect(html).not.toContain("hush");
  });

  it.each(["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/a b", ""])(
    "links to the home page if the form's address is %j",
    (action) => {
      const html = parse(page({ action }));
      expect(html.querySelector("form")?.getAttribute("action")).toBe("/");
      expect(html.querySelector("main a")?.getAttribute("href")).toBe("/");
    },
  );

  it("has a content security policy that blocks scripts, and links its style sheet", () => {
    expect(PLAIN_PAGE_POLICY).toContain("default-src 'none'");
    expect(PLAIN_PAGE_POLICY).not.toContain("script-src");
    expect(page({ frame: { ...FRAME, styleHref: "/assets/app-1.css" } })).toContain(
      'href="/assets/app-1.css"',
    );
  });

  it("escapes all submitted values", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 8 }),
        fc.boolean(),
        (fields, isSent) => {
          const html = parse(page({ fields, xsrf: isSent ? "t" : null }));
          expect(html.querySelectorAll("body > *").map(({ tagName }) => tagName)).toEqual(["HEADER", "MAIN"]);
          expect(html.querySelectorAll("script, iframe, img, style, [onclick]")).toHaveLength(0);
          expect(html.querySelectorAll("form").length).toBe(isSent ? 1 : 0);
        },
      ),
    );
  });
});

it.each([
  [{ origin: "http://localhost:8080" }, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ origin: "http://localhost:8080", "sec-fetch-site": "cross-site" }, false],
  [{ origin: "https://evil.example" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{}, false],
])("isSameOriginRequest for the request headers %j returns %s", (headers, expected) => {
  expect(isSameOriginRequest({ headers } as unknown as IncomingMessage, "http://localhost:8080")).toBe(
    expected,
  );
});
