// Opens the site's store and starts the process of the embedded sandbox. The other modules are loaded while the sandbox
// starts, because its start takes longer.
import type { SpanExport } from "../observe/span-export.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import { openSiteStore, type SiteStore } from "../state/site-store.ts";
import type { StartContext } from "./installation.ts";
import { createSandboxProcess } from "./sandbox-process.ts";

export type StoreAndSandbox = {
  store: SiteStore;
  spans: SpanExport | null;
  /** Null with a real base API. */
  sandbox: SandboxSupervisor | null;
  /** Resolves when the sandbox listens; at once if there is no sandbox. Rejects if it could not start. */
  sandboxStarted: Promise<void>;
};

/** Opens the store and starts the sandbox, if there is one. Throws if another process uses the data folder. */
export function openStoreAndSandbox({
  settings,
  observability,
  installation,
}: StartContext): StoreAndSandbox {
  const { log, metrics } = observability;
  const store = openSiteStore({
    dataDir: settings.dataDir,
    onFault(fault) {
      metrics.storeFault();
      log.warn({ err: fault }, "rate-limit counters could not be saved");
    },
  });
  const spans = observability.openTracing(settings.tracing, settings.limits);
  const sandbox = createSandboxProcess({ settings, entry: installation.sandboxEntry, log, spans });
  if (sandbox !== null) observability.watchSandbox(sandbox);
  const sandboxStarted = sandbox?.start() ?? Promise.resolve();
  // The site awaits this promise later. Until then, a rejection must not end the process without a message.
  sandboxStarted.catch(() => {});
  return { store, spans, sandbox, sandboxStarted };
}
