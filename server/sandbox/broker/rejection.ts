// Checks of the broker before it accepts an order: exchange rules, positions and funds of the account.

import { isTrading } from "../../../app/domain/market-sessions.ts";
import { rupeesText } from "../rupees.ts";
import type { Broker } from "./broker.ts";
import { findExchangeRejection, hasSquareOffStarted } from "./exchange-rules.ts";
import type { OrderToCheck, Rejection } from "./order-request.ts";
import type { OrderRow } from "./order-rows.ts";
import type { NetPosition } from "./position.ts";
import { RESTING_LIMITS } from "./resting-orders.ts";

/** Returns why the exchange or the broker rejects the order; null if it is accepted. */
export function findRejection(broker: Broker, request: OrderToCheck): Rejection | null {
  const { instrument, side, product, quantity, changed } = request;
  const now = broker.now();
  const isAfterMarket = request.api?.isAfterMarket ?? request.isAfterMarket ?? false;
  const refused = findExchangeRejection(
    broker.market,
    {
      instrument,
      side,
      product,
      quantity,
      limitPaise: request.limitPaise,
      triggerPaise: request.api?.triggerPaise ?? request.triggerPaise ?? null,
      isAfterMarket,
    },
    now,
  );
  if (refused !== null) return refused;
  const limited = changed === undefined ? restingLimitRejection(broker, request) : null;
  if (limited !== null) return limited;
  const open = quantity - (changed?.filled ?? 0);
  const closable = closableQuantity(broker, request);
  if (open <= closable) return null;
  if (side === "SELL" && (product === "CNC" || product === "MTF"))
    return {
      cause: "HOLDINGS",
      text:
        closable === 0
          ? "You have no shares to sell for delivery."
          : `Only ${closable} shares can be sold for delivery: the others are missing or in pending orders.`,
    };
  if (side === "SELL" && product === "MARGIN" && instrument.exchangeSegment.endsWith("_EQ"))
    return { cause: "PRODUCT", text: "Shares cannot be sold short in MARGIN. Use INTRADAY." };
  if (product === "INTRADAY") {
    // An after-market order that is placed after the session is sent in the next session. During the session it is sent
    // immediately.
    const isForNextSession =
      isAfterMarket && !isTrading(broker.market.session(instrument.exchangeSegment, now));
    if (hasSquareOffStarted(broker.market, instrument.exchangeSegment, now) && !isForNextSession)
      return {
        cause: "SQUARE_OFF",
        text: "The square-off of intraday positions has started. New INTRADAY positions cannot be opened today.",
      };
  }
  if (broker.isKilled(request.clientId))
    return { cause: "KILL_SWITCH", text: "The kill switch is on. New positions cannot be opened." };
  return shortfall(broker, request);
}

/**
 * Returns why a new order exceeds a limit of pending orders; null if it is within the limits. An order at market or
 * with the validity IOC that only closes a position is never refused, and other closing orders have a reserve, so that
 * positions can be closed even while the sandbox is full.
 */
export function restingLimitRejection(broker: Broker, request: OrderToCheck): Rejection | null {
  const { resting } = broker.orders;
  const isAccountFull = resting.countOf(request.account) >= RESTING_LIMITS.ordersPerAccount;
  if (!isAccountFull && resting.size < RESTING_LIMITS.ordersInTotal) return null;
  const { api, limitPaise, quantity, validity } = request;
  const isImmediate =
    (limitPaise === null || validity === "IOC") &&
    (api?.triggerPaise ?? request.triggerPaise ?? null) === null &&
    api?.isAfterMarket !== true;
  const { ordersInTotal, closingReserve } = RESTING_LIMITS;
  const isInReserve = !isAccountFull && resting.size < ordersInTotal + closingReserve;
  if ((isImmediate || isInReserve) && quantity <= closableQuantity(broker, request)) return null;
  return {
    cause: "ORDER_LIMIT",
    text: isAccountFull
      ? `The account has ${RESTING_LIMITS.ordersPerAccount} pending orders, which is the limit. Cancel some of them first.`
      : "The sandbox has reached its limit of pending orders. Try again later.",
  };
}

/** Returns the quantity of the opposite position that is left for this order to close after other waiting orders. */
function closableQuantity(broker: Broker, request: OrderToCheck): number {
  const { instrument, product, side, deploymentId, account, changed } = request;
  const sign = side === "BUY" ? 1 : -1;
  const heldIn = (positions: readonly NetPosition[]) => {
    const quantity =
      positions.find((one) => one.instrument === instrument.key && one.product === product)?.quantity ?? 0;
    return Math.max(0, -sign * quantity);
  };
  const waits = (isCounted: (row: OrderRow) => boolean) =>
    broker.orders.resting
      .ofAccount(account)
      .filter(
        (row) =>
          row.id !== changed?.id &&
          row.instrument === instrument.key &&
          row.product === product &&
          row.side === side &&
          isCounted(row),
      )
      .reduce((sum, row) => sum + row.quantity - row.filled, 0);
  const ofAccount = heldIn(broker.positions({ account }));
  const availableInAccount = ofAccount - waits(() => true);
  if (deploymentId !== null) {
    const own =
      heldIn(broker.positions({ deploymentId })) - waits((row) => row.deployment_id === deploymentId);
    return Math.max(0, product === "CNC" || product === "MTF" ? Math.min(own, availableInAccount) : own);
  }
  if (side === "BUY" || ofAccount === 0) return Math.max(0, availableInAccount);
  // Only the algo itself may sell positions of a running algo.
  const running = broker.runningDeployments(account);
  const theirs = running.reduce((sum, id) => sum + heldIn(broker.positions({ deploymentId: id })), 0);
  const mine =
    ofAccount - theirs - waits((row) => row.deployment_id === null || !running.includes(row.deployment_id));
  return Math.max(0, Math.min(availableInAccount, mine));
}

function shortfall(broker: Broker, request: OrderToCheck): Rejection | null {
  const { account, deploymentId, changed } = request;
  const order = broker.pricing.waitingOrder({
    instrument: request.instrument,
    side: request.side,
    product: request.product,
    quantity: request.quantity - (changed?.filled ?? 0),
    pricePaise: broker.pricing.marginPrice({
      ...request,
      triggerPaise: request.api?.triggerPaise ?? request.triggerPaise ?? null,
    }),
  });
  const others = broker.orders.resting.ofAccount(account).filter(({ id }) => id !== changed?.id);
  const { added, availablePaise } = broker.fundsNeededFor(account, others, order);
  if (added > 0 && added > availablePaise)
    return {
      cause: "FUNDS",
      text: `Not enough funds: the order requires ${sufficient(added)}, and ${sufficient(Math.max(0, availablePaise))} are available.`,
    };
  if (request.capPaise === null || deploymentId === null) return null;
  const own = others.filter((row) => row.deployment_id === deploymentId);
  const after = broker.deploymentMargin(deploymentId, own, [order]);
  return after > request.capPaise && after > broker.deploymentMargin(deploymentId, own, [])
    ? {
        cause: "CAPITAL",
        text: `The order exceeds the deployment's capital: it requires ${sufficient(after)}, and the capital is ${sufficient(request.capPaise)}.`,
      }
    : null;
}

/** Rounds up to whole rupees, so that the stated amount is sufficient. */
const sufficient = (paise: number) => rupeesText(Math.ceil(paise / 100));
