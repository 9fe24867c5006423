import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import type { ClientEvent } from "../../broker/order-events.ts";
import { openPositions } from "../trading-api/scenario-account.ts";
import { openWithHoldings } from "./opening-account.ts";

it("reports no order update for the holdings and positions of a new account", () => {
  const rig = new BrokerRig("2026-11-17T12:00:00+05:30", "always");
  const events: ClientEvent[] = [];
  rig.broker.onEvents((added) => events.push(...added));
  openWithHoldings(rig.broker, rig.clientId, rig.account);
  openPositions(rig.broker, rig, [
    { instrument: rig.share(), product: "INTRADAY", quantity: 5, pricePaise: 100_000 },
  ]);
  expect(rig.broker.positions({ account: rig.account }).map(({ quantity }) => quantity)).toEqual(
    expect.arrayContaining([50, 10, 5]),
  );
  expect(events).toEqual([]);
  expect(rig.broker.orders.events.latest(rig.clientId)).toBe(0);
  rig.place({ side: "BUY", quantity: 1 });
  expect(events).not.toEqual([]);
  rig.close();
});
