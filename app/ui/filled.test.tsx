import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { filled } from "./filled.tsx";

const link = <a href="/there">square off there</a>;

describe("a filled sentence", () => {
  it("contains each element in place of its placeholder", () => {
    expect(renderToStaticMarkup(<p>{filled("{count} stay open: {link}.", { count: 3, link })}</p>)).toBe(
      '<p>3 stay open: <a href="/there">square off there</a>.</p>',
    );
  });

  it("accepts reordered and repeated placeholders", () => {
    expect(renderToStaticMarkup(<p>{filled("{link} {count}/{count}", { count: 3, link })}</p>)).toBe(
      '<p><a href="/there">square off there</a> 3/3</p>',
    );
  });

  it("is unchanged without placeholders", () => {
    expect(renderToStaticMarkup(<p>{filled("Nothing stays open.", {})}</p>)).toBe(
      "<p>Nothing stays open.</p>",
    );
  });

  it("rejects a placeholder without an element, at compile time and at run time", () => {
    // @ts-expect-error link is missing
    expect(() => filled("See {link}.", {})).toThrow("which it was not given");
  });

  it("rejects an element without a placeholder, at compile time and at run time", () => {
    // @ts-expect-error amount is not named
    expect(() => filled("See {link}.", { link, amount: 5 })).toThrow("does not name amount");
  });
});
