// Conditions under which fault rules apply.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  FAULTS,
  type FaultRule,
  faultRuleSchema,
  readFaultHeader,
} from "../../../../app/contract/trading-api/faults.ts";
import { ApiFault } from "./fault.ts";
import { checkRules, FaultRules } from "./fault-rules.ts";

const NOW = Date.parse("2026-11-20T10:00:00+05:30");
const strikes = (rule: Partial<FaultRule>, count: number, subject = "getProfile") => {
  const rules = new FaultRules([{ fault: "rate-limit", ...rule }]);
  return Array.from({ length: count }, () => rules.countAndMatch("call", subject, NOW) !== null);
};

it("a fault rule applies as often as its `after`, `every` and `times` specify", () => {
  const small = (min: number) => fc.integer({ min, max: 12 });
  fc.assert(
    fc.property(
      small(0),
      small(1),
      fc.option(small(1), { nil: undefined }),
      small(0),
      (after, every, times, count) => {
        const struck = strikes({ after, every, ...(times === undefined ? {} : { times }) }, count);
        const possible = Math.max(0, Math.floor((count - after) / every));
        expect(struck.filter(Boolean)).toHaveLength(Math.min(times ?? possible, possible));
        expect(struck.slice(0, after).some(Boolean)).toBe(false);
      },
    ),
  );
});

it("a fault rule applies only to the operations that it names", () => {
  expect(strikes({ on: ["placeOrder"] }, 2)).toEqual([false, false]);
  expect(strikes({ on: ["placeOrder", "getProfile"] }, 2)).toEqual([true, true]);
  expect(new FaultRules([{ fault: "reject" }]).countAndMatch("call", "placeOrder", NOW)).toBeNull();
});

it("a fault rule applies between its `from` and `until`, by the account's clock", () => {
  const rules = new FaultRules([
    { fault: "unavailable", from: "2026-11-20 10:00:00", until: "2026-11-20 10:03:00" },
  ]);
  const at = (seconds: number) => rules.countAndMatch("call", "getProfile", NOW + seconds * 1_000) !== null;
  expect([at(-1), at(0), at(179), at(180)]).toEqual([false, true, true, false]);
});

it("applies the first matching fault rule, and counts the matches of each rule", () => {
  const rules = new FaultRules([
    { fault: "slow", times: 1 },
    { fault: "rate-limit", on: ["getProfile"] },
  ]);
  const names = [1, 2].map(() => rules.countAndMatch("call", "getProfile", NOW)?.fault);
  expect(names).toEqual(["slow", "rate-limit"]);
  expect(rules.list().map(({ seen, struck }) => [seen, struck])).toEqual([
    [2, 1],
    [1, 1],
  ]);
});

it("expires the account's token while a token-expired rule applies", () => {
  const isExpired = (rule: Partial<FaultRule>) =>
    new FaultRules([{ fault: "token-expired", ...rule }]).isTokenExpired(NOW);
  expect([
    isExpired({}),
    isExpired({ on: ["getProfile"] }),
    isExpired({ until: "2026-11-20 09:00:00" }),
  ]).toEqual([true, false, false]);
});

it("parses every fault with its parameters from a header, and rejects other text", () => {
  for (const { name, parameters } of FAULTS) {
    const values = { ms: "250", quantity: "5", cause: "FUNDS", messages: "2" };
    const header = [name, ...Object.keys(parameters).map((key) => `${key}=${values[key as "ms"]}`)].join(
      "; ",
    );
    expect(faultRuleSchema.safeParse(readFaultHeader(header)).success, header).toBe(true);
  }
  for (const header of [
    "",
    "nothing",
    "slow; ms",
    "slow; ms=x",
    "slow; quantity=1",
    "reject; cause=NONE",
    "slow, reject",
  ])
    expect(faultRuleSchema.safeParse(readFaultHeader(header)).success, header).toBe(false);
});

it("rejects a fault rule with an invalid field, and reports the field's path", () => {
  const fieldOf = (rule: FaultRule) => {
    try {
      checkRules([{ fault: "slow" }, rule], "faults");
      return null;
    } catch (fault) {
      return fault instanceof ApiFault ? fault.errors[0]?.field : fault;
    }
  };
  expect(fieldOf({ fault: "slow", on: ["getProfile", "nothing"] })).toBe("faults.1.on.1");
  expect(fieldOf({ fault: "gap", on: ["getProfile"] })).toBe("faults.1.on.0");
  expect(fieldOf({ fault: "gap", from: "2026-02-30 10:00:00" })).toBe("faults.1.from");
  expect(fieldOf({ fault: "gap", on: ["feed"] })).toBeNull();
});
