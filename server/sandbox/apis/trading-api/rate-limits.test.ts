// Limits of the trading API: a sliding one-second window, a daily count, and their persistence across restarts.
import { expect, it } from "vitest";
import { openMemoryDatabase } from "../../store/database.ts";
import { ApiFault, faultResponse } from "./fault.ts";
import { RateLimits } from "./rate-limits.ts";

const NOON = Date.parse("2026-11-20T12:00:00+05:30");
/** 4 % of each limit: 200 orders per day. */
const FACTOR = 0.04;

function refusalOf(work: () => unknown): ApiFault {
  try {
    work();
  } catch (fault) {
    if (fault instanceof ApiFault) return fault;
  }
  throw new Error("nothing was refused");
}

it("restores the daily call count after a restart, and resets it the next day", () => {
  const db = openMemoryDatabase();
  const before = new RateLimits(FACTOR, db);
  for (let count = 0; count < 150; count += 1) before.countCall("1", "order", NOON + count * 2_000);
  before.save();
  const after = new RateLimits(FACTOR, db);
  expect(after.meter("1", NOON + 400_000).find(({ group }) => group === "order")?.today).toBe(150);
  for (let count = 0; count < 50; count += 1) after.countCall("1", "order", NOON + 500_000 + count * 2_000);
  const fault = refusalOf(() => after.countCall("1", "order", NOON + 700_000));
  expect(fault.code).toBe("DH-904");
  expect(Number(fault.headers["Retry-After"])).toBeGreaterThan(3_600);
  after.save();
  const nextDay = NOON + 86_400_000;
  expect(new RateLimits(FACTOR, db).countCall("1", "order", nextDay).remaining).toBe(0);
  db.close();
});

it("saves call counts to the database shortly after a call", async () => {
  const db = openMemoryDatabase();
  const limits = new RateLimits(1, db);
  limits.countCall("1", "order", Date.now());
  await expect
    .poll(() => (db.prepare("SELECT calls FROM call_counts").get() as { calls: number } | undefined)?.calls, {
      timeout: 5_000,
    })
    .toBe(1);
  db.close();
});

it("adds a Retry-After header to every 429, even if the fault specifies none", () => {
  for (const isDataApi of [false, true]) {
    const { status, headers } = faultResponse(new ApiFault("DH-904", "too many"), isDataApi, null);
    expect([status, headers["Retry-After"]]).toEqual([429, "1"]);
  }
});
