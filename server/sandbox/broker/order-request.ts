// What the broker is asked for, and what it says is held.
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
  /** What the deployment's own positions may block; null for none. */
  capPaise: number | null;
  /** What the trading API has beside: the type asked for, a trigger, waiting for the opening, and what it keeps. */
  /** Given beforehand: an id that a client knows already. */
  id?: string;
  api?: {
    type: OrderType;
    triggerPaise: number | null;
    isAfterMarket: boolean;
    /** What a client under test asked for. */
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
