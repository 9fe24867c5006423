// What the broker is asked for, and what it says is held.
import type { OrderProduct, OrderSide, OrderType } from "../../../app/wire/order.ts";
import type { MagicScenario } from "../../../app/wire/trading-api/scenarios.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";

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
  validity: "DAY" | "IOC";
  intent: string | null;
  correlationId: string | null;
  /** What the deployment's own positions may block; null for none. */
  capPaise: number | null;
  /** What the trading API has beside: the type asked for, a trigger, waiting for the opening, and what it keeps. */
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

export type NetPosition = {
  instrument: string;
  symbol: string;
  product: OrderProduct;
  quantity: number;
  /** Signed cash of all its trades, charges apart: what was received less what was paid. */
  cashPaise: number;
  chargesPaise: number;
  lastAt: number;
};
