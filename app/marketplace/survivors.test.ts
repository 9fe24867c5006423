// Survivors of a collection, by hand-made cases.
import { expect, it } from "vitest";
import { survivors } from "./survivors.ts";

const one = (liveSince: string, state: "open" | "closed" | "withdrawn", since = liveSince) => ({
  liveSince,
  status: { state, since, reason: null },
});

it("counts who was listed a year ago, and who of them is still there", () => {
  const all = [
    one("2024-01-01", "open"),
    one("2024-01-01", "closed", "2026-05-01"),
    one("2024-01-01", "withdrawn", "2026-05-01"),
    // Gone before, and come after: neither was listed then.
    one("2024-01-01", "withdrawn", "2025-01-01"),
    one("2026-06-01", "open"),
  ];
  expect(survivors(all, "2026-11-21")).toEqual({ listed: 3, left: 2 });
  expect(survivors(all.slice(4), "2026-11-21")).toBeNull();
});
