// The operators' port, where settings name one: metrics, the status of the relay, and the files of server/operations.
import { type AdminServer, startAdminServer } from "../observe/admin-server.ts";
import type { Observability } from "../observe/observability.ts";
import { readOperations } from "../observe/operations-page.ts";
import type { Relay } from "../relay/prices/relay.ts";
import type { Settings } from "../settings.ts";

export async function openOperatorsPort(options: {
  settings: Settings;
  observability: Observability;
  relay: Relay | null;
  installation: { operationsFolder: string };
}): Promise<AdminServer | null> {
  const { settings, observability, relay, installation } = options;
  if (settings.admin === null) return null;
  const admin = await startAdminServer({
    ...settings.admin,
    metrics: observability.metrics,
    relay,
    brand: settings.site.brand.name,
    facts: observability.facts,
    operations: readOperations(installation.operationsFolder),
  });
  observability.log.info({ port: admin.port, host: settings.admin.host }, "metrics and status");
  return admin;
}
