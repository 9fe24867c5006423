// Data that survives a restart: the site's store, which locks the data folder, and the status history in the store.
import type { Observability } from "../observe/observability.ts";
import type { Settings } from "../settings.ts";
import { openSiteStore, type SiteStore } from "../state/site-store.ts";
import { openStatusHistory, type StatusHistory } from "../state/status-history.ts";
import { serviceStates } from "./service-states.ts";

type Options = { settings: Settings; observability: Observability };

/** Opens the store and locks its folder for this process. Throws if another process uses it. */
export function openStore({ settings, observability: { log, metrics } }: Options): SiteStore {
  return openSiteStore({
    dataDir: settings.dataDir,
    onFault(fault) {
      metrics.storeFault();
      log.warn({ err: fault }, "rate-limit counters could not be saved");
    },
  });
}

export function openStatus(
  options: Options & { store: SiteStore } & Parameters<typeof serviceStates>[0],
): StatusHistory {
  const { settings, observability, store } = options;
  return openStatusHistory({
    store,
    read: () => serviceStates(options),
    keptDays: settings.keepIncidentsDays,
    limits: settings.limits,
    now: () => Date.now(),
    onFault(fault) {
      observability.metrics.storeFault();
      observability.log.warn({ err: fault }, "the status history could not be saved");
    },
  });
}
