// Scheduled work of the broker after the end of the day, and after the sandbox was not running.
import { afterEach, expect, it } from "vitest";
import { DAY_MS, istDay, istDayStart } from "../../../app/domain/time.ts";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";

let rig: BrokerRig;
afterEach(() => rig.close());

it.each([
  ["the market closes at midnight", "always", 5_000],
  ["the sandbox was not running for three weeks", "exchange", 21 * DAY_MS],
] as const)("books a settlement on the expiry day if %s", (_, hours, lateMs) => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", hours);
  const call = rig.option("CE", -4);
  expect(rig.place({ instrument: call, side: "BUY", quantity: call.lotSize }).status).toBe("TRADED");
  const expiryDay = call.option?.expiryDay ?? 0;
  rig.pass(istDayStart(expiryDay + 1) + lateMs - rig.now());
  rig.restart();
  rig.dayEnd.tick();
  expect(rig.broker.positions({ account: rig.account })).toEqual([]);
  const [settled] = rig.broker.orders.trades(rig.clientId, { limit: 1 });
  expect(istDay(settled?.at ?? 0)).toBe(expiryDay);
  const [order] = rig.broker.orders.list(rig.clientId, { limit: 1 });
  expect(order?.updated_at).toBe(rig.now());
  expect(rig.broker.ledger.of(rig.account).map(({ at }) => istDay(at))).not.toContain(istDay(rig.now()));
});

it("squares off intraday positions after the sandbox was not running for three weeks", () => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  rig.place({ side: "BUY", quantity: 5, product: "INTRADAY" });
  rig.setNow("2026-12-08T10:00:00+05:30");
  rig.restart();
  rig.dayEnd.tick();
  expect(rig.broker.positions({ account: rig.account })).toEqual([]);
});
