// Prints five price updates of HDFC Bank and of the Nifty 50, then ends.
import { TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN, clientId: CLIENT_ID });

const feed = client.marketFeed().subscribe("ticker", [
  { exchangeSegment: "NSE_EQ", securityId: "1333" },
  { exchangeSegment: "IDX_I", securityId: "13" },
]);
let count = 0;
for await (const packet of feed) {
  if (packet.kind !== "ticker") continue;
  console.log(`${packet.exchangeSegment}:${packet.securityId} ${packet.lastPrice}`);
  count += 1;
  if (count === 5) break;
}
