import { expect, it } from "vitest";
import { csvResponse, csvRupees } from "./csv.ts";

it("writes numbers unchanged, quotes values with commas, and escapes formulas", async () => {
  const response = csvResponse(
    "x.csv",
    ["a", "b", "c"],
    [
      ["-12.50", 3, null],
      ["=1+1", "-cmd|x", 'say "yes", please'],
    ],
  );
  expect(await response.text()).toBe(`a,b,c\r\n-12.50,3,\r\n'=1+1,'-cmd|x,"say ""yes"", please"\r\n`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
});

it("formats paise as rupees with a decimal point", () => {
  expect([csvRupees(-1_250), csvRupees(5), csvRupees(null)]).toEqual(["-12.50", "0.05", null]);
});
