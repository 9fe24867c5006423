// Control of a deployment: every way to pause and stop it, risk limits, restarts, the kill switch, new versions.

import { describe, expect, it } from "vitest";
import {
  act,
  BUSY,
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
  pass,
  placeOrder,
  read,
  request,
  rows,
  run,
  runner,
  SEEDLING,
  STRADDLE,
} from "../../../../tests/support/deployment-rig.ts";
import { Conflict } from "../../refusal.ts";
import { IDEMPOTENCY_LIMITS } from "../../store/idempotency-keys.ts";
import { seedCatalogue } from "../catalogue/seed-catalogue.ts";
import { applyCatalogueChanges } from "./version-difference.ts";

openDeployments();

describe("actions on a deployment", () => {
  it("pausing prevents new positions, and open positions are still managed", () => {
    const id = begin();
    run(3);
    expect(act(id, "pause")).toMatchObject({ state: "paused", by: "trader" });
    run(6 * 3_600, 15);
    expect(read(id).positions).toEqual([]);
    const { length } = broker.orders.list(CLIENT, { limit: 50 });
    run(3_600, 15);
    expect(broker.orders.list(CLIENT, { limit: 50 })).toHaveLength(length);
    expect(act(id, "resume")?.state).toBe("active");
  });

  it("exiting sends the previewed orders and leaves the deployment paused", () => {
    const id = begin();
    run(3);
    const preview = deployments.preview(CLIENT, id, "exit");
    expect(preview?.sends.map(({ side, quantity }) => `${side} ${quantity}`)).toEqual(["BUY 65", "BUY 65"]);
    // Two orders cost at least twice the brokerage of ₹20.
    expect(preview?.chargesPaise).toBeGreaterThan(2 * 20_00);
    expect(act(id, "exit")).toMatchObject({ state: "exiting", exitTo: "paused" });
    run(3);
    expect(read(id)).toMatchObject({ state: "paused", positions: [] });
    expect(events(id)).toEqual([
      "requested by trader",
      "prepared by provider",
      "confirmed by trader",
      "fee_booked by provider",
      "exit by trader",
      "flat by provider",
    ]);
  });

  it("stopping without open positions takes effect immediately", () => {
    const id = begin({ startOn: "2026-11-19" });
    expect(act(id, "stop")?.state).toBe("stopped");
    expect(() => act(id, "resume")).toThrow(Conflict);
  });

  it("handing positions over to the client leaves them open and sends no more orders", () => {
    const id = begin();
    run(3);
    expect(act(id, "hand_over")?.state).toBe("stopped");
    const { length } = broker.orders.list(CLIENT, { limit: 50 });
    run(3 * 3_600, 60);
    expect(broker.orders.list(CLIENT, { limit: 50 })).toHaveLength(length);
    expect(read(id).positions).toHaveLength(2);
  });

  it("a request with a repeated key is applied only once", () => {
    const id = begin();
    run(3);
    deployments.act(CLIENT, id, "one-act-key", { verb: "pause", note: "n" });
    act(id, "resume");
    expect(deployments.act(CLIENT, id, "one-act-key", { verb: "pause", note: "n" })?.state).toBe("active");
  });

  it("a key of another deployment is rejected", () => {
    const [one, other] = [begin(), begin({ strategyId: SEEDLING })];
    deployments.act(CLIENT, one, "one-act-key", { verb: "pause", note: "n" });
    expect(() => deployments.act(CLIENT, other, "one-act-key", { verb: "pause", note: "n" })).toThrow(
      Conflict,
    );
  });

  it("the key of an action is removed after 24 hours", () => {
    const id = begin();
    const stored = () => db.prepare("SELECT 1 FROM deployment_actions").all().length;
    act(id, "pause");
    pass(IDEMPOTENCY_LIMITS.storedForMs);
    act(id, "resume");
    expect(stored()).toBe(2);
    pass(1);
    act(id, "pause");
    expect(stored()).toBe(2);
  });

  it("no call finds the deployment of another client", () => {
    const id = begin();
    expect(deployments.detail(OTHER, id)).toBeNull();
    expect(deployments.act(OTHER, id, key(), { verb: "stop", note: null })).toBeNull();
    expect(deployments.preview(OTHER, id, "stop")).toBeNull();
    expect(
      deployments.consentToVersion(OTHER, id, { version: "9.0", text: "x", textVersion: "1" }),
    ).toBeNull();
    expect(deployments.list(OTHER)).toEqual([]);
    expect(read(id).state).toBe("active");
  });

  it("a halt by the exchange pauses a deployment, which does not resume on its own", () => {
    const id = begin();
    runner.halt(STRADDLE, "exchange", "Algo id blocked.");
    expect(read(id)).toMatchObject({ state: "paused", by: "exchange", reason: "Algo id blocked." });
    run(60);
    expect(read(id).state).toBe("paused");
  });
});

describe("risk limits", { timeout: 60_000 }, () => {
  /** Runs until a scalper deployment without risk limits has lost this many rupees. */
  function runUntilLoss(rupees: number): void {
    const id = begin({ strategyId: BUSY, mode: "live" });
    for (let minute = 0; minute < 600; minute += 1) {
      run(60, 5);
      if ((read(id).result?.totalPaise ?? 0) <= -rupees * 100) return;
    }
    throw new Error("the scalper never lost this much");
  }

  it("the daily loss limit squares off and pauses, and does so again after a resume", () => {
    const id = begin({ strategyId: BUSY, guards: { lossPerDayRupees: 100 } });
    runUntilLoss(250);
    const detail = read(id);
    expect(detail).toMatchObject({ state: "paused", positions: [] });
    expect(events(id)).toContain("exit by guard");
    expect(detail.events.find(({ by }) => by === "guard")?.reason).toMatch(
      /Today's loss reached the daily loss limit of ₹100/,
    );
    act(id, "resume");
    run(3);
    expect(read(id).state).toBe("paused");
  });

  it("the total loss limit stops the deployment permanently", () => {
    const id = begin({ strategyId: BUSY, guards: { lossInAllRupees: 100 } });
    runUntilLoss(250);
    expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
  });

  it("the limit on trades per day prevents further entries", () => {
    const id = begin({ strategyId: BUSY, guards: { tradesPerDay: 2 } });
    run(3 * 3_600, 5);
    expect(read(id).result?.openedToday).toBe(2);
    expect(events(id)).toContain("trades_reached by guard");
    expect(read(id).state).toBe("active");
  });

  it("the total loss limit stops the deployment after a restart too", () => {
    const id = begin({ strategyId: BUSY, guards: { lossInAllRupees: 100 } });
    run(3);
    build();
    runUntilLoss(250);
    expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
  });
});

it("attributes a stop to the trader, and the final flat event to the provider", () => {
  const id = begin();
  run(3);
  act(id, "stop");
  run(3);
  expect(read(id)).toMatchObject({ state: "stopped", by: "trader" });
  expect(events(id).at(-1)).toBe("flat by provider");
});

it("continues the open position after a restart without opening another one", () => {
  const id = begin();
  run(3);
  const before = broker.orders.list(CLIENT, { limit: 50 }).length;
  build();
  run(30);
  expect(broker.orders.list(CLIENT, { limit: 50 })).toHaveLength(before);
  act(id, "stop");
  run(3);
  expect(read(id)).toMatchObject({ state: "stopped", positions: [] });
});

describe("the kill switch", () => {
  it("stops all deployments, closes positions, and blocks new deployments for the day", () => {
    const one = begin();
    const two = begin({ strategyId: SEEDLING });
    const waiting = deployments.create(CLIENT, key(), request({ strategyId: "strong-pair" }));
    const others = begin({}, OTHER);
    run(3);
    expect(controls.setKillSwitch(CLIENT, true).isActive).toBe(true);
    run(5);
    expect(read(one)).toMatchObject({ state: "stopped", positions: [] });
    expect(read(two)).toMatchObject({ state: "stopped", positions: [] });
    expect(read(waiting.id).state).toBe("failed");
    expect(read(others, OTHER).state).toBe("active");
    expect(() => deployments.create(CLIENT, key(), request())).toThrow(/kill switch/);
    expect(() => controls.setKillSwitch(CLIENT, false)).toThrow(/cannot be lifted today/);
    pass(24 * 3_600_000);
    expect(controls.setKillSwitch(CLIENT, false).isActive).toBe(false);
    run(5);
    expect(read(one).state).toBe("stopped");
  });

  it("cancels the client's own pending orders unless they only close a position", () => {
    const share = { deploymentId: null, instrument: "NSE_EQ:1333", product: "INTRADAY" } as const;
    const last = broker.lastPaise("NSE_EQ:1333") ?? 0;
    const at = (times: number) => 10 * Math.round((last * times) / 10);
    // Opens the account.
    controls.funds(CLIENT);
    placeOrder({ ...share, side: "BUY", quantity: 10 });
    run(5);
    placeOrder({ ...share, side: "BUY", quantity: 10, limitPaise: at(0.97) });
    placeOrder({ ...share, side: "SELL", quantity: 10, limitPaise: at(1.03) });
    placeOrder({ ...share, side: "SELL", quantity: 10, limitPaise: at(1.04) });
    controls.setKillSwitch(CLIENT, true);
    const orders = broker.orders.list(CLIENT, { limit: 10 });
    expect(orders.map(({ side, price_paise, status }) => [side, price_paise, status]).slice(0, 3)).toEqual([
      ["SELL", at(1.04), "CANCELLED"],
      ["SELL", at(1.03), "PENDING"],
      ["BUY", at(0.97), "CANCELLED"],
    ]);
  });

  it("cancels the client's own order that would only close an algo's position", () => {
    begin({ mode: "live" });
    run(5);
    const [{ instrument = "", product = "MARGIN" } = {}] = broker.positions({ account: `live:${CLIENT}` });
    const limitPaise = 5 * Math.round((broker.lastPaise(instrument) ?? 0) * 0.18);
    placeOrder({ deploymentId: null, instrument, product, side: "BUY", quantity: 65, limitPaise });
    controls.setKillSwitch(CLIENT, true);
    expect(broker.orders.open({ account: `live:${CLIENT}` }).map(({ quantity }) => quantity)).toEqual([]);
  });
});

/** Publishes version 9.0 of the straddle, which does one thing more. */
function publishVersion(): void {
  const strategies = catalogue.strategies.map((strategy) =>
    strategy.id === STRADDLE
      ? { ...strategy, version: "9.0", howItWorks: [...strategy.howItWorks, "It does one thing more."] }
      : strategy,
  );
  seedCatalogue(db, { ...catalogue, version: "next", strategies });
  applyCatalogueChanges(db, broker, rows);
}

describe("a new version of a deployed algo", () => {
  it("pauses the deployment until the client consents to the changes and resumes it", () => {
    const id = begin({ startOn: "2026-11-18" });
    publishVersion();
    expect(read(id)).toMatchObject({ state: "paused", by: "manager", newVersion: "9.0" });
    expect(() => act(id, "resume")).toThrow(/needs your consent/);
    expect(deployments.difference(CLIENT, id)?.changes).toMatchObject([{ what: "How it works" }]);
    deployments.consentToVersion(CLIENT, id, { version: "9.0", text: "I consent to 9.0.", textVersion: "2" });
    expect(read(id)).toMatchObject({ state: "paused", version: "9.0", newVersion: null });
    expect(read(id).consent).toMatchObject({ version: "9.0", textVersion: "2" });
    expect(act(id, "resume")?.state).toBe("active");
  });

  it("needs no consent when the deployment has ended", () => {
    const id = begin({ startOn: "2026-11-18" });
    publishVersion();
    act(id, "stop");
    expect(read(id)).toMatchObject({ state: "stopped", newVersion: null });
    const consent = { version: "9.0", text: "I consent to 9.0.", textVersion: "2" };
    expect(() => deployments.consentToVersion(CLIENT, id, consent)).toThrow(/has ended/);
    expect(read(id).version).not.toBe("9.0");
  });
});

describe("an algo that changes between the consent and the order confirmation", () => {
  it("is not deployed if a new version was published", () => {
    const { id, basket } = deployments.create(CLIENT, key(), request());
    publishVersion();
    expect(deployments.answerBasket(basket?.ref ?? "", "confirmed")?.refused).toMatch(/^Version 9.0 was/);
    expect(read(id).state).toBe("awaiting_order_window");
  });

  it.each(["suspended", "withdrawn"] as const)("is not deployed if the manager has %s it", (state) => {
    const { id, basket } = deployments.create(CLIENT, key(), request());
    const { status, ...document } = catalogue.strategies.find((one) => one.id === STRADDLE) ?? {};
    db.prepare("UPDATE strategies SET document = ? WHERE id = ?").run(
      JSON.stringify({ ...document, status: { ...status, state } }),
      STRADDLE,
    );
    applyCatalogueChanges(db, broker, rows);
    expect(deployments.answerBasket(basket?.ref ?? "", "confirmed")?.refused).toBe(
      `The manager has ${state} this algo.`,
    );
    expect(read(id).state).toBe("awaiting_order_window");
  });
});
