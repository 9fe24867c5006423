// Prints the calls and puts of the Nifty 50's nearest expiry at strikes near the spot price.
import { TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN, clientId: CLIENT_ID });

const underlying = { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" };
const { data: expiries } = await client.listExpiries(underlying);
const { data: chain } = await client.getOptionChain({ ...underlying, Expiry: expiries[0] });
const strikes = Object.entries(chain.oc)
  .map(([strike, sides]) => ({ strike: Number(strike), ...sides }))
  .filter(({ strike }) => Math.abs(strike / chain.last_price - 1) < 0.01)
  .sort((a, b) => a.strike - b.strike);
for (const { strike, ce, pe } of strikes) console.log(strike, ce?.last_price ?? "-", pe?.last_price ?? "-");
