// The provider of the relay's benchmark: a market feed that sends quote packets at a fixed rate for a number of
// instruments, one packet per message. The volume field contains the time of sending in ms since the given epoch, so
// that the receiver can compute the latency of a price. Arguments: port, instruments, packets per second, epoch.
import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { encodeMarketPacket, epochMsToFeedTime } from "../../server/protocol/market-feed.ts";

const [port = 0, instruments = 400, perSecond = 2_000, epoch = 0] = process.argv.slice(2).map(Number);
const FIRST_ID = 1_000;
const EVERY_MS = 10;

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket, request) => {
  if (request.url?.startsWith("/depth")) return;
  let next = 0;
  let due = 0;
  const sending = setInterval(() => {
    due += (perSecond * EVERY_MS) / 1_000;
    for (; due >= 1; due -= 1) {
      const now = Date.now();
      const price = 100 + ((next * 7919) % 1_000) / 20;
      socket.send(
        encodeMarketPacket({
          kind: "quote",
          exchangeSegment: "NSE_EQ",
          securityId: FIRST_ID + (next % instruments),
          lastPrice: price,
          lastQuantity: 1,
          lastTradeTime: epochMsToFeedTime(now, "ist"),
          averagePrice: price,
          volume: now - epoch,
          totalSellQuantity: 1,
          totalBuyQuantity: 1,
          dayOpen: 100,
          close: 100,
          dayHigh: 200,
          dayLow: 50,
        }),
      );
      next += 1;
    }
  }, EVERY_MS);
  const pinging = setInterval(() => socket.ping(), 10_000);
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(sending);
    clearInterval(pinging);
  });
});
server.listen(port, "127.0.0.1", () => process.send?.("ready"));
