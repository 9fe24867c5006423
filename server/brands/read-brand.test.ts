import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { DEFAULT_SITE } from "../../app/contract/site/site.ts";
import { brandLanguage, setBrandLanguage } from "../../app/format/locale.ts";
import type { Logger } from "../observe/log.ts";
import type { Settings } from "../settings.ts";
import { brandFolder, readBrandOr } from "./read-brand.ts";
import { createBrandReload, RELOADS_MAX } from "./reload-brand.ts";

const SECOND = join(import.meta.dirname, "second");
const folders: string[] = [];
const language = brandLanguage();
afterAll(() => {
  setBrandLanguage(language);
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Copies the second brand's folder and changes keys in its brand.yaml. */
function copied(change: Record<string, unknown> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "brand-"));
  folders.push(folder);
  cpSync(SECOND, folder, { recursive: true });
  const file = join(folder, "brand.yaml");
  writeFileSync(file, stringify({ ...parse(readFileSync(file, "utf8")), ...change }));
  return folder;
}

function faultsOf(folder: string): string[] {
  const faults: string[] = [];
  expect(readBrandOr(folder, true, faults)).toBeNull();
  return faults;
}

describe("a brand folder", () => {
  it.each([brandFolder(undefined, "/"), SECOND])("is read without an error: %s", (folder) => {
    const faults: string[] = [];
    expect(readBrandOr(folder, true, faults)).not.toBeNull();
    expect(faults).toEqual([]);
  });

  it("reports all twelve errors in brand.yaml at once, each with its key", () => {
    const faults = faultsOf(
      copied({
        name: "",
        legalName: undefined,
        registration: 7,
        supportEmail: "nobody",
        supportPhone: "1".repeat(41),
        complianceOfficer: null,
        links: { terms: "javascript:alert(1)", imprint: "/imprint" },
        social: [{ name: "Forum", url: "ftp://forum.example" }],
        amounts: { default: 10, offered: [] },
        features: { chat: "sometimes" },
      }),
    );
    const keys = [
      "name",
      "legalName",
      "registration",
      "supportEmail",
      "supportPhone",
      "complianceOfficer",
      "links.terms",
      "links.imprint",
      "social.0.url",
      "amounts.default",
      "amounts.offered",
      "features.chat",
    ];
    expect(faults.map((fault) => /^BRAND_DIR: brand\.yaml, (\S+): .{10,}/.exec(fault)?.[1]).sort()).toEqual(
      keys.sort(),
    );
    expect(faults.join("\n")).toContain("links.terms: expected a path of the site");
    expect(faults.join("\n")).not.toContain("alert(1)");
  });

  it("reports every unknown text key, unknown or missing placeholder and invalid file", () => {
    const folder = copied({
      menu: ["by-mood"],
      tags: { nothing: { title: "a" } },
      language: { locale: "hindi" },
    });
    const textFolder = join(folder, "words");
    writeFileSync(join(textFolder, "nowhere.yaml"), "a: b");
    writeFileSync(
      join(textFolder, "frame.yaml"),
      'home:\n  headlin: x\n  title: 7\n  fits: "{sum}"\n  noneFits: { one: a, other: "{amount} {x}" }\nerrorPage: { orGoTo: "{docs}" }\n__proto__: { a: b }',
    );
    writeFileSync(join(folder, "consent.md"), "## I agree\n\nto all");
    writeFileSync(join(folder, "legal/terms.md"), "## A\n\nThis site is operated by {legalname}.");
    writeFileSync(join(folder, "faq.md"), "## Who is {links}?\n\nSee {amounts}.");
    writeFileSync(join(folder, "logo.svg"), "<svg onload=alert(1)></svg>");
    writeFileSync(join(folder, "theme.css"), "body { display: none }");
    writeFileSync(join(folder, "social-card.png"), "no picture");
    const faults = faultsOf(folder).map((fault) => fault.replace("BRAND_DIR: ", ""));
    for (const start of [
      "brand.yaml, menu.0: ",
      "brand.yaml, tags.nothing: ",
      "brand.yaml, language.locale: expected a language and a region",
      "words/nowhere.yaml: unknown file",
      "words/frame.yaml: home.headlin: no such key",
      "words/frame.yaml: home.title: expected text",
      "words/frame.yaml: home.fits: no value {sum}; there are {amount}",
      "words/frame.yaml: home.noneFits: no value {x}; there are {amount}",
      "words/frame.yaml: errorPage.orGoTo: expected {algos}",
      "words/frame.yaml: errorPage.orGoTo: expected {support}",
      "words/frame.yaml: __proto__: no such key",
      "consent.md: expected",
      "legal/terms.md: no value {legalname}; there are {name}, {legalName}, ",
      "faq.md: no value {links}; there are",
      "logo.svg: expected",
      "theme.css: expected",
      "social-card.png: expected",
    ])
      expect(
        faults.filter((fault) => fault.startsWith(start)),
        start,
      ).toHaveLength(1);
  });

  it("has no platforms of the sandbox with a real provider", () => {
    const platforms = (isSimulated: boolean) =>
      readBrandOr(brandFolder(undefined, "/"), isSimulated, [])?.site.partnerPlatforms.length;
    expect([platforms(true), platforms(false)]).toEqual([3, 0]);
  });

  it("may contain the headline in words/frame.yaml instead of home.md", () => {
    const folder = copied();
    rmSync(join(folder, "home.md"));
    writeFileSync(join(folder, "words/frame.yaml"), "home:\n  headline: पहले हानि।\n");
    expect(readBrandOr(folder, true, [])?.language.words.frame).toEqual({ home: { headline: "पहले हानि।" } });
  });

  it("may contain a words file that has only comments", () => {
    const folder = copied();
    writeFileSync(join(folder, "words/ui.yaml"), "# breadcrumbs:\n");
    const faults: string[] = [];
    expect(readBrandOr(folder, true, faults)?.language.words.ui).toEqual({});
    expect(faults).toEqual([]);
  });

  it("is rejected if a placeholder of consent.md is part of a sentence", () => {
    const folder = copied();
    const file = join(folder, "consent.md");
    writeFileSync(file, `${readFileSync(file, "utf8")}\nMonthly: {fees}\n`);
    expect(faultsOf(folder)).toEqual([expect.stringMatching(/^BRAND_DIR: consent\.md: no value \{fees\}/)]);
  });

  it("is read if its Markdown files have a byte order mark and Windows line breaks", () => {
    const folder = copied();
    const own = readBrandOr(folder, true, []);
    for (const name of ["consent.md", "faq.md", "home.md", "risk-disclosure.md", "legal/terms.md"]) {
      const text = readFileSync(join(folder, name), "utf8");
      writeFileSync(join(folder, name), `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    }
    const faults: string[] = [];
    expect(readBrandOr(folder, true, faults)?.site.texts).toEqual(own?.site.texts);
    expect(faults).toEqual([]);
  });

  it("is rejected if brand.yaml is missing or is not YAML", () => {
    const folder = copied();
    writeFileSync(join(folder, "brand.yaml"), "name: [a\nlegalName: b");
    expect(faultsOf(folder)[0]).toMatch(/^BRAND_DIR: brand\.yaml: /);
    expect(faultsOf("/nowhere")[0]).toMatch(/^BRAND_DIR: brand\.yaml: ENOENT/);
  });

  it("replaces the running site's brand on reload only if the folder is valid", () => {
    const folder = copied();
    const site = { ...DEFAULT_SITE };
    const lines: [string, object][] = [];
    const log = {
      info: (line: object) => lines.push(["info", line]),
      error: (line: object) => lines.push(["error", line]),
    } as unknown as Logger;
    const brand = createBrandReload({ brandDir: folder, site, brand: {} } as Settings, log);
    let changes = 0;
    brand.onChange(() => {
      changes++;
    });
    brand.reload();
    expect([site.brand.name, changes]).toEqual(["उदय", 1]);
    brand.reload();
    expect(changes).toBe(1);
    writeFileSync(join(folder, "brand.yaml"), "name: Half a brand");
    brand.reload();
    expect([site.brand.name, changes]).toEqual(["उदय", 1]);
    expect(lines.map(([level]) => level)).toEqual(["info", "info", "error"]);
    expect(JSON.stringify(lines[2])).toContain("brand.yaml, legalName");
  });

  it("stops reloading after RELOADS_MAX reloads and logs an error", () => {
    const folder = copied();
    const errors: string[] = [];
    const log = {
      info: () => {},
      error: (_: object, text: string) => errors.push(text),
    } as unknown as Logger;
    const site = { ...DEFAULT_SITE };
    const brand = createBrandReload({ brandDir: folder, site, brand: {} } as Settings, log);
    for (let reload = 0; reload <= RELOADS_MAX; reload += 1) {
      writeFileSync(join(folder, "faq.md"), `## Question ${reload}\n\nAnswer.\n`);
      brand.reload();
    }
    expect(errors).toEqual([expect.stringContaining("restart the site")]);
    expect(JSON.stringify(site)).toContain(`Question ${RELOADS_MAX - 1}`);
  });
});
