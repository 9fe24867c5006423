import { expect, it } from "vitest";
import { countSurvivors } from "./count-survivors.ts";
import { collectionText as text } from "./text.ts";

const one = (liveSince: string, state: "open" | "closed" | "suspended" | "withdrawn", since = liveSince) => ({
  liveSince,
  status: { state, since, reason: null },
});

it("counts the algos listed a year ago by their current state", () => {
  const all = [
    one("2024-01-01", "open"),
    one("2024-01-01", "closed", "2026-05-01"),
    one("2024-01-01", "suspended", "2026-05-01"),
    one("2024-01-01", "withdrawn", "2026-05-01"),
    // The next two algos were not listed a year ago: the first was withdrawn earlier, and the second was published
    // later.
    one("2024-01-01", "withdrawn", "2025-01-01"),
    one("2026-06-01", "open"),
  ];
  expect(countSurvivors(all, "2026-11-21")).toEqual({
    listed: 4,
    today: [
      { state: "open", count: 1 },
      { state: "closed", count: 1 },
      { state: "suspended", count: 1 },
      { state: "withdrawn", count: 1 },
    ],
  });
  expect(countSurvivors(all.slice(5), "2026-11-21")).toBeNull();
});

it("states in one sentence the current states of algos listed a year ago", () => {
  const today = [text.inState({ count: 1, state: "open" }), text.inState({ count: 2, state: "suspended" })];
  expect(text.yearAgo({ listed: 3, today })).toBe(
    "Of 3 algos listed a year ago, 1 is open, 2 are suspended today.",
  );
});
