// Values that operators set at runtime: loads them before the site starts, and shares them with the other replicas.
import type { Announcement, SiteNotice } from "../../app/contract/site/service-status.ts";
import { DAY_MS } from "../../app/domain/time.ts";
import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Settings } from "../settings.ts";
import type { StoredLine } from "../state/operator-trail.ts";
import { openSiteControls, type SiteControls, type Switch } from "../state/site-controls.ts";
import type { SiteStore } from "../state/site-store.ts";
import { busMaker } from "./buses.ts";
import { SharedControls } from "./shared-controls.ts";

/** Prefix of the name of a control that ends a client's sessions. The client's id follows it. */
const ENDED = "ended ";

export type OperatorControls = {
  controls: SiteControls;
  isOff(name: Switch): boolean;
  heldAlgos(): ReadonlySet<string>;
  notice(): SiteNotice | null;
  /** Returns the announcements, the newest first. Resolved ones are omitted after KEEP_INCIDENTS_DAYS. */
  announcements(): Announcement[];
  /** Returns the time before which an operator ended a client's sessions; null if none did. */
  endedBefore(clientId: string): number | null;
  /** Calls `listener` when an operator of any replica ends a client's sessions. */
  onSessionsEnded(listener: (clientId: string) => void): void;
  shareLine(line: StoredLine): void;
  stop(): Promise<void>;
};

export async function openOperatorControls(options: {
  settings: Settings;
  store: SiteStore;
  log: Logger;
  metrics: Metrics;
  secrets: readonly string[];
}): Promise<OperatorControls> {
  const { store, log, metrics } = options;
  const now = () => Date.now();
  const incidentsForMs = options.settings.keepIncidentsDays * DAY_MS;
  const controls = openSiteControls({
    store,
    now,
    onFault(fault) {
      metrics.storeFault();
      log.warn({ err: fault }, "the data folder cannot be written: operator settings are not stored");
    },
  });
  const openBus = await busMaker(options, "console");
  const shared =
    openBus === null
      ? null
      : new SharedControls({
          controls,
          trail: store.trail,
          bus: openBus(),
          onFault: (fault) =>
            log.warn({ err: fault }, "operator settings of another replica could not be read"),
        });
  let held: ReadonlySet<string> = new Set(controls.all("hold").map(({ id }) => id));
  controls.onChange(() => {
    held = new Set(controls.all("hold").map(({ id }) => id));
  });
  metrics.watchGauge("algos_on_hold", "Algos that operators have hidden", () => held.size);
  metrics.watchGauge(
    "functions_switched_off",
    "Functions that operators have switched off",
    () => controls.all("switch").length,
  );
  return {
    controls,
    isOff: (name) => controls.get("switch", name) !== null,
    heldAlgos: () => held,
    notice() {
      const notice = controls.get("notice");
      return notice === null || (notice.until !== null && notice.until <= now())
        ? null
        : { text: notice.text, isWarning: notice.level === "warning" };
    },
    announcements: () =>
      controls
        .all("incident")
        .filter(({ value: { endedAt } }) => endedAt === null || endedAt >= now() - incidentsForMs)
        .map(({ id, value }) => ({ id, ...value, updates: value.updates.toReversed() }))
        .sort((a, b) => b.startedAt - a.startedAt),
    endedBefore: (clientId) => controls.get("ended", clientId)?.before ?? null,
    onSessionsEnded: (listener) =>
      controls.onChange((name) => {
        if (name.startsWith(ENDED)) listener(name.slice(ENDED.length));
      }),
    shareLine: (line) => shared?.shareLine(line),
    stop: async () => shared?.stop(),
  };
}
