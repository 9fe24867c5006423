import { expect, it } from "vitest";
import { nearPages } from "./near-pages.ts";

it("compares Devanagari words including their vowel signs", () => {
  const pages = [
    { path: "/markets", title: "बाज़ार" },
    { path: "/support", title: "सहायता" },
    { path: "/trading-apis", title: "ट्रेडिंग API" },
  ];
  const near = (path: string) => nearPages(pages, path, 4).map((page) => page.path);
  expect(near("/सहायता")).toEqual(["/support"]);
  expect(near("/ट्रेडिग")).toEqual(["/trading-apis"]);
  expect(near("/निफ्टी")).toEqual([]);
});
