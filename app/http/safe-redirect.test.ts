import fc from "fast-check";
import { expect, it } from "vitest";
import { safeReturnPath } from "./safe-redirect.ts";

it.each(["/algos", "/algos?risk=Low&q=a%20b", "/docs/v2/#sandbox", "/"])(
  "accepts the redirect target %s",
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

it.each([
  "",
  "algos",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/%0d%0aSet-Cookie:x\r\n",
  "/\tevil",
  "/.//evil.example",
  "/a/../..//evil.example",
  `/${"a".repeat(3_000)}`,
])("rejects the redirect target %j", (path) => {
  expect(safeReturnPath(path, "/home")).toBe("/home");
});

it("returns to the page of a long address, without its query", () => {
  expect(safeReturnPath(`/search?q=${"a".repeat(3_000)}#all`, "/home")).toBe("/search");
  expect(safeReturnPath(`//evil.example?q=${"a".repeat(3_000)}`, "/home")).toBe("/home");
});

it("never redirects to another site, for any input", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const path = safeReturnPath(`/${text}`);
      expect(new URL(path, "http://site.example").origin).toBe("http://site.example");
    }),
  );
});
