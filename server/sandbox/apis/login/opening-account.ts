// Initial state of a new developer account: cash, and two holdings bought a week ago, so that every call returns data.
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";

const INITIAL_HOLDINGS = [
  { key: "NSE_EQ:1333", quantity: 50 },
  { key: "NSE_EQ:11536", quantity: 10 },
] as const;
const HOLDING_AGE_MS = 7 * 86_400_000;

export type OpeningHolding = { instrument: MarketInstrument; quantity: number; pricePaise: number };

export function openWithHoldings(
  broker: Broker,
  clientId: string,
  account = liveAccount(clientId),
  {
    fundsPaise = OPENING_BALANCE_PAISE,
    holdings,
  }: { fundsPaise?: number; holdings?: readonly OpeningHolding[] } = {},
): void {
  const at = broker.now() - HOLDING_AGE_MS;
  broker.run(() => {
    for (const { instrument, quantity, pricePaise } of holdings ?? initialHoldings(broker, at)) {
      broker.addFunds(account, quantity * pricePaise, at);
      broker.orders.addOpening(
        {
          client_id: clientId,
          account,
          deployment_id: null,
          leg: null,
          instrument: instrument.key,
          symbol: instrument.symbol,
          side: "BUY",
          product: "CNC",
          quantity,
          price_paise: pricePaise,
          intent: "Held when the account was opened",
        },
        { at, bookedAt: broker.now() },
      );
    }
    broker.addFunds(account, fundsPaise, broker.now());
  });
}

/** Returns the default holdings of a new account, bought at the prices at `at`. */
function initialHoldings(broker: Broker, at: number): OpeningHolding[] {
  return INITIAL_HOLDINGS.flatMap(({ key, quantity }) => {
    const instrument = broker.instrument(key);
    if (instrument === null) return [];
    const { tickPaise } = instrument;
    const pricePaise = Math.round((broker.market.fairPrice(instrument, at) * 100) / tickPaise) * tickPaise;
    return [{ instrument, quantity, pricePaise }];
  });
}
