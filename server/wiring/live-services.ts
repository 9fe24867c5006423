// The price relay and the order updates, connected to the feeds of the settings or of the sandbox.
import type { Metrics } from "../observe/metrics.ts";
import { createInstrumentSource } from "../provider/instrument-source.ts";
import { createOrders, type Orders } from "../relay/orders/orders.ts";
import { FEEDS } from "../relay/prices/feeds/feeds.ts";
import { createRelay, type Relay } from "../relay/prices/relay.ts";
import { createSessionCheck } from "../session/session-check.ts";
import { busMaker } from "./buses.ts";
import {
  type ProviderServices,
  partnerReader,
  serviceAddresses,
  type WiringOptions,
} from "./provider-services.ts";

type LiveOptions = WiringOptions & {
  services: ProviderServices;
  metrics: Metrics;
  /** Secrets that seal messages between replicas, the newest first. */
  secrets: readonly string[];
};

/** Creates the price relay. Returns null if the main price feed is not used. */
export async function createPriceRelay(options: LiveOptions): Promise<Relay | null> {
  const { settings, sandbox, log, metrics, services } = options;
  const { feeds, limits } = settings;
  const main = feeds[FEEDS[0].name];
  if (main.urls?.length === 0) return null;
  const feedAt = sandboxFeeds(options);
  const relay = createRelay({
    feeds: FEEDS.map((definition) => {
      const { urls, canaries } = feeds[definition.name];
      // An unused feed has no canaries.
      if (urls?.length === 0) return { definition, urls: null, canaries: [] };
      const sandboxPath: string | null = definition.settings.sandboxPath;
      const ofSandbox = sandboxPath === null ? null : feedAt(sandboxPath);
      return { definition, urls: urls === null ? ofSandbox : () => urls, canaries };
    }),
    login: () => (main.urls === null ? (sandbox?.feedLogin() ?? null) : settings.feedLogin()),
    calendar: settings.calendar,
    timeBase: settings.feedTimeBase,
    strip: settings.marketStrip,
    source: createInstrumentSource(services.catalogue, services.baseApi, limits.providerTimeoutMs),
    bus: (await busMaker(options, "relay"))?.() ?? null,
    limits,
    meters: metrics.meters,
    onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
  });
  metrics.watch(relay);
  return relay;
}

/** Creates the order updates. Returns null if sign-in or the order-update socket is not configured. */
export async function createOrderUpdates(options: LiveOptions): Promise<Orders | null> {
  const { settings, sandbox, log, metrics, services } = options;
  const { sessions } = services;
  const { url, login } = settings.orderUpdates;
  if (sessions === null || (url === null && sandbox === null)) return null;
  const feedAt = sandboxFeeds(options);
  const openBus = await busMaker(options, "orders");
  const orders = createOrders({
    url: () => url ?? feedAt("/order-update")()[0] ?? null,
    loginKind: login,
    partner: partnerReader(options),
    share: openBus === null ? null : { openBus },
    readSession: (cookies, isHttps) => sessions.readWithEnd(cookies, isHttps),
    checkSession: createSessionCheck({
      accountFor: services.baseApi.accountFor,
      withinMs: settings.limits.orderSessionCheckTimeoutMs,
    }),
    limits: settings.limits,
    onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
    onFault: (fault) => log.error({ err: fault }, "order updates: unexpected fault"),
  });
  metrics.watchOrders(orders);
  return orders;
}

/** Returns a function for the address of a socket of the sandbox: an empty list while the sandbox is down. */
function sandboxFeeds({ sandbox }: Pick<WiringOptions, "sandbox">) {
  const serviceAt = serviceAddresses(sandbox);
  return (path: string) => (): string[] => {
    const url = serviceAt(null, path)();
    return url === null ? [] : [url.replace(/^http/, "ws")];
  };
}
