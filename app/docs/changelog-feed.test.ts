import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { changelogFeed } from "./changelog-feed.ts";
import { getContents } from "./contents.ts";
import { sandboxPlace } from "./place.ts";

const ORIGIN = "https://site.example";

it("creates a feed with an entry per dated section and the latest section's date", () => {
  const section = (id: string, title: string, text: string) => ({
    id,
    title,
    level: 2 as const,
    blocks: [{ kind: "list" as const, items: [text] }],
  });
  const feed = changelogFeed(
    [
      section("a", "2.3.0, 24 November 2026", 'x < y & "z"'),
      section("b", "2.2.0, 2 February 2026", "older"),
      section("c", "Versions", "no day"),
    ],
    ORIGIN,
    "A & B",
  );
  const root = parse(feed.replace(/<\?xml.*?\?>/, ""));
  expect(root.querySelectorAll("entry")).toHaveLength(2);
  expect(root.querySelector("feed > updated")?.text).toBe("2026-11-24T00:00:00+05:30");
  expect(root.querySelectorAll("entry updated")[1]?.text).toBe("2026-02-02T00:00:00+05:30");
  expect(feed).toContain("<title>A &amp; B: changes of the trading API</title>");
  expect(feed).toContain("&lt;li&gt;x &amp;lt; y &amp;amp; &amp;quot;z&amp;quot;&lt;/li&gt;");
});

it("creates a feed of the changelog whose entries link to the sections of the page", () => {
  const { sections } = getContents({ id: "changelog" }, sandboxPlace(ORIGIN));
  const feed = changelogFeed(sections, ORIGIN, "Meridian");
  expect(feed).toContain(`<id>${ORIGIN}/docs/v2/changelog#2-3-0</id>`);
  expect([...feed.matchAll(/<entry>/g)].length).toBeGreaterThan(5);
  const ids = [...feed.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const page = `${ORIGIN}/docs/v2/changelog`;
  const titles = new Map(sections.map(({ id, title }) => [`${page}#${id}`, title]));
  for (const entry of parse(feed.replace(/<\?xml.*?\?>/, "")).querySelectorAll("entry")) {
    const address = entry.querySelector("link[rel=alternate]")?.getAttribute("href") ?? "";
    expect(entry.querySelector("title")?.text).toBe(titles.get(address));
    expect(entry.querySelector("id")?.text).toBe(address);
  }
});
