// Requests to the broker, and its answers about positions.
import type { OrderProduct, OrderSide, OrderType } from "../../../app/wire/order.ts";
import type { MagicScenario } from "../../../app/wire/trading-api/scenarios.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { Position } from "./position.ts";

export type PlaceRequest = {
  clientId: string;
  account: string;
  deploymentId: string | null;
  leg: string | null;
  instrument: MarketInstrument;
  side: OrderSide;
  product: OrderProduct;
  quantity: number;
  /** Null: at the market, as a limit order with price protection. */
  limitPaise: number | null;
  /** Not sent before this price has traded. */
  triggerPaise?: number | null;
  validity: "DAY" | "IOC";
  intent: string | null;
  correlationId: string | null;
  /** Most margin that the deployment's own positions may use; null for no limit. */
  capPaise: number | null;
  /** Additional fields of the trading API: requested type, trigger, waiting for the opening, and its own data. */
  /** Given beforehand: an id that a client knows already. */
  id?: string;
  api?: {
    type: OrderType;
    triggerPaise: number | null;
    isAfterMarket: boolean;
    /** Scenario of a client that tests. */
    scenario: MagicScenario | null;
    document: string;
  };
};
export type OrderChange = {
  quantity: number;
  /** Null: at the market. */
  limitPaise: number | null;
  triggerPaise: number | null;
  type: OrderType;
  validity: "DAY" | "IOC";
  document: string;
};

export type NetPosition = Position;
