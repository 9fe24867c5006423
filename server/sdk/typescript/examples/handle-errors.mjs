// Handles a refused order and an exceeded rate limit.
import { TradingApiError, TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({
  baseUrl: BASE_URL,
  accessToken: ACCESS_TOKEN,
  clientId: CLIENT_ID,
  onRetry: ({ reason, delayMs }) => console.log(`${reason}: retry in ${delayMs} ms`),
});

try {
  await client.placeOrder({
    transactionType: "BUY",
    exchangeSegment: "NSE_EQ",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    securityId: "1333",
    quantity: 0,
  });
} catch (error) {
  if (!(error instanceof TradingApiError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.message}`);
}
const quotes = await Promise.all(Array.from({ length: 12 }, () => client.quoteLtp({ NSE_EQ: ["1333"] })));
console.log(`${quotes.length} quotes`);
