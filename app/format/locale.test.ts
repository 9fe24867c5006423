import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatList, LOCALE, plural } from "./locale.ts";

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
