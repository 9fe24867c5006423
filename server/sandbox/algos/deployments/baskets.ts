// Orders that a deployment would send now, with their margin and cost: the content of the order window.

import type { Basket, BasketLeg } from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { orderWindowText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import type { Broker } from "../../broker/broker.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { Plan } from "../catalogue/plans.ts";
import { computeRequiredMargin } from "../playbooks/required-margin.ts";
import { deploymentAccount } from "./deployment-orders.ts";
import { type DeploymentRow, parseTerms } from "./deployment-rows.ts";
import type { Runner } from "./runner.ts";

export function buildBasket(
  { broker, runner }: { broker: Broker; runner: Runner },
  row: DeploymentRow,
  { strategy, plan }: { strategy: Strategy; plan: Plan | null },
): Basket {
  const decisions = plan === null ? [] : runner.openingDecisions(row, plan);
  const legs = decisions.flatMap((decision) => (decision.do === "open" ? decision.legs : []));
  const { multiplier } = parseTerms(row);
  const atMs = broker.now();
  const { market } = broker;
  const required =
    plan === null
      ? null
      : computeRequiredMargin({ plan, market, atMs, multiplier, capitalRupees: row.capital_rupees });
  const orders = broker.pricing.legOrders(legs);
  const exits = broker.pricing.legOrders(legs.map((leg) => ({ ...leg, quantity: -leg.quantity })));
  return {
    legs: legs.map(({ instrument, quantity, product }) => basketLeg(broker, instrument, quantity, product)),
    marginPaise: required?.marginPaise ?? strategy.minimum.marginRupees * multiplier * 100,
    ordersMarginPaise: broker.peakMargin(null, orders),
    chargesPaise: sumCharges(orders),
    roundTripChargesPaise: sumCharges([...orders, ...exits]),
    availablePaise: broker.funds(deploymentAccount(row)).availablePaise,
    note: legs.length === 0 ? text.noneSentNow : text.sentNowMeans,
    asOf: new Date(atMs).toISOString(),
  };
}

export function sumCharges(orders: readonly { chargesPaise: number }[]): number {
  return orders.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0);
}

/** Converts an order to a leg of the basket. `signed` is the quantity, negative for a sale. */
export function basketLeg(
  broker: Broker,
  instrument: MarketInstrument,
  signed: number,
  product: string,
): BasketLeg {
  return {
    symbol: instrument.symbol,
    side: signed > 0 ? "BUY" : "SELL",
    quantity: Math.abs(signed),
    product,
    pricePaise: broker.market.quote(instrument, broker.now()).lastPaise,
  };
}
