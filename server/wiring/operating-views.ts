// Values for the operators' metrics, from each part of the server.
import { STATE_ORDER } from "../../app/contract/site/service-status.ts";
import type { Pages } from "../http/pages.ts";
import type { OperatingSources } from "../observe/operating-metrics.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { Orders } from "../relay/orders/orders.ts";
import type { SiteStore } from "../state/site-store.ts";
import type { StatusHistory } from "../state/status-history.ts";
import { readLastBackupTime } from "./operator-commands.ts";
import type { ProviderServices } from "./provider-services.ts";

export function operatingViews(parts: {
  dataDir: string;
  store: SiteStore;
  sandbox: SandboxSupervisor | null;
  services: ProviderServices;
  orders: Orders | null;
  pages: Pick<Pages, "cacheSize">;
  status: Pick<StatusHistory, "report">;
  isDevelopment: boolean;
}): OperatingSources {
  const { store, sandbox, services, orders, pages } = parts;
  const { enquiries } = services;
  return {
    services: services.statusOf,
    signIn: services.authStatus,
    states: () =>
      Object.fromEntries(
        parts.status.report().now.map(({ service, state }) => [service, STATE_ORDER.indexOf(state)]),
      ),
    pageCache: () => (parts.isDevelopment ? null : pages.cacheSize()),
    outbox:
      enquiries === null ? null : () => ({ waiting: enquiries.waiting(), setAside: enquiries.setAside() }),
    orderChanges: orders === null ? null : () => orders.status().changes,
    sandbox: () => sandbox?.vitals() ?? null,
    dataDir: parts.dataDir,
    lastBackupAt: () => readLastBackupTime(store),
  };
}
