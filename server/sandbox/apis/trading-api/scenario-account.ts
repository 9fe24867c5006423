// Initial holdings and positions of a scenario's account.

import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { Scenario } from "../../../../app/contract/trading-api/scenario.ts";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { OpeningHolding } from "../login/opening-account.ts";
import { fieldFault, type ScenarioInstruments } from "./scenario-instruments.ts";
import { toPaise } from "./wire-format.ts";

const POSITION_INTENT = "Held when the scenario starts";

type Position = {
  instrument: MarketInstrument;
  product: OrderProduct;
  /** Signed quantity; negative for a short position. */
  quantity: number;
  pricePaise: number;
};

/** Parses the holdings of a scenario. Throws ApiFault for an instrument that is not a share. */
export function readHoldings(
  requested: NonNullable<Scenario["holdings"]>,
  instruments: ScenarioInstruments,
  broker: Broker,
): OpeningHolding[] {
  return requested.map(({ instrument: named, quantity, price }, index) => {
    const field = `holdings.${index}`;
    const instrument = instruments.find(named, `${field}.instrument`);
    if (!isShare(instrument)) throw fieldFault(`${field}.instrument`, "holdings must be shares");
    return { instrument, quantity, pricePaise: readPricePaise(broker, instrument, price, field) };
  });
}

/** Parses the positions of a scenario. Throws ApiFault for an invalid instrument, product or quantity. */
export function readPositions(
  requested: NonNullable<Scenario["positions"]>,
  instruments: ScenarioInstruments,
  broker: Broker,
): Position[] {
  return requested.map(({ instrument: named, productType, quantity, price }, index) => {
    const field = `positions.${index}`;
    const instrument = instruments.find(named, `${field}.instrument`);
    if (instrument.kind === "INDEX")
      throw fieldFault(`${field}.instrument`, "an index itself cannot be traded");
    if (productType === "MARGIN" && isShare(instrument))
      throw fieldFault(`${field}.productType`, "MARGIN is for derivatives; use INTRADAY for shares");
    if (quantity % instrument.lotSize !== 0)
      throw fieldFault(`${field}.quantity`, `must be a multiple of the lot size (${instrument.lotSize})`);
    const pricePaise = readPricePaise(broker, instrument, price, field);
    return { instrument, product: productType, quantity, pricePaise };
  });
}

const isShare = ({ exchangeSegment }: MarketInstrument) => exchangeSegment.endsWith("_EQ");

/** Returns the price of the request, or the last price, in paise. */
function readPricePaise(
  broker: Broker,
  instrument: MarketInstrument,
  rupees: number | undefined,
  field: string,
): number {
  if (rupees === undefined) return broker.market.quote(instrument, broker.now()).lastPaise;
  const paise = toPaise(rupees);
  if (paise <= 0 || paise % instrument.tickPaise !== 0)
    throw fieldFault(
      `${field}.price`,
      `must be a multiple of the tick size (₹${instrument.tickPaise / 100})`,
    );
  return paise;
}

/** Books positions: intraday positions now, overnight positions at the end of the previous session. */
export function openPositions(
  broker: Broker,
  holder: { clientId: string; account: string },
  positions: readonly Position[],
): void {
  const now = broker.now();
  broker.run(() => {
    for (const { instrument, product, quantity, pricePaise } of positions)
      broker.orders.addOpening(
        {
          client_id: holder.clientId,
          account: holder.account,
          deployment_id: null,
          leg: null,
          instrument: instrument.key,
          symbol: instrument.symbol,
          side: quantity > 0 ? "BUY" : "SELL",
          product,
          quantity: Math.abs(quantity),
          price_paise: pricePaise,
          intent: POSITION_INTENT,
        },
        { at: product === "INTRADAY" ? now : lastSessionBefore(broker, instrument, now), bookedAt: now },
      );
  });
}

/** Returns the time one minute before the end of the last session on an earlier day, epoch ms. */
function lastSessionBefore({ market }: Broker, { exchangeSegment }: MarketInstrument, nowMs: number): number {
  return (market.paths.lastCloseBefore(exchangeSegment, nowMs) ?? nowMs) - MINUTE_MS;
}
