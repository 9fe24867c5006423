// An operation is reported as invalid until its next valid response, or for at most two minutes.
import { beforeEach, expect, it } from "vitest";
import { createReadableResponses, type ReadableResponses } from "./readable-responses.ts";

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
