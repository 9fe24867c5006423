// The history of the services' states, which is in the site's store and survives a restart.
import type { Observability } from "../observe/observability.ts";
import type { Settings } from "../settings.ts";
import type { SiteStore } from "../state/site-store.ts";
import { openStatusHistory, type StatusHistory } from "../state/status-history.ts";
import { serviceStates } from "./service-states.ts";

type Options = { settings: Settings; observability: Observability };

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
