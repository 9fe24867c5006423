// A preview can be executed once, within two minutes, unchanged, and only by its client.
import { beforeEach, describe, expect, it } from "vitest";
import { CONFIRMATION_LIMITS, Confirmations } from "./confirmations.ts";

const PENDING = {
  action: "place",
  summary: "BUY 5 X",
  work: { order: 1 },
  orders: 1,
  valueRupees: 100,
  details: {},
} as const;
let now = 0;
let confirmations: Confirmations<{ order: number }>;

beforeEach(() => {
  now = 1_000_000;
  confirmations = new Confirmations(() => now);
});

describe("an order preview", () => {
  it("is executed only once", () => {
    const id = confirmations.keep("1", PENDING);
    expect(confirmations.take("1", id, "place", "BUY 5 X")).toEqual({ order: 1 });
    expect(() => confirmations.take("1", id, "place", "BUY 5 X")).toThrow(/Unknown preview/);
  });

  it("expires after two minutes", () => {
    const id = confirmations.keep("1", PENDING);
    now += CONFIRMATION_LIMITS.forMs - 1;
    const other = confirmations.keep("1", PENDING);
    now += 2;
    expect(() => confirmations.take("1", id, "place", "BUY 5 X")).toThrow(/older than two minutes/);
    expect(confirmations.take("1", other, "place", "BUY 5 X")).toEqual({ order: 1 });
  });

  it.each([
    ["2", "place", "BUY 5 X"],
    ["1", "cancel", "BUY 5 X"],
    ["1", "place", "BUY 50 X"],
  ] as const)(
    "of client 1 for “place BUY 5 X” stays valid after client %s confirms “%s %s”",
    (clientId, action, summary) => {
      const id = confirmations.keep("1", PENDING);
      expect(() => confirmations.take(clientId, id, action, summary)).toThrow();
      expect(confirmations.take("1", id, "place", "BUY 5 X")).toEqual({ order: 1 });
    },
  );

  it("is evicted only by newer previews of the same client", () => {
    const first = confirmations.keep("1", PENDING);
    const another = confirmations.keep("2", PENDING);
    for (let nth = 0; nth < CONFIRMATION_LIMITS.perClient; nth += 1) confirmations.keep("1", PENDING);
    expect(() => confirmations.take("1", first, "place", "BUY 5 X")).toThrow();
    expect(confirmations.take("2", another, "place", "BUY 5 X")).toEqual({ order: 1 });
  });
});
