import { expect, it } from "vitest";
import { brandLanguage, setBrandLanguage } from "../format/locale.ts";
import { COLLECTION_TEXTS, collectionRule, collectionText } from "./collection-texts.ts";
import { DISCOVER_MENU } from "./menu.ts";

const collections = DISCOVER_MENU.filter((category) => category.id !== "managers").flatMap((category) =>
  category.items.map((item) => [item.id, category.id, item] as const),
);

it.each(collections)(
  "the collection %s has a description of 25 to 170 characters and two or more FAQs",
  (id, category, item) => {
    expect(COLLECTION_TEXTS).toHaveProperty([id]);
    const text = collectionText(category, item);
    expect(text.faqs.length).toBeGreaterThanOrEqual(2);
    expect(text.description.length).toBeGreaterThanOrEqual(25);
    expect(text.description.length).toBeLessThanOrEqual(170);
  },
);

it("the headings and descriptions of all collections are unique", () => {
  const texts = collections.map(([, category, item]) => collectionText(category, item));
  expect(new Set(texts.map((text) => text.heading)).size).toBe(texts.length);
  expect(new Set(texts.map((text) => text.description)).size).toBe(texts.length);
});

it.each([
  ["en-IN", "The eight algos that the most traders run."],
  ["hi-IN", "Our pick"],
])("describes a collection for a brand with the locale %s", (locale, description) => {
  const own = brandLanguage();
  setBrandLanguage({
    ...own,
    locale,
    tags: { "most-deployed-algo": { title: "Favourites", subtitle: "Our pick" } },
  });
  const item = collections.find(([id]) => id === "most-deployed-algo")?.[2];
  if (item === undefined) throw new Error("no such collection");
  expect(collectionText("popular-algo", item)).toMatchObject({ heading: "Favourites", description });
  setBrandLanguage(own);
});

it("no text about a risk level promises small or predictable losses", () => {
  const risks = DISCOVER_MENU.find(({ id }) => id === "by-risk-tolerance");
  expect(risks?.items).toHaveLength(4);
  for (const item of risks?.items ?? [])
    expect(`${item.subtitle} ${collectionText("by-risk-tolerance", item).description}`).not.toMatch(
      /\b(?:small|known|safe|limited)\b[^.]* loss/i,
    );
});

it("derives the displayed rule of each collection from the collection's query", () => {
  expect(collections.map(([id, , item]) => `${id}: ${collectionRule(item)}`)).toMatchSnapshot();
});
