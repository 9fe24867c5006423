import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brandLanguage, formatList, LOCALE, plural } from "./locale.ts";

describe("the locale", () => {
  it.each([
    [0, "positions"],
    [1, "position"],
    [2, "positions"],
    [21, "positions"],
  ])("uses the plural form of %d: %s", (count, word) => {
    expect(plural(count, { one: "position", other: "positions" })).toBe(word);
  });

  it("uses the same form for every number in a language with a single plural form", () => {
    expect(plural(1, { other: "lakh" })).toBe("lakh");
  });

  it("formats lists of names, and leaves a single name unchanged", () => {
    expect(formatList(["NIFTY", "BANKNIFTY", "FINNIFTY"])).toBe("NIFTY, BANKNIFTY, FINNIFTY");
    expect(formatList(["NIFTY"])).toBe("NIFTY");
    expect(formatList([])).toBe("");
  });

  it("and the currency are read from the page in a browser", () => {
    const place = globalThis as { [slot: symbol]: unknown; document?: unknown };
    const slot = Symbol.for("site.brand-language");
    const own = place[slot];
    place[slot] = undefined;
    place.document = { documentElement: { lang: "hi-IN", dataset: { currency: "USD" } } };
    const { locale, currency } = brandLanguage();
    delete place.document;
    place[slot] = own;
    expect([locale, currency]).toEqual(["hi-IN", "USD"]);
  });

  it("is defined in one file only", () => {
    const naming = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
      encoding: "utf8",
    })
      .split("\n")
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
      .filter((file) => readFileSync(file, "utf8").includes(LOCALE));
    expect(naming).toEqual(["app/format/locale.ts"]);
  });
});
