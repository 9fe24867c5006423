import { expect, it } from "vitest";
import { searchManagers } from "./site-search.ts";

const KESTREL = { name: "Kestrel Ridge", city: "Pune", registration: "INH000000123" };
const OTHER = { name: "Banyan Systematic", city: "Mumbai", registration: "INH000000456" };

it.each(["kestrel", "what are the algos of kestrel", "INH000000123", "pune"])(
  "the text “%s” finds the manager",
  (text) => expect(searchManagers([OTHER, KESTREL], text)).toEqual([KESTREL]),
);

it.each(["what are the algos", "zzz", "–"])("the text “%s” finds no manager", (text) =>
  expect(searchManagers([OTHER, KESTREL], text)).toEqual([]),
);
