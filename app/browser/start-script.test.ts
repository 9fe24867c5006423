import { expect, it, vi } from "vitest";

it("loads the scripts of the page in document order", async () => {
  const scripts = ["/assets/a.js", "/assets/b.js"].map((src) => ({ async: true, src: "", dataset: { src } }));
  vi.stubGlobal("document", {
    querySelectorAll: (selector: string) => (selector === "script[data-src]" ? scripts : []),
  });
  await import("./start-script.ts");
  vi.unstubAllGlobals();
  expect(scripts.map(({ async, src }) => [async, src])).toEqual([
    [false, "/assets/a.js"],
    [false, "/assets/b.js"],
  ]);
});
