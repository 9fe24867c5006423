// An operation is reported as invalid until its next valid response, or for at most two minutes.
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { createReadableResponses, type ReadableResponses, readResponse } from "./read-response.ts";

let at = 0;
let answers: ReadableResponses;
beforeEach(() => {
  at = 1_000;
  answers = createReadableResponses(() => at);
});
const after = (ms: number) => {
  at += ms;
  return answers.now();
};

it("reports 'all' initially and after a valid response", () => {
  expect(answers.now()).toBe("all");
  answers.record("listStrategies", true);
  expect(after(1)).toBe("all");
});

it("reports 'none' or 'some' until every failed operation returns a valid response", () => {
  answers.record("listStrategies", true);
  after(1);
  answers.record("getStrategy", false);
  expect(after(1)).toBe("none");
  answers.record("listStrategies", true);
  expect(after(1)).toBe("some");
  answers.record("getStrategy", false);
  expect(after(1)).toBe("some");
  answers.record("getStrategy", true);
  expect(after(1)).toBe("all");
});

it("forgets an invalid response after two minutes if the operation is not called", () => {
  answers.record("getStrategy", false);
  expect(after(120_000)).toBe("none");
  expect(after(1)).toBe("all");
});

const operation = {
  answer: z.object({ items: z.array(z.unknown()), total: z.int().optional() }),
  acceptedItemSchema: z.object({ id: z.string(), name: z.string() }),
};

it("returns the first of two items with the same id, and reports the second", () => {
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

it("returns a valid item that follows an invalid item with the same id", () => {
  const items = [{ id: "a" }, { id: "a", name: "Valid" }];
  expect(readResponse(operation, { items })).toMatchObject({
    data: { items: [items[1]] },
    omitted: [{ id: "a", path: "name" }],
  });
});
