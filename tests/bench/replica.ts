// One replica without pages: catalogue reader and price relay, both on the bus. Arguments: base API, feed port, bus,
// seconds between loads. Responds to "usage" over IPC.
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { LIMITS } from "../../server/limits.ts";
import { createBaseApiClient } from "../../server/provider/base-api-client.ts";
import { createCachedCatalogue } from "../../server/provider/cached-catalogue.ts";
import { createCatalogueReader } from "../../server/provider/catalogue-reader.ts";
import { CatalogueShare } from "../../server/provider/catalogue-share.ts";
import { createRedisBus } from "../../server/relay/bus-redis.ts";
import { systemClock } from "../../server/relay/clock.ts";
import { Lease } from "../../server/relay/lease.ts";
import { DEPTH_FEED } from "../../server/relay/prices/feeds/depth.ts";
import { MARKET_FEED } from "../../server/relay/prices/feeds/market.ts";
import { createRelay } from "../../server/relay/prices/relay.ts";

const [baseUrl = "", feedPort = "0", busUrl = "", everyS = "300"] = process.argv.slice(2);
const FIRST_ID = 1_000;
const INSTRUMENTS = 400;
const algosMax = 10_000;
const limits = {
  ...LIMITS,
  catalogueAlgosMax: algosMax,
  maxStrategyAnswers: 3 * algosMax + 100,
  cachedBytes: 8_192 * algosMax,
  catalogueReadEveryMs: Number(everyS) * 1_000,
};
const openBus = (name: "relay" | "catalogue") =>
  createRedisBus({
    url: busUrl,
    prefix: "bench",
    name,
    secrets: ["a secret of the benchmark's replicas"],
    limits: LIMITS,
    onFault: () => {},
    onRefused: () => {},
  });
const api = createBaseApiClient({
  baseUrl: () => baseUrl,
  sourceCode: "W",
  brokerCode: "B",
  credential: () => null,
  limits,
  onFault: () => {},
  omitted: { record: () => {} },
});
const catalogue = createCachedCatalogue({ api, limits, now: () => Date.now() });
let share: CatalogueShare | null = null;
if (busUrl !== "") {
  const bus = openBus("catalogue");
  const lease = new Lease({ bus, clock: systemClock, limits: LIMITS, onWon() {}, onLost() {} });
  share = new CatalogueShare({
    bus,
    lease,
    limits,
    version: "bench",
    onValue: (name, value) => reader.receive(name, value),
    onEvent() {},
  });
}
const reader = createCatalogueReader({
  catalogue,
  share,
  limits,
  now: () => Date.now(),
  onLists() {},
  onRead() {},
  onFault: (fault) => console.error(fault),
});
const instruments = Array.from({ length: INSTRUMENTS }, (_, index) => `NSE_EQ:${FIRST_ID + index}`);
const relay = createRelay({
  feeds: [
    { definition: MARKET_FEED, urls: () => [`ws://127.0.0.1:${feedPort}/market`], canaries: instruments },
    { definition: DEPTH_FEED, urls: null, canaries: [] },
  ],
  login: () => ({ clientId: "B", token: "t" }),
  calendar: ROUND_THE_CLOCK,
  timeBase: "ist",
  strip: [],
  source: { instrumentsOf: async () => null } as unknown as Parameters<typeof createRelay>[0]["source"],
  bus: busUrl === "" ? null : openBus("relay"),
  limits: { ...LIMITS, viewers: 100, viewersPerAddress: 100 },
  meters: { flush() {}, ackAge() {} },
  onEvent() {},
});
share?.start();
reader.start();
relay.start();
process.on("message", () =>
  process.send?.({
    cpu: process.cpuUsage(),
    rss: process.memoryUsage().rss,
    at: performance.now(),
    algos: (
      catalogue.forRequest({ signal: new AbortController().signal, requestId: "bench" }).allStrategies() ?? []
    ).filter(({ id }) => catalogue.oldestCachedAt(id) !== null).length,
    isReader: share === null || share.role === "reads",
    isLeader: relay.status().isLeader,
  }),
);
process.send?.("ready");
