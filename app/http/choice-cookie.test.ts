import { expect, it } from "vitest";
import { choiceCookie, readChoice } from "./choice-cookie.ts";

it.each([undefined, "https://site.example", "http://site.example"])(
  "reads a stored choice on a site with the public origin %s",
  (publicOrigin) => {
    const [pair] = choiceCookie("layout", "table", publicOrigin).split(";");
    expect(readChoice(`other=1; ${pair}; my-layout=cards`, "layout")).toBe("table");
  },
);

it("returns an empty string if no choice is stored", () => {
  expect([readChoice(null, "layout"), readChoice("my-layout=cards", "layout")]).toEqual(["", ""]);
});
