import { expect, it } from "vitest";
import { z } from "zod";
import { readResponse } from "./read-response.ts";

const operation = {
  answer: z.object({ items: z.array(z.unknown()), total: z.int().optional() }),
  acceptedItemSchema: z.object({ id: z.string(), name: z.string() }),
};

it("keeps the first of two items with one id, and omits and counts the second", () => {
  const items = [
    { id: "a", name: "First" },
    { id: "a", name: "Second" },
    { id: "b", name: "Other" },
  ];
  expect(readResponse(operation, { items, total: 3 })).toEqual({
    isReadable: true,
    data: { items: [items[0], items[2]], total: 2 },
    omitted: [{ id: "a", path: "id", message: "an earlier item of the list has this id" }],
  });
});

it("keeps a valid item after an invalid one with the same id", () => {
  const items = [{ id: "a" }, { id: "a", name: "Valid" }];
  expect(readResponse(operation, { items })).toMatchObject({
    data: { items: [items[1]] },
    omitted: [{ id: "a", path: "name" }],
  });
});
