// A part is put together once for what it is given, again for anything else, and looks the same either way.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CachedPartsContext, cachedPart } from "./cached-part.tsx";

function parts() {
  let made = 0;
  const Card = cachedPart("card", ({ of }: { of: { name: string; sum: number | null } }) => {
    made += 1;
    return (
      <p>
        {of.name}: {of.sum}
      </p>
    );
  });
  const kept = new Map<string, string>();
  const print = (name: string, part: React.ReactElement) => {
    const html = kept.get(name) ?? renderToStaticMarkup(part);
    kept.set(name, html);
    return html;
  };
  const page = (name: string, sum: number | null) =>
    renderToStaticMarkup(
      <CachedPartsContext.Provider value={print}>
        <Card of={{ name, sum }} />
      </CachedPartsContext.Provider>,
    );
  return { page, made: () => made, plain: renderToStaticMarkup(<Card of={{ name: "<b>", sum: 1 }} />) };
}

it("is put together once for the same, and again for anything else", () => {
  const { page, made } = parts();
  const before = made();
  const first = page("A", 1);
  expect(page("A", 1)).toBe(first);
  expect(made() - before).toBe(1);
  expect(page("A", null)).not.toBe(first);
  expect(page("B", 1)).toContain("B: 1");
  expect(made() - before).toBe(3);
});

it("says the same kept or not, escaped", () => {
  const { page, plain } = parts();
  expect(plain).toBe("<p>&lt;b&gt;: 1</p>");
  expect(page("<b>", 1)).toBe(`<div class="contents">${plain}</div>`);
});
