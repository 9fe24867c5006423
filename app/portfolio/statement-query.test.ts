import { expect, it } from "vitest";
import { readStatementQuery } from "./statement-query.ts";

it("accepts a financial year, and no year for the current one", () => {
  expect(readStatementQuery("2026-27")).toEqual({ year: "2026-27" });
  expect(readStatementQuery(null)).toEqual({});
});

it.each(["2026-99", "2026", "", "__proto__"])("refuses the year “%s” with a 404", (year) => {
  expect(() => readStatementQuery(year)).toThrow(expect.objectContaining({ status: 404 }));
});
