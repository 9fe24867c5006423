// What a new account of a developer begins with: money, and two holdings that were bought a week ago, so that every call has something to
// tell.
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../broker/broker.ts";
import { PLAIN_ORDER } from "../broker/order-book.ts";

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
      broker.book.post(account, at, "opening", quantity * price, null);
      const row = {
        id: broker.book.nextId(broker.now()),
        client_id: clientId,
        account,
        deployment_id: null,
        leg: null,
        instrument: key,
        symbol: instrument.symbol,
        side: "BUY" as const,
        product: "CNC" as const,
        type: "LIMIT" as const,
        validity: "DAY" as const,
        quantity,
        filled: quantity,
        value_paise: quantity * price,
        price_paise: price,
        charges_paise: 0,
        status: "TRADED" as const,
        reason: null,
        intent: "Held when the account was opened",
        correlation_id: null,
        ...PLAIN_ORDER,
        created_at: at,
        updated_at: at,
      };
      broker.book.insert(row);
      broker.book.addTrade(row, quantity, price, 0, at);
    }
    broker.book.post(account, broker.now(), "opening", OPENING_BALANCE_PAISE, null);
  });
}
