// Stored deliveries: deletion, retention, and the health of an endpoint.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import { computeHealth, POSTBACK_STORE_LIMITS, PostbackStore } from "./postback-store.ts";

const ONE = "1000000001";
let folder: string;
let db: SandboxDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postback-store-"));
  db = openDatabase(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Stores a delivery. `nextAt` null means that it was delivered. */
const store = (into: PostbackStore, clientId: string, id: number, nextAt: number | null, at = 0) =>
  into.put(clientId, {
    ...{ id, at, orderId: "a", orderStatus: "TRADED", url: "", body: "", nextAt },
    ...{ tries: 0, status: null, fault: null, tookMs: null },
  });

it("finds a due delivery even if hundreds of older deliveries are in progress", () => {
  const deliveries = new PostbackStore(db, () => {});
  const underWay = new Set<string>();
  for (const clientId of ["dead-1", "dead-2", "dead-3"])
    for (let id = 1; id <= POSTBACK_STORE_LIMITS.deliveriesPerAccount; id += 1) {
      store(deliveries, clientId, id, 1);
      underWay.add(`${clientId} ${id}`);
    }
  expect(underWay.size).toBeGreaterThan(POSTBACK_STORE_LIMITS.dueAtOnce);
  store(deliveries, ONE, 1, 2);
  expect(deliveries.takeDue(3, underWay).map(({ clientId }) => clientId)).toEqual([ONE]);
});

it("retains a pending retry after many newer deliveries, up to a limit", () => {
  const deliveries = new PostbackStore(db, () => {});
  store(deliveries, ONE, 1, 1);
  for (let id = 2; id <= POSTBACK_STORE_LIMITS.deliveriesPerAccount + 2; id += 1)
    store(deliveries, ONE, id, null);
  expect(deliveries.takeDue(2, new Set()).map(({ delivery }) => delivery.id)).toEqual([1]);
  store(deliveries, ONE, POSTBACK_STORE_LIMITS.pendingPerAccount + 1, null);
  expect(deliveries.takeDue(2, new Set())).toEqual([]);
});

it("retains an account's last delivery number if other accounts fill the store", () => {
  const deliveries = new PostbackStore(db, () => {});
  store(deliveries, ONE, 7, null);
  const others = POSTBACK_STORE_LIMITS.rows / POSTBACK_STORE_LIMITS.deliveriesPerAccount + 1;
  for (let other = 0; other < others; other += 1)
    for (let id = 1; id <= POSTBACK_STORE_LIMITS.deliveriesPerAccount; id += 1)
      store(deliveries, `other-${other}`, id, null, 1);
  expect(deliveries.lastId(ONE)).toBe(7);
});

it("preserves an account's deliveries when others exceed the limit of pending ones", () => {
  const { deliveriesPerAccount, pendingPerAccount, pendingRows } = POSTBACK_STORE_LIMITS;
  const deliveries = new PostbackStore(db, () => {});
  for (let id = 1; id < deliveriesPerAccount; id += 1) store(deliveries, ONE, id, null);
  store(deliveries, ONE, deliveriesPerAccount, 1);
  for (let other = 0; other <= pendingRows / pendingPerAccount; other += 1) {
    for (let id = 1; id <= pendingPerAccount; id += 1) store(deliveries, `other-${other}`, id, 2, 1);
    deliveries.save();
  }
  expect(deliveries.list(ONE)).toHaveLength(deliveriesPerAccount);
  expect(deliveries.takeDue(1, new Set())).toHaveLength(1);
  const { pending } = db.prepare("SELECT count(next_at) AS pending FROM postback_deliveries").get() as {
    pending: number;
  };
  expect(pending).toBeLessThanOrEqual(pendingRows);
  expect(deliveries.lastId("other-0")).toBe(pendingPerAccount);
});

describe("endpoint health", () => {
  const NOW = 1_795_000_000_000;
  const delivery = (id: number, change: object) => ({
    id,
    at: NOW - id * 1_000,
    orderId: "1",
    orderStatus: "TRADED",
    url: "",
    body: "",
    tries: 1,
    status: 200,
    fault: null,
    tookMs: 10 * id,
    nextAt: null,
    ...change,
  });

  it("reports the last day's deliveries, the last failure and failures in a row", () => {
    const health = computeHealth(
      [
        delivery(1, { status: 500, fault: "answered 500", nextAt: NOW + 60_000 }),
        delivery(2, { status: null, fault: "no answer", tookMs: null }),
        delivery(3, {}),
        delivery(4, {}),
        delivery(5, { at: NOW - 86_400_001, fault: "old" }),
      ],
      NOW,
    );
    expect(health).toEqual({
      delivered: 2,
      waiting: 1,
      givenUp: 1,
      medianMs: 40,
      slowestMs: 40,
      lastDeliveredAt: NOW - 3_000,
      lastFault: { at: NOW - 1_000, fault: "answered 500" },
      failuresInARow: 2,
      nextAt: NOW + 60_000,
    });
    expect(computeHealth([], NOW)).toMatchObject({
      delivered: 0,
      medianMs: null,
      lastFault: null,
      failuresInARow: 0,
    });
  });
});
