// Nested transactions: the cached data equals the store after a commit or any failure.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";
import type { ClientEvent } from "./order-events.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-20T11:00:00+05:30");
});
afterEach(() => rig.close());

type Piece = { kind: "rest" | "buy" | "cancel"; fails: boolean };
const pieces = fc.array(
  fc.record({ kind: fc.constantFrom("rest", "buy", "cancel"), fails: fc.boolean() }) as fc.Arbitrary<Piece>,
  { minLength: 1, maxLength: 8 },
);

function attempt(piece: Piece): void {
  try {
    rig.broker.run(() => {
      const limitPaise = rig.tick(rig.last() * 0.95);
      if (piece.kind === "rest") rig.place({ side: "BUY", quantity: 1, limitPaise });
      if (piece.kind === "buy") rig.place({ side: "BUY", quantity: 2 });
      if (piece.kind === "cancel")
        for (const row of rig.broker.orders.open({ account: rig.account })) rig.broker.cancel(row, "test");
      if (piece.fails) throw new Error("piece");
    });
  } catch (fault) {
    if ((fault as Error).message !== "piece") throw fault;
  }
}

/** All data of the account that the broker has in memory. */
const view = () => ({
  open: rig.broker.orders.open({ account: rig.account }).map(({ id, status }) => [id, status]),
  listed: rig.broker.orders.ofAccount(rig.account, 0).map(({ id, status, filled }) => [id, status, filled]),
  funds: rig.broker.funds(rig.account),
  positions: rig.broker.positions({ account: rig.account }),
});

it("leaves cached data equal to the database if any nested transaction fails", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ pieces, commits: fc.boolean() }), { maxLength: 4 }), (transactions) => {
      for (const { pieces: work, commits } of transactions) {
        rig.pass(4_000);
        try {
          rig.broker.run(() => {
            for (const piece of work) attempt(piece);
            if (!commits) throw new Error("whole");
          });
        } catch (fault) {
          if ((fault as Error).message !== "whole") throw fault;
        }
        const inMemory = view();
        rig.restart();
        expect(inMemory).toEqual(view());
      }
    }),
    { numRuns: 25 },
  );
});

it("publishes events of successful nested transactions in order after the commit", () => {
  const published: ClientEvent[] = [];
  rig.broker.onEvents((events) => published.push(...events));
  rig.broker.run(() => {
    attempt({ kind: "rest", fails: false });
    attempt({ kind: "rest", fails: true });
    attempt({ kind: "rest", fails: false });
    expect(published).toEqual([]);
  });
  const { db } = rig;
  const stored = db.prepare("SELECT sequence FROM order_events ORDER BY sequence").all() as {
    sequence: number;
  }[];
  expect(published.map(({ sequence }) => sequence)).toEqual(stored.map(({ sequence }) => sequence));
  expect(new Set(published.map(({ order }) => order.id)).size).toBe(2);
});

it("rolls back and publishes nothing when the commit fails, e.g. on a full disk", () => {
  const onEvent = vi.fn();
  rig.broker.onEvents(onEvent);
  attempt({ kind: "rest", fails: false });
  onEvent.mockClear();
  const before = view();
  const exec = rig.db.exec.bind(rig.db);
  const spy = vi.spyOn(rig.db, "exec").mockImplementation((sql) => {
    if (sql === "COMMIT") throw new Error("database or disk is full");
    return exec(sql);
  });
  expect(() =>
    rig.broker.run(() => {
      attempt({ kind: "buy", fails: false });
      attempt({ kind: "cancel", fails: false });
    }),
  ).toThrow("full");
  spy.mockRestore();
  expect(view()).toEqual(before);
  expect(onEvent).not.toHaveBeenCalled();
  attempt({ kind: "buy", fails: false });
  expect(onEvent).toHaveBeenCalled();
});
