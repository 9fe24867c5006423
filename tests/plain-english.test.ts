// Limits the number of wording findings in comments, test titles, documents, page texts and names. The count must never
// rise above the budget, and the budget is lowered when the count has fallen.
import { expect, it } from "vitest";
import { type Kind, wordingCounts } from "./support/plain-english.ts";

/** Maximum number of findings of each kind. Lower a number when the test requires it; never raise one. */
const BUDGET: Record<Kind, number> = { c: 0, t: 0, d: 0, w: 0, n: 3 };
const KINDS: Record<Kind, string> = {
  c: "comments",
  t: "test titles",
  d: "lines of documents",
  w: "page texts",
  n: "names",
};
/** Maximum difference between the budget and a count. If the difference is larger, the budget must be lowered. */
const SLACK = 400;

const counts = wordingCounts();

it.each(Object.entries(KINDS) as [Kind, string][])(
  "wording findings of kind %s (%s) stay within their budget",
  (kind) => {
    const { found } = counts[kind];
    expect(found, "npx tsx tests/support/plain-english.ts lists the findings").toBeLessThanOrEqual(
      BUDGET[kind],
    );
    expect(BUDGET[kind] - found, `lower the budget to ${found}`).toBeLessThanOrEqual(SLACK);
  },
);
