// Tests the replacement of the site's texts by those of a brand.
import { expect, it } from "vitest";
import { createSentence } from "./format/replace-texts.ts";
import { findPlaceholders, TEXT_FILES } from "./words.ts";

type BrandText = string | Record<string, string>;
const format = (words: BrandText, given: unknown) =>
  (createSentence(words as Parameters<typeof createSentence>[0]) as (given: unknown) => string)(given);

it("inserts a single value into a sentence with one placeholder of any name", () => {
  expect(format("{rupees} और चाहिए", "₹500")).toBe("₹500 और चाहिए");
  expect(format("{names}", ["A", "B"])).toBe("A, B");
  expect(format({ one: "{count} algo", other: "{count} algos" }, 1)).toBe("1 algo");
});

it("fills a sentence with several named values", () => {
  expect(format("{to} from {from}", { from: "1 May", to: "2 May" })).toBe("2 May from 1 May");
  expect(format({ true: "{count} or more", other: "{count}" }, { count: 1200, hasMore: true })).toBe(
    "1,200 or more",
  );
});

it("inserts a number with its fraction, and groups the digits of a whole number", () => {
  expect([9.6, 0.9, 1.5, -2.5, 120_000].map((value) => format("{times}", value))).toEqual([
    "9.6",
    "0.9",
    "1.5",
    "-2.5",
    "1,20,000",
  ]);
});

it("names the value of a sentence whose parameter the bundler has renamed", () => {
  expect(findPlaceholders((amount2: string) => `for ${amount2}`)).toEqual(["amount"]);
});

it("each text function has at most one parameter", () => {
  const found: string[] = [];
  const visit = (entries: (typeof TEXT_FILES)[string], path: string) => {
    for (const [key, entry] of Object.entries(entries)) {
      if (typeof entry === "object") visit(entry, `${path}.${key}`);
      else if (typeof entry === "function" && entry.length > 1) found.push(`${path}.${key}`);
    }
  };
  for (const [file, entries] of Object.entries(TEXT_FILES)) visit(entries, file);
  expect(found).toEqual([]);
});
