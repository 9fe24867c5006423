// What a new account of a developer begins with: money, and two holdings that were bought a week ago, so that every call has something to
// tell.
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../broker/broker.ts";

const HELD = [
  { key: "NSE_EQ:1333", quantity: 50 },
  { key: "NSE_EQ:11536", quantity: 10 },
] as const;
const BOUGHT_BEFORE_MS = 7 * 86_400_000;

export function openWithHoldings(broker: Broker, clientId: string, account = liveAccount(clientId)): void {
  const at = broker.now() - BOUGHT_BEFORE_MS;
  broker.run(() => {
    for (const { key, quantity } of HELD) {
      const instrument = broker.instrument(key);
      if (instrument === null) continue;
      const price =
        Math.round((broker.market.fairPrice(instrument, at) * 100) / instrument.tickPaise) *
        instrument.tickPaise;
      broker.addFunds(account, quantity * price, at);
      broker.orders.addFilled(
        {
          client_id: clientId,
          account,
          deployment_id: null,
          leg: null,
          instrument: key,
          symbol: instrument.symbol,
          side: "BUY",
          product: "CNC",
          quantity,
          price_paise: price,
          intent: "Held when the account was opened",
        },
        { at, bookedAt: broker.now() },
      );
    }
    broker.addFunds(account, OPENING_BALANCE_PAISE, broker.now());
  });
}
