// Default limits for assistants' trades: each trade requires a confirmation, and the day's orders and value are
// limited.
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../../app/domain/time.ts";
import { openMemoryDatabase, type SandboxDatabase } from "../store/database.ts";
import { type AssistantTrade, admitTrade, assistantSettings } from "./assistant-approvals.ts";

const NOW = Date.parse("2026-11-17T06:00:00Z");
const CLIENT = "2000000001";
let db: SandboxDatabase;
beforeEach(() => {
  db = openMemoryDatabase();
});
afterEach(() => db.close());

const admit = (trade: Partial<AssistantTrade> = {}, now = NOW) =>
  admitTrade(
    db,
    CLIENT,
    { id: "preview", confirmedBy: "user", orders: 1, valueRupees: 1, isReducing: false, ...trade },
    now,
  );

it("limits an assistant by default to 20 confirmed orders and ₹5,00,000 a day", () => {
  expect(assistantSettings(db, CLIENT)).toEqual({ confirm: "ask", ordersPerDay: 20, rupeesPerDay: 500_000 });
});

it("rejects an assistant's trade without a confirmation or an approval", () => {
  for (const confirmedBy of ["nobody", "portal"] as const)
    expect(admit({ confirmedBy }), confirmedBy).toMatchObject({ isAdmitted: false });
  expect(admit()).toEqual({ isAdmitted: true });
});

it("rejects an assistant's 21st order of a day, unless it closes a position", () => {
  const admitted = Array.from({ length: 21 }, () => admit());
  expect(admitted.slice(0, 20).every(({ isAdmitted }) => isAdmitted)).toBe(true);
  expect(admitted[20]).toMatchObject({
    isAdmitted: false,
    reason: expect.stringContaining("20 orders a day"),
  });
  expect(admit({ isReducing: true })).toEqual({ isAdmitted: true });
  expect(admit({}, NOW + DAY_MS)).toEqual({ isAdmitted: true });
});

it("rejects an assistant's order that raises the day's total above ₹5,00,000", () => {
  expect(admit({ valueRupees: 500_001 })).toMatchObject({ isAdmitted: false });
  expect(admit({ valueRupees: 500_000 })).toEqual({ isAdmitted: true });
  expect(admit()).toMatchObject({ isAdmitted: false, reason: expect.stringContaining("₹5,00,000 a day") });
});
