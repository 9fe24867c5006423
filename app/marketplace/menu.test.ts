import { expect, it } from "vitest";
import { discoverQuerySchema } from "../contract/base-api/strategy-query.ts";
import { collectionPath, DISCOVER_MENU, discoverMenu, discoverQuery } from "./menu.ts";

const items = DISCOVER_MENU.flatMap((category) => category.items);

it("lists the Discover menu's groups and items in the specified order", () => {
  expect(
    DISCOVER_MENU.map((category) => [category.id, category.items.map((item) => item.id)]),
  ).toMatchInlineSnapshot(`
    [
      [
        "by-instrument",
        [
          "equity-trading-algo",
          "equity-options-trading-algo",
          "index-options-trading-algo",
          "sensex-options-trading-algo",
          "nifty-options-trading-algo",
          "bank-nifty-options-trading-algo",
        ],
      ],
      [
        "by-trading-style",
        [
          "equity-intraday-trading-algo",
          "equity-swing-trading-algo",
          "option-buying-algo",
          "option-selling-algo",
          "option-hedging-algo",
          "equity-long-term-investing-algo",
        ],
      ],
      [
        "by-investment",
        [
          "under-50000-rs",
          "under-100000-rs",
          "under-200000-rs",
          "over-200000-rs",
        ],
      ],
      [
        "by-risk-tolerance",
        [
          "low-risk-algo",
          "medium-risk-algo",
          "moderately-high-risk-algo",
          "high-risk-algo",
        ],
      ],
      [
        "popular-algo",
        [
          "most-deployed-algo",
          "most-tracked-algo",
          "popular-option-trading-algo",
          "popular-equity-trading-algo",
        ],
      ],
      [
        "managers",
        [],
      ],
    ]
  `);
});

it("lists at most six of the provider's managers in the menu's last group", () => {
  const managers = Array.from({ length: 9 }, (_, index) => ({
    id: `manager-${index}`,
    name: `Manager ${index}`,
    strategyCount: index + 1,
  }));
  const group = discoverMenu(managers).at(-1);
  expect(group?.items).toHaveLength(6);
  expect(group?.items[0]).toMatchObject({
    title: "Manager 0",
    subtitle: "1 algo",
    link: "/algos/managers/manager-0",
  });
  expect(discoverMenu([]).at(-1)?.items).toEqual([]);
});

it.each(items.map((item) => [item.id, item] as const))(
  "the Discover menu item %s has a valid query",
  (_, item) => {
    expect(discoverQuerySchema.safeParse(discoverQuery(item)).success).toBe(true);
  },
);

it.each([
  ["risk-tolerance", "low-risk", "/algos/by-risk-tolerance/low-risk-algo"],
  ["risk-tolerance", "medium-risk", "/algos/by-risk-tolerance/medium-risk-algo"],
  ["risk-tolerance", "moderately-high-risk", "/algos/by-risk-tolerance/moderately-high-risk-algo"],
  ["risk-tolerance", "high-risk", "/algos/by-risk-tolerance/high-risk-algo"],
  ["popular-algos", "most-deployed", "/algos/popular-algo/most-deployed-algo"],
  ["popular-algos", "most-tracked", "/algos/popular-algo/most-tracked-algo"],
  ["popular-algos", "popular-option-algos", "/algos/popular-algo/popular-option-trading-algo"],
  ["popular-algos", "popular-equity-algos", "/algos/popular-algo/popular-equity-trading-algo"],
])("maps the alternative path /algos/%s/%s to %s", (group, item, link) =>
  expect(collectionPath(group, item)).toBe(link),
);

it("returns null for unknown collections and for canonical paths", () => {
  expect(collectionPath("risk-tolerance", "no-risk")).toBeNull();
  expect(collectionPath("by-instrument", "equity-trading-algo")).toBeNull();
});
