import { expect, it } from "vitest";
import { choiceCookie, readChoice } from "./choice-cookie.ts";

it.each([undefined, "https://site.example", "http://site.example"])(
  "a choice is read as it was stored, at %s",
  (publicOrigin) => {
    const [pair] = choiceCookie("layout", "table", publicOrigin).split(";");
    expect(readChoice(`other=1; ${pair}; my-layout=cards`, "layout")).toBe("table");
  },
);

it("a missing choice is empty", () => {
  expect([readChoice(null, "layout"), readChoice("my-layout=cards", "layout")]).toEqual(["", ""]);
});
