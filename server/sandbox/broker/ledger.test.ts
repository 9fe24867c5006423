import { expect, it } from "vitest";
import { openMemoryDatabase } from "../store/database.ts";
import { Ledger } from "./ledger.ts";

it("reads the entries of a period, and the balance before it", () => {
  const ledger = new Ledger(openMemoryDatabase());
  const post = (at: number, amountPaise: number, account = "live:1") =>
    ledger.post({ account, deploymentId: null, at, kind: "trade", amountPaise, tradeNumber: null });
  for (const at of [1, 2, 3, 4]) post(at, 10 ** at);
  post(2, 5, "live:2");
  expect(ledger.of("live:1", 2, 4).map(({ at }) => at)).toEqual([2, 3]);
  expect(ledger.balanceBefore("live:1", 2)).toBe(10);
  expect(ledger.of("live:1")).toHaveLength(4);
});
