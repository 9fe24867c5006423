import Database from "libsql";
import { describe, expect, it } from "vitest";
import { firstBrokenLine, openOperatorTrail } from "./operator-trail.ts";

const line = (n: number) => ({
  id: `id-of-a-line-${n}`,
  at: n,
  who: "me",
  role: "admin",
  action: "notice_shown",
  detail: `text ${n}`,
});

describe("the operators' audit trail", () => {
  it("chains its entries, so that changed, removed and swapped entries are detected", () => {
    const db = new Database(":memory:");
    const trail = openOperatorTrail(db);
    for (const n of [1, 2, 3, 4]) trail.append(line(n));
    const all = [...trail.all()];
    expect(firstBrokenLine(all)).toBeNull();
    expect(firstBrokenLine(all.map((one) => (one.n === 2 ? { ...one, detail: "other" } : one)))).toBe(2);
    expect(firstBrokenLine(all.filter(({ n }) => n !== 2))).toBe(3);
    const [first, second] = all;
    expect(firstBrokenLine([second, first].flatMap((one) => one ?? []))).toBe(2);
    expect(trail.latest(2).map(({ at }) => at)).toEqual([4, 3]);
  });

  it("copies each entry of another replica once, and ignores malformed input", () => {
    const trail = openOperatorTrail(new Database(":memory:"));
    trail.copy(line(1));
    trail.copy(line(1));
    trail.copy({ ...line(2), action: "DROP TABLE" });
    trail.copy("text");
    expect([...trail.all()]).toHaveLength(1);
  });
});
