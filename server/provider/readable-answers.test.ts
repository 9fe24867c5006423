// Invalid responses count for a limited time, and until a valid response of the same operation.
import { beforeEach, expect, it } from "vitest";
import { createReadableAnswers, type ReadableAnswers } from "./readable-answers.ts";

let at = 0;
let answers: ReadableAnswers;
beforeEach(() => {
  at = 1_000;
  answers = createReadableAnswers(() => at);
});
const after = (ms: number) => {
  at += ms;
  return answers.now();
};

it('returns "all" before any response and after valid responses', () => {
  expect(answers.now()).toBe("all");
  answers.note("listStrategies", true);
  expect(after(1)).toBe("all");
});

it("counts an operation as invalid until that operation has a valid response", () => {
  answers.note("listStrategies", true);
  after(1);
  answers.note("getStrategy", false);
  expect(after(1)).toBe("none");
  answers.note("listStrategies", true);
  expect(after(1)).toBe("some");
  answers.note("getStrategy", false);
  expect(after(1)).toBe("some");
  answers.note("getStrategy", true);
  expect(after(1)).toBe("all");
});

it("ignores an operation that was not called for two minutes", () => {
  answers.note("getStrategy", false);
  expect(after(120_000)).toBe("none");
  expect(after(1)).toBe("all");
});
