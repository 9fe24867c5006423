// Pages as plain text: without styles, as in text browsers, copied text and search results, adjacent boxes must not
// merge into one word.
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { touchingTexts } from "../support/touching-words.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
}, 60_000);

describe("pages as plain text", () => {
  it.each(Object.entries({ ...PAGE_KINDS, search: "/search?q=nifty" }))(
    "adjacent words are separated: %s",
    async (_, path) => {
      const body = parse((await site.get(path)).text).querySelector("body");
      expect(body).not.toBeNull();
      expect(body === null ? [] : [...new Set(touchingTexts(body))]).toEqual([]);
    },
  );

  it("the header shows each preset amount once", async () => {
    const header = parse((await site.get("/algos")).text).querySelector("header");
    const amounts = header?.querySelectorAll('button[name="amount"]').map((button) => button.text.trim());
    expect(amounts).toEqual(["₹25,000", "₹50,000", "₹1,00,000", "₹2,50,000", "₹5,00,000", "₹10,00,000"]);
  });
});
