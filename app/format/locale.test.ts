// What depends on the language: the form of a word beside a number, and names one after another.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCALE, listed, plural } from "./locale.ts";

describe("the language", () => {
  it.each([
    [0, "positions"],
    [1, "position"],
    [2, "positions"],
    [21, "positions"],
  ])("%d goes with %s", (count, word) => {
    expect(plural(count, { one: "position", other: "positions" })).toBe(word);
  });

  it("a word with one form has it beside every number", () => {
    expect(plural(1, { other: "lakh" })).toBe("lakh");
  });

  it("names stand one after another, and one stands alone", () => {
    expect(listed(["NIFTY", "BANKNIFTY", "FINNIFTY"])).toBe("NIFTY, BANKNIFTY, FINNIFTY");
    expect(listed(["NIFTY"])).toBe("NIFTY");
    expect(listed([])).toBe("");
  });

  it("is named in one place", () => {
    const naming = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app"], {
      encoding: "utf8",
    })
      .split("\n")
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
      .filter((file) => readFileSync(file, "utf8").includes(LOCALE));
    expect(naming).toEqual(["app/format/locale.ts"]);
  });
});
