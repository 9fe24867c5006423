// The sockets that the playground supports, by the value in its form.
import type { PlaygroundStream } from "../context.ts";

export const STREAMS: { id: PlaygroundStream; title: string }[] = [
  { id: "ticker", title: "Live market feed, ticker" },
  { id: "quote", title: "Live market feed, quote" },
  { id: "full", title: "Live market feed, full" },
  { id: "depth", title: "20 market depth" },
  { id: "depth200", title: "200 market depth" },
  { id: "orders", title: "Order updates, while an order for one share is placed" },
];
