// Sentences with a link: each part is at its place in the sentence, and none is missing or unused.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { filled } from "./filled.tsx";

const link = <a href="/there">square off there</a>;

describe("a filled sentence", () => {
  it("has its parts where it names them", () => {
    expect(renderToStaticMarkup(<p>{filled("{count} stay open: {link}.", { count: 3, link })}</p>)).toBe(
      '<p>3 stay open: <a href="/there">square off there</a>.</p>',
    );
  });

  it("may order them as its language does, and name one twice", () => {
    expect(renderToStaticMarkup(<p>{filled("{link} {count}/{count}", { count: 3, link })}</p>)).toBe(
      '<p><a href="/there">square off there</a> 3/3</p>',
    );
  });

  it("without names is itself", () => {
    expect(renderToStaticMarkup(<p>{filled("Nothing stays open.", {})}</p>)).toBe(
      "<p>Nothing stays open.</p>",
    );
  });

  it("a name without a part is refused, by the compiler and at run time", () => {
    // @ts-expect-error link is missing
    expect(() => filled("See {link}.", {})).toThrow("which it was not given");
  });

  it("a part without a name is refused, by the compiler and at run time", () => {
    // @ts-expect-error amount is not named
    expect(() => filled("See {link}.", { link, amount: 5 })).toThrow("does not name amount");
  });
});
