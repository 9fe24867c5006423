// Start of a deployment in the sandbox: terms and consent, the order window, and trading by the rules.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newDeploymentSchema } from "../../../../app/contract/base-api/deployment.ts";
import {
  act,
  begin,
  broker,
  build,
  CLIENT,
  catalogue,
  controls,
  db,
  deployments,
  events,
  key,
  OTHER,
  openDeployments,
  read,
  request,
  rows,
  run,
  runner,
  SEEDLING,
  STRADDLE,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { feeWithGstPaise } from "./fees.ts";
import { applyCatalogueChanges } from "./version-difference.ts";

openDeployments();

describe("requesting a deployment", () => {
  it("stores the consent once per request key, and sends no order before confirmation", () => {
    const terms = request();
    const one = deployments.create(CLIENT, "the-same-key", terms);
    const again = deployments.create(CLIENT, "the-same-key", terms);
    expect(again.id).toBe(one.id);
    expect(one.consent.sha256).toBe(createHash("sha256").update("I consent.").digest("hex"));
    expect(one.capitalRupees).toBe(330_000);
    expect(deployments.list(CLIENT)).toHaveLength(1);
    expect(events(one.id)).toEqual(["requested by trader", "prepared by provider"]);
    run(3);
    expect(broker.orders.list(CLIENT, { limit: 10 })).toEqual([]);
  });

  it.each([
    [
      "a second paper deployment of the same algo",
      () => [request(), request()],
      /deployed Arclight Straddle on paper already/,
    ],
    [
      "an algo that is closed to new deployments",
      () => [request({ strategyId: "loom-quick-strangle" })],
      /is closed to new deployments/,
    ],
    [
      "a suspended algo, and states the day and the reason",
      () => [request({ strategyId: "spring-tide-scalp" })],
      /is closed to new deployments. It has been suspended since 20\d\d-\d\d-\d\d: It lost 40% of the amount/,
    ],
    ["a version that the algo does not have", () => [{ ...request(), version: "0.9" }], /version is now/],
    ["a start in the past", () => [request({ startOn: "2026-11-16" })], /past/],
    [
      "derivatives without the risk disclosure",
      () => [
        { ...request(), consent: { text: "I consent.", textVersion: "1", riskDisclosureVersion: null } },
      ],
      /risk disclosure/,
    ],
  ])("rejects %s", (_, requests, words) => {
    expect(() => {
      for (const terms of requests()) deployments.create(CLIENT, key(), terms);
    }).toThrow(words);
  });

  it("allows the same algo live and on paper, and the same algo for another client", () => {
    begin();
    begin({ mode: "live" });
    begin({}, OTHER);
    expect(deployments.list(CLIENT)).toHaveLength(2);
  });
});

describe("a deployment without a consent", () => {
  const onPaper = (change = {}) => ({ ...request(change), consent: null });

  it("starts trading at once in paper mode without order confirmation", () => {
    const made = deployments.create(CLIENT, "one-step-key", onPaper());
    expect(made).toMatchObject({ state: "active", by: "trader", basket: null });
    expect(deployments.create(CLIENT, "one-step-key", onPaper()).id).toBe(made.id);
    expect(events(made.id)).toEqual(["requested by trader", "started by trader"]);
    run(5);
    expect(broker.orders.list(CLIENT, { limit: 10 }).length).toBeGreaterThan(0);
  });

  it("is rejected in live mode, and for derivatives without the risk disclosure", () => {
    expect(newDeploymentSchema.safeParse(onPaper({ mode: "live" })).success).toBe(false);
    expect(newDeploymentSchema.safeParse(onPaper()).success).toBe(true);
    expect(() => deployments.create("1000000009", key(), onPaper())).toThrow(/risk disclosure/);
  });
});

describe("the order confirmation window", () => {
  it("shows the orders that would be sent, and accepts one answer", () => {
    const made = deployments.create(CLIENT, key(), request());
    const ref = made.basket?.ref ?? "";
    const known = deployments.basket(ref);
    expect(known?.basket.legs.map(({ side }) => side)).toEqual(["SELL", "SELL"]);
    expect(known?.basket.marginPaise).toBeGreaterThan(100_000_00);
    expect(known?.basket.chargesPaise).toBeGreaterThan(4_000);
    expect(deployments.answerBasket(ref, "declined")?.row.state).toBe("failed");
    expect(deployments.answerBasket(ref, "confirmed")?.row.state).toBe("failed");
    expect(deployments.basket(ref)).toBeNull();
    expect(deployments.answerBasket("unknown-reference-00", "confirmed")).toBeNull();
  });

  it("expires without an answer", () => {
    const made = deployments.create(CLIENT, key(), request());
    run(16 * 60, 60);
    expect(read(made.id)).toMatchObject({ state: "failed", by: "provider" });
    expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")).toBeNull();
  });

  it("rejects a live start without sufficient funds", () => {
    const made = deployments.create(CLIENT, key(), request({ mode: "live", multiplier: 20 }));
    expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")?.refused).toMatch(
      /available margin is less/,
    );
    expect(read(made.id).state).toBe("awaiting_order_window");
  });
});

describe("trading by a deployment", () => {
  it("opens positions by its rules, with charges and a result that match its trades", () => {
    const id = begin();
    run(5);
    const detail = read(id);
    expect(detail.positions.map(({ quantity }) => quantity)).toEqual([-65, -65]);
    const trades = broker.orders.trades(CLIENT, { deploymentId: id, limit: 50 });
    const cash = trades.reduce(
      (sum, { side, quantity, price_paise }) => sum + (side === "BUY" ? -1 : 1) * quantity * price_paise,
      0,
    );
    const charges = trades.reduce((sum, { charges_paise }) => sum + charges_paise, 0);
    const open = detail.positions.reduce(
      (sum, { quantity, lastPaise }) => sum + quantity * (lastPaise ?? 0),
      0,
    );
    const fee = Math.round(
      (catalogue.strategies.find((one) => one.id === STRADDLE)?.fee.monthlyRupees ?? 0) * 118,
    );
    expect(fee).toBeGreaterThan(0);
    expect(detail.result).toMatchObject({
      totalPaise: cash + open - charges - fee,
      chargesPaise: charges,
      feesPaise: fee,
      tradesToday: trades.length,
      openedToday: 1,
    });
    expect(
      broker.orders.list(CLIENT, { limit: 9 }).every(({ intent }) => intent?.startsWith("Sold at 09:20")),
    ).toBe(true);
  });

  it("closes its positions by its rules, and trades again in the next session", () => {
    const id = begin();
    run(6 * 3_600, 15);
    expect(read(id).positions).toEqual([]);
    run(1_800, 15);
    expect(broker.orders.list(CLIENT, { deploymentId: id, limit: 50 }).length).toBeGreaterThan(4);
    expect(read(id).state).toBe("active");
  });

  it("takes place only in exchange hours if the market is configured for them", () => {
    build("exchange");
    const id = begin();
    run(600, 60);
    expect(broker.orders.list(CLIENT, { limit: 5 })).toEqual([]);
    setNow("2026-11-18T09:19:00+05:30");
    run(120, 5);
    const [first] = broker.orders.list(CLIENT, { deploymentId: id, limit: 5 }).reverse();
    expect(new Date((first?.created_at ?? 0) + 19_800_000).toISOString()).toMatch(/T09:20/);
    setNow("2026-11-18T15:04:00+05:30");
    run(180, 5);
    expect(read(id).positions).toEqual([]);
  });

  it("pays the monthly fee on its first trading day of each month", () => {
    build("exchange");
    const id = begin();
    const monthly = catalogue.strategies.find((one) => one.id === STRADDLE)?.fee.monthlyRupees ?? 0;
    run(5);
    expect(read(id).fees.map(({ amountPaise }) => amountPaise)).toEqual([feeWithGstPaise(monthly)]);
    setNow("2026-11-30T10:00:00+05:30");
    run(5);
    expect(read(id).fees).toHaveLength(1);
    for (const day of ["2026-12-01", "2026-12-02", "2026-12-31"]) {
      setNow(`${day}T10:00:00+05:30`);
      run(5);
    }
    const detail = read(id);
    expect(detail.fees.map(({ at }) => at.slice(0, 10))).toEqual(["2026-11-17", "2026-12-01"]);
    const ledger = broker.ledger.of(`paper:${id}`);
    const balance = ledger.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
    const held = detail.positions.reduce(
      (sum, { quantity, lastPaise }) => sum + quantity * (lastPaise ?? 0),
      0,
    );
    expect(detail.result?.totalPaise).toBe(balance + held - detail.capitalRupees * 100);
  });

  it("pays no fee between a halt by the manager and the resume", () => {
    const id = begin({ startOn: "2026-11-18" });
    runner.halt(STRADDLE, "manager", "Halted.");
    setNow("2026-12-01T10:00:00+05:30");
    run(5);
    expect(read(id).fees).toEqual([]);
    act(id, "resume");
    run(5);
    expect(read(id).fees).toHaveLength(1);
  });

  it.each(["suspended", "withdrawn"] as const)("pays no fee while %s after the client paused it", (state) => {
    const id = begin({ startOn: "2026-11-18" });
    act(id, "pause");
    const { status, ...document } = catalogue.strategies.find((one) => one.id === STRADDLE) ?? {};
    const changed = JSON.stringify({ ...document, status: { ...status, state } });
    db.prepare("UPDATE strategies SET document = ? WHERE id = ?").run(changed, STRADDLE);
    applyCatalogueChanges(db, broker, rows);
    setNow("2026-12-01T10:00:00+05:30");
    run(5);
    expect(read(id)).toMatchObject({ state: "paused", by: "trader", fees: [] });
  });

  it("pays no fee for a paused algo whose new version lacks the client's consent", () => {
    const id = begin({ startOn: "2026-11-18" });
    act(id, "pause");
    rows.setNewVersion(id, "9.0");
    setNow("2026-12-01T10:00:00+05:30");
    run(5);
    expect(read(id).fees).toEqual([]);
  });

  it("pays the fee while only the client has paused it", () => {
    const id = begin({ startOn: "2026-11-18" });
    act(id, "pause");
    setNow("2026-12-01T10:00:00+05:30");
    run(5);
    expect(read(id).fees).toHaveLength(1);
  });

  it("opens no position before its start day or on unselected weekdays", () => {
    const later = begin({ startOn: "2026-11-19" });
    const never = begin({ strategyId: SEEDLING, days: ["Mon"] });
    run(30);
    expect(read(later).result).toBeNull();
    // The deployment has not traded, so at most the manager's fee is booked.
    const { chargesPaise = 0, totalPaise = 0, feesPaise = 0 } = read(never).result ?? {};
    expect([chargesPaise, totalPaise]).toEqual([0, feesPaise === 0 ? 0 : -feesPaise]);
    expect(read(later).outlook).toBe("Starts on 2026-11-19.");
  });

  it("has no rejected order in a session, for every open algo at its minimum amount", {
    timeout: 120_000,
  }, () => {
    const open = catalogue.strategies.filter(({ status }) => status.state === "open");
    const ids = open.map((strategy, index) => {
      const client = `client-${Math.floor(index / 20)}`;
      controls.acknowledgeRisk(client, "v1");
      return { client, id: begin({ strategyId: strategy.id }, client), strategy };
    });
    run(375 * 60, 60);
    const traded = new Set<string>();
    for (const { client, id, strategy } of ids) {
      const orders = broker.orders.list(client, { deploymentId: id, limit: 500 });
      expect(
        orders.filter(({ status }) => status === "REJECTED").map(({ reason }) => `${strategy.id}: ${reason}`),
      ).toEqual([]);
      expect(["active", "paused"]).toContain(read(id, client).state);
      if (orders.length > 0) traded.add(strategy.id);
    }
    // Breakouts, falls and expiry days do not occur in every session.
    expect(traded.size).toBeGreaterThan(open.length * 0.35);
  });
});
