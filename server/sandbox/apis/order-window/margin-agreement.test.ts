// Consistent margin: an algo's page, the order window, the margin calculator and the order check use the same value to
// the paisa.
import { beforeEach, describe, expect, it } from "vitest";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import {
  begin,
  broker,
  CLIENT,
  catalogue,
  controls,
  db,
  deployments,
  events,
  key,
  openDeployments,
  request,
  runner,
  STRADDLE,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { readPlan } from "../../algos/catalogue/strategy-rows.ts";
import { strategyMargin } from "../../algos/deployments/strategy-margin.ts";
import { computeRequiredMargin } from "../../algos/playbooks/required-margin.ts";
import type { OrderLeg } from "../../algos/rules/rule.ts";
import { liveAccount } from "../../broker/broker.ts";
import { fundHandlers } from "../trading-api/fund-handlers.ts";
import type { HandlerContext } from "../trading-api/handler-context.ts";

openDeployments();
beforeEach(() => setNow(`${DAY}T11:00:00+05:30`));

const DAY = "2026-11-19";
const open = catalogue.strategies.filter(({ status }) => status.state === "open");

function page(strategy: Pick<Strategy, "id" | "version">) {
  return strategyMargin(db, broker.market, strategy, broker.now());
}

/** Returns the margin calculator's result for legs at market. */
function calculated(legs: readonly OrderLeg[]): number {
  const context: HandlerContext = {
    db,
    directory: db,
    broker,
    controls,
    accountOf: liveAccount,
    pause: async () => {},
    realNow: broker.now,
  };
  const answer = fundHandlers(context).calculateMultiMargin({
    client: { id: CLIENT, name: "A client" } as never,
    account: liveAccount(CLIENT),
    accessToken: "",
    path: undefined,
    query: undefined,
    body: {
      scripList: legs.map(({ instrument, quantity, product }) => ({
        exchangeSegment: instrument.exchangeSegment as "NSE_FNO",
        securityId: instrument.securityId,
        transactionType: quantity > 0 ? "BUY" : "SELL",
        quantity: Math.abs(quantity),
        productType: product,
        price: 0,
      })),
    },
  });
  return Math.round(answer.totalMargin * 100);
}

function legsOf({ id, version }: Strategy): OrderLeg[] {
  const plan = readPlan(db, id, version);
  const required = plan && computeRequiredMargin({ plan, market: broker.market, atMs: broker.now() });
  if (!required) throw new Error(`${id}: no position`);
  return required.legs;
}

it.each(open.map((strategy) => [strategy.id, strategy] as const))(
  "algo page, order window and margin calculator show the same margin for %s",
  (_, strategy) => {
    const displayedPage = page(strategy);
    expect(displayedPage.marginPaise).toBeGreaterThan(0);
    // Computes the peak margin while the legs are added one after the other.
    const legs = legsOf(strategy);
    const inTurn = legs.map((_, index) => calculated(legs.slice(0, index + 1)));
    expect(Math.max(...inTurn)).toBe(displayedPage.marginPaise);
    const { basket } = deployments.create(CLIENT, key(), request({ strategyId: strategy.id, startOn: DAY }));
    expect(deployments.basket(basket?.ref ?? "")?.basket.marginPaise).toBe(displayedPage.marginPaise);
  },
);

describe("check for sufficient funds", () => {
  /** Places an order for the only leg, from an account with exactly these funds. */
  function placedWith(paise: number, { instrument, quantity, product }: OrderLeg) {
    const account = `live:${key()}`;
    broker.openAccount(account, paise);
    return broker.run(() =>
      broker.place({
        clientId: CLIENT,
        account,
        deploymentId: null,
        leg: null,
        instrument,
        side: quantity > 0 ? "BUY" : "SELL",
        product,
        quantity: Math.abs(quantity),
        limitPaise: null,
        validity: "DAY",
        intent: null,
        correlationId: null,
        capPaise: null,
      }),
    );
  }

  const SINGLE = ["kestrel-morning-range", "updraft-scalp", "tidewater-tick-pull", "prism-order-flow"];
  const single = catalogue.strategies.filter(({ id }) => SINGLE.includes(id));
  it("is tested with all four listed algos that send a single order", () =>
    expect(single).toHaveLength(SINGLE.length));
  it.each(single.map((strategy) => [strategy.id, strategy] as const))(
    "accepts an order of %s at margin plus charges, but not at one paisa less",
    (_, strategy) => {
      const { marginPaise, chargesPaise } = page(strategy);
      const [leg, ...others] = legsOf(strategy);
      if (leg === undefined || others.length > 0) throw new Error("one order is expected");
      const needed = (marginPaise ?? 0) + (chargesPaise ?? 0);
      expect(placedWith(needed - 1, leg)).toMatchObject({
        status: "REJECTED",
        reason: expect.stringMatching(/^Not enough funds/),
      });
      expect(placedWith(needed, leg).status).not.toBe("REJECTED");
    },
  );

  it("makes a deployment skip a position that exceeds its capital", () => {
    const strategy = catalogue.strategies.find(({ id }) => id === STRADDLE);
    if (strategy === undefined) throw new Error("no straddle");
    const ids = [-1, 1].map((more) => {
      const id = begin({ startOn: DAY }, more < 0 ? CLIENT : "1000000002");
      return { id, more };
    });
    const { marginPaise, chargesPaise } = page(strategy);
    const margin = marginPaise ?? 0;
    for (const { id, more } of ids)
      db.prepare("UPDATE deployments SET capital_rupees = ? WHERE id = ?").run(
        more < 0 ? Math.floor((margin - 1) / 100) : Math.ceil((margin + (chargesPaise ?? 0)) / 100),
        id,
      );
    runner.tick();
    const [short, enough] = ids.map(({ id }) => id);
    expect(deployments.detail(CLIENT, short ?? "")?.positions).toEqual([]);
    expect(events(short ?? "")).toContain("passed_by by provider");
    const there = deployments.detail("1000000002", enough ?? "");
    const orders = there?.openOrders.length ?? 0;
    expect(orders + (there?.positions.length ?? 0)).toBe(2);
  });
});
