// Why the broker does not take an order: what is wrong with it, or what the account cannot carry.
import { isTrading } from "../../../app/wire/market-sessions.ts";
import type { Broker, NetPosition, PlaceRequest } from "./broker.ts";
import type { OrderRow } from "./order-book.ts";

const PRICE_BAND = 0.2;

/** Why the order cannot be taken, in a sentence; null when it can. */
export function refusalOf(
  broker: Broker,
  request: PlaceRequest & { changed?: OrderRow; isAfterMarket?: boolean },
): string | null {
  const { instrument, quantity, side, product } = request;
  const now = broker.now();
  if (instrument.kind === "INDEX") return "An index itself cannot be traded.";
  if (quantity <= 0 || quantity % instrument.lotSize !== 0)
    return `The quantity must be a multiple of the lot, ${instrument.lotSize}.`;
  if (instrument.option !== null && (product === "CNC" || product === "MTF"))
    return "Options are not held for delivery.";
  const isAfterMarket = request.api?.isAfterMarket ?? request.isAfterMarket ?? false;
  if (!isAfterMarket && !isTrading(broker.market.session(instrument.exchangeSegment, now)))
    return "The market is closed.";
  const last = broker.market.quote(instrument, now).lastPaise;
  if (request.limitPaise !== null) {
    if (request.limitPaise <= 0 || request.limitPaise % instrument.tickPaise !== 0)
      return `The price must be a multiple of the tick, ${instrument.tickPaise / 100} rupees.`;
    if (instrument.option === null && Math.abs(request.limitPaise / last - 1) > PRICE_BAND)
      return "The price is outside of the day's band of 20 per cent.";
  }
  const positions = broker.positions({ account: request.account });
  const { deploymentId } = request;
  const ownPositions = deploymentId === null ? positions : broker.positions({ deploymentId });
  const own = ownPositions.find((p) => p.instrument === instrument.key && p.product === product);
  const signed = side === "BUY" ? quantity : -quantity;
  const reduces =
    own !== undefined &&
    Math.sign(own.quantity) === -Math.sign(signed) &&
    Math.abs(signed) <= Math.abs(own.quantity);
  if (reduces) return null;
  if ((product === "CNC" || product === "MTF") && side === "SELL")
    return "There are not as many shares to sell for delivery.";
  if (broker.isKilled(request.clientId)) return "The kill switch is on: nothing new is opened.";
  return shortfall(broker, request, positions, signed);
}

function shortfall(
  broker: Broker,
  request: PlaceRequest & { changed?: OrderRow },
  positions: NetPosition[],
  signed: number,
): string | null {
  const { instrument, product, changed } = request;
  // An order that is changed does not wait beside itself.
  const others = broker.book.open({ account: request.account }).filter(({ id }) => id !== changed?.id);
  const waiting = others.map((row) => ({
    instrument: row.instrument,
    product: row.product,
    quantity: (row.side === "BUY" ? 1 : -1) * (row.quantity - row.filled),
    deploymentId: row.deployment_id,
  }));
  const added = { instrument: instrument.key, product, quantity: signed };
  const value = Math.abs(signed) * broker.market.fairPrice(instrument, broker.now()) * 100;
  const costs = broker.chargesFor(instrument, product, request.side, Math.round(value));
  const funds = broker.funds(request.account);
  const after = broker.marginFor(broker.held(netted([...positions, ...waiting, added])));
  if (after + costs > funds.balancePaise && after > funds.blockedPaise)
    return `Not enough funds: ${rupees(after + costs)} would be needed, ${rupees(funds.balancePaise)} are there.`;
  if (request.capPaise === null || request.deploymentId === null) return null;
  const own = broker.positions({ deploymentId: request.deploymentId });
  const ownWaiting = waiting.filter(({ deploymentId }) => deploymentId === request.deploymentId);
  const ownAfter = broker.marginFor(broker.held(netted([...own, ...ownWaiting, added])));
  const ownBefore = broker.marginFor(broker.held(own));
  return ownAfter > request.capPaise && ownAfter > ownBefore
    ? `More than this deployment's capital: ${rupees(ownAfter)} would be needed, ${rupees(request.capPaise)} are set aside.`
    : null;
}

function netted(parts: readonly Pick<NetPosition, "instrument" | "quantity" | "product">[]) {
  const net = new Map<string, Pick<NetPosition, "instrument" | "quantity" | "product">>();
  for (const { instrument, product, quantity } of parts) {
    const name = `${instrument} ${product}`;
    net.set(name, { instrument, product, quantity: quantity + (net.get(name)?.quantity ?? 0) });
  }
  return [...net.values()];
}

function rupees(paise: number): string {
  return `₹${Math.ceil(paise / 100).toLocaleString("en-IN")}`;
}
