// Which tags of a page get a hash: scripts, styles and modules of ours, and nothing that only looks like one.
import { expect, it } from "vitest";
import { withIntegrity } from "./integrity.ts";

const integrity = new Map([
  ["/assets/a.js", "sha384-A"],
  ["/assets/a.css", "sha384-B"],
]);

it("names the hash of every script and style that is ours", () => {
  expect(
    withIntegrity(
      '<link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/a.js"/><script type="module" src="/assets/a.js" nonce="x"></script>',
      integrity,
    ),
  ).toBe(
    '<link rel="stylesheet" href="/assets/a.css" integrity="sha384-B"/><link rel="modulepreload" href="/assets/a.js" integrity="sha384-A"/><script type="module" src="/assets/a.js" nonce="x" integrity="sha384-A"></script>',
  );
});

it("leaves alone what is not known, what is inline, and what is no tag", () => {
  for (const html of [
    '<script src="/assets/other.js"></script>',
    "<script>a()</script>",
    '<link rel="icon" href="/assets/a.css"/>',
    '<link rel="preload" as="font" href="/assets/a.js"/>',
    '<p>&lt;script src="/assets/a.js"&gt;</p>',
  ])
    expect(withIntegrity(html, integrity)).toBe(html);
});
