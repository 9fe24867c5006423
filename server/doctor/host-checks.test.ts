// The doctor checks the certificate of every service that has one.
import { expect, it } from "vitest";
import type { Settings } from "../settings.ts";
import { secureAddresses } from "./host-checks.ts";

it("includes the order window and every address of a feed", () => {
  const settings = {
    baseApiUrl: "https://api.northgate.test",
    auth: null,
    chatUrl: "http://chat.internal",
    enquiryUrl: null,
    orderUpdates: { url: "wss://orders.northgate.test" },
    orderWindowUrl: "https://window.northgate.test",
    feeds: {
      market: { urls: ["wss://feed-1.northgate.test", "wss://feed-2.northgate.test"] },
      depth: { urls: null },
    },
  } as unknown as Settings;
  expect(secureAddresses(settings)).toEqual([
    ["BASE_API_URL", "https://api.northgate.test"],
    ["ORDER_UPDATE_URL", "wss://orders.northgate.test"],
    ["ORDER_WINDOW_URL", "https://window.northgate.test"],
    ["MARKET_FEED_URL", "wss://feed-1.northgate.test"],
    ["MARKET_FEED_URL", "wss://feed-2.northgate.test"],
  ]);
});
