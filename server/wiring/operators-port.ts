// Starts the operators' port if it is configured: metrics, status of the relay, operator console, and files of
// server/operations.
import { type AdminServer, startAdminServer } from "../observe/admin-server.ts";
import { readOperations } from "../observe/operations-page.ts";
import { type ConsoleParts, createOperatorConsole } from "./operator-console.ts";

export async function openOperatorsPort(parts: ConsoleParts): Promise<AdminServer | null> {
  const { settings, observability, relay, installation } = parts;
  if (settings.admin === null) return null;
  const origin = settings.console?.origin ?? null;
  const admin = await startAdminServer({
    ...settings.admin,
    metrics: observability.metrics,
    relay,
    get brand() {
      return settings.site.brand.name;
    },
    facts: observability.facts,
    operations: readOperations(installation.operationsFolder),
    console: createOperatorConsole(parts),
    consoleHost: origin === null ? null : new URL(origin).host,
  });
  observability.log.info({ port: admin.port, host: settings.admin.host }, "metrics and status");
  return admin;
}
