// Connections to the bus between replicas: for the catalogue, and for the limits that replicas share. Prices and order
// updates use `busMaker` too.
import { BASE_API_VERSION } from "../../app/contract/base-api/operations.ts";
import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import { CatalogueShare, type CatalogueShareOptions } from "../provider/catalogue-share.ts";
import { createRateLimiters, type RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { createRedisBus } from "../relay/bus-redis.ts";
import { systemClock } from "../relay/clock.ts";
import { Lease } from "../relay/lease.ts";
import type { Settings } from "../settings.ts";

type BusOptions = {
  settings: Settings;
  log: Logger;
  metrics: Pick<Metrics, "busRefused">;
  /** Secrets that seal messages between replicas, the newest first. */
  secrets: readonly string[];
};
type SiteBus = ReturnType<typeof createRedisBus>;
type BusName = Parameters<typeof createRedisBus>[0]["name"];

/**
 * Returns a function that connects to the bus; null if BUS_URL is not set. The Redis client is loaded only here,
 * because it is an eighth of the code that is loaded at the start.
 */
export async function busMaker(
  { settings, log, metrics, secrets }: BusOptions,
  name: BusName,
): Promise<(() => SiteBus) | null> {
  const { busUrl: url, busPrefix: prefix, limits } = settings;
  if (url === null) return null;
  const { createRedisBus } = await import("../relay/bus-redis.ts");
  const onFault = (reason: string) => log.warn({ reason }, "bus fault");
  return () => createRedisBus({ url, prefix, name, secrets, limits, onFault, onRefused: metrics.busRefused });
}

export type OpenCatalogueShare = (onValue: CatalogueShareOptions["onValue"]) => CatalogueShare;

/**
 * Returns a function that connects this replica to the catalogue shared over the bus; null if there is no bus. Only
 * replicas with the same contract and provider share a catalogue.
 */
export async function catalogueShareMaker(options: BusOptions): Promise<OpenCatalogueShare | null> {
  const { settings, log } = options;
  // Each replica has its own sandbox, so there is nothing to share.
  if (settings.baseApiUrl === null) return null;
  const openBus = await busMaker(options, "catalogue");
  if (openBus === null) return null;
  return (onValue) => {
    const bus = openBus();
    const onEvent: CatalogueShareOptions["onEvent"] = ({ level, message, detail }) =>
      log[level]({ detail }, message);
    const lease = new Lease({
      bus,
      clock: systemClock,
      limits: settings.limits,
      onWon() {},
      onLost: (why) =>
        onEvent({
          level: "info",
          message: "catalogue: another replica loads it for all replicas",
          detail: why,
        }),
    });
    return new CatalogueShare({
      bus,
      lease,
      limits: settings.limits,
      version: `${BASE_API_VERSION} ${settings.baseApiUrl}`,
      onValue,
      onEvent,
    });
  };
}

/** Creates the limits that all replicas share; without a bus, those of this process. */
export function openRateLimiters({
  settings,
  log,
}: Pick<BusOptions, "settings" | "log">): Promise<RateLimiters> {
  const { busUrl: url, busPrefix: prefix, limits } = settings;
  if (url === null) return createRateLimiters(null);
  const onFault = (reason: string) => log.warn({ reason }, "bus fault");
  return createRateLimiters({ url, prefix, responseTimeoutMs: limits.busRateTimeoutMs, onFault });
}
