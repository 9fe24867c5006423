// Statements of a client's own orders: positions by product, transfers between products, and the listed years.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { DeploymentRows } from "./deployment-rows.ts";
import { Statements } from "./statements.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-17T11:00:00+05:30");
});
afterEach(() => rig.close());

function read() {
  const rows = new DeploymentRows(rig.db, () => rig.now());
  return new Statements({ db: rig.db, broker: rig.broker, rows }).read(rig.clientId, null);
}
const realised = () =>
  rig.broker
    .positions({ account: rig.account }, true)
    .reduce((sum, { realisedPaise }) => sum + realisedPaise, 0);

function trade(side: "BUY" | "SELL", product: "CNC" | "INTRADAY", quantity = 100): void {
  expect(rig.place({ side, product, quantity }).status).toBe("TRADED");
  rig.pass(600_000);
}

it("calculates the same realised P&L by product as the list of positions", () => {
  trade("BUY", "CNC");
  trade("SELL", "INTRADAY");
  trade("BUY", "INTRADAY");
  expect(read().realisedPaise).toBe(realised());
  expect(read().months[0]?.realisedPaise).toBe(realised());
});

it("transfers the cost of a position to its new product", () => {
  trade("BUY", "INTRADAY");
  trade("BUY", "CNC");
  const { key: instrument, symbol } = rig.share();
  rig.db
    .prepare(
      `INSERT INTO position_transfers (account, client_id, instrument, symbol, from_product, to_product, quantity, after_trade, at)
       VALUES (?, ?, ?, ?, 'INTRADAY', 'CNC', 100, (SELECT max(number) FROM trades), ?)`,
    )
    .run(rig.account, rig.clientId, instrument, symbol, rig.now());
  rig.restart();
  trade("SELL", "CNC", 150);
  expect(realised()).not.toBe(0);
  expect(read().realisedPaise).toBe(realised());
});

it("reads the trades of earlier days only once", () => {
  const rows = new DeploymentRows(rig.db, () => rig.now());
  const statements = new Statements({ db: rig.db, broker: rig.broker, rows });
  const cached = () => statements.read(rig.clientId, null);
  trade("BUY", "CNC");
  for (const time of ["2026-11-18T11:00:00+05:30", "2026-11-19T11:00:00+05:30"]) {
    rig.setNow(time);
    for (const quantity of [30, 20]) {
      trade("SELL", "CNC", quantity);
      expect(cached()).toEqual(read());
    }
  }
  // The second read of a day takes the trades of earlier days from the cache.
  rig.db.exec("UPDATE trades SET price_paise = 1 WHERE number = 1");
  expect(cached().realisedPaise).not.toBe(read().realisedPaise);
});

it("lists a year that has fees but no trades", () => {
  rig.broker.ledger.post({
    account: rig.account,
    deploymentId: null,
    at: Date.parse("2026-03-20T11:00:00+05:30"),
    kind: "fee",
    amountPaise: -58_882,
    tradeNumber: null,
  });
  trade("BUY", "CNC", 1);
  expect(read().years).toEqual(["2026-27", "2025-26"]);
});
