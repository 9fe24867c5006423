// Buys five shares at the market, waits for the fill and prints the position.
import { TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN, clientId: CLIENT_ID });

for await (const update of client.orderUpdates()) {
  if (update.kind === "connected" && !update.isReconnect)
    await client.placeOrderOnce({
      transactionType: "BUY",
      exchangeSegment: "NSE_EQ",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: "1333",
      quantity: 5,
    });
  if (update.kind !== "order") continue;
  const { Status, ReasonDescription } = update.order;
  if (["REJECTED", "CANCELLED", "EXPIRED"].includes(Status))
    throw new Error(`${Status}: ${ReasonDescription}`);
  if (Status === "TRADED") break;
}
const [position] = await client.listPositions();
console.log(`${position?.tradingSymbol}: ${position?.netQty}`);
