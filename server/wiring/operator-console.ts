// Starts the operators' port with the operator console, which is built from the parts of the site.
import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OperatorConsole } from "../console/console.ts";
import { createOidc } from "../console/oidc.ts";
import { createOperatorSessions } from "../console/operator-sessions.ts";
import type { ConsoleServices } from "../console/services.ts";
import { type AdminServer, startAdminServer } from "../observe/admin-server.ts";
import { readOperations } from "../observe/operations-page.ts";
import { createOperatorInbox } from "../provider/operator-inbox.ts";
import { createSeal } from "../session/seal.ts";
import type { Settings } from "../settings.ts";
import type { StatusHistory } from "../state/status-history.ts";
import type { Installation } from "./installation.ts";
import { serviceAddresses } from "./provider-services.ts";
import type { SiteParts } from "./site.ts";

const MINUTE_S = 60;
const SIGN_INS_PER_ADDRESS = 20;
const SIGN_INS_TOTAL = 120;
const EXPORT_WITHIN_MS = 5 * 60_000;

export type ConsoleParts = Omit<SiteParts, "spans" | "onBrand" | "orders"> & {
  status: Pick<StatusHistory, "report">;
  secrets: readonly string[];
};

/**
 * Opens the operators' port, which also serves metrics, the relay's status and the operations files. Returns null if
 * the port is not configured.
 */
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

/** Creates the console. Returns null if the settings contain neither an issuer nor a secret. */
function createOperatorConsole(parts: ConsoleParts): OperatorConsole | null {
  const { settings, operators, securityLog, rates, observability } = parts;
  const { console: consoleSettings } = settings;
  if (consoleSettings === null) return null;
  const now = () => Date.now();
  const perAddress = rates.rate("console", SIGN_INS_PER_ADDRESS, MINUTE_S);
  const total = rates.rate("console-all", SIGN_INS_TOTAL, MINUTE_S);
  const { issuer } = consoleSettings;
  return new OperatorConsole({
    services: consoleServices(parts),
    sessions: createOperatorSessions({
      seal: createSeal(parts.secrets),
      isHttps: consoleSettings.origin?.startsWith("https:") === true,
      isEnded: (sid) => operators.controls.get("operator_ended", sid) !== null,
      now,
    }),
    signIn: {
      oidc:
        issuer === null
          ? null
          : createOidc({
              issuer: issuer.url,
              clientId: issuer.clientId,
              clientSecret: () => issuer.clientSecret,
              roleClaim: issuer.roleClaim,
            }),
      roleNames: issuer?.roles ?? null,
      secrets: () => consoleSettings.secrets,
      async attempt(address) {
        const { waitS } = await perAddress.take(address);
        return waitS > 0 ? waitS : (await total.take("all")).waitS;
      },
    },
    origin: consoleSettings.origin,
    assets: styleFiles(parts.installation, settings.brand),
    onEvent({ who, action, detail, address }) {
      const event =
        action === "sign_in_refused"
          ? "operator_refused"
          : action === "signed_in"
            ? "operator_signed_in"
            : "operator_action";
      securityLog.note({ event, address, detail: `${action} by ${who}: ${detail}` });
    },
    onFault: (fault) => observability.log.error({ err: fault }, "operator console: unexpected fault"),
    now,
  });
}

function consoleServices(parts: ConsoleParts): ConsoleServices {
  const { settings, sandbox, services, store, operators, status } = parts;
  const addressOf = serviceAddresses(sandbox);
  const key = () => settings.chatOperatorSecret ?? sandbox?.partner()?.secret ?? null;
  const operatorInbox = createOperatorInbox({
    chatUrl: addressOf(settings.chatUrl, "/chat"),
    enquiryUrl: addressOf(settings.enquiryUrl, "/enquiries"),
    key,
    limits: settings.limits,
  });
  const isReadable = (url: string | null) =>
    url === null ? sandbox !== null : settings.chatOperatorSecret !== null;
  const { trail } = store;
  return {
    get brand() {
      return settings.site.brand;
    },
    get look() {
      return settings.site;
    },
    get links() {
      return Object.entries(settings.site.links);
    },
    controls: operators.controls,
    trail: {
      ...trail,
      append(line) {
        const stored = trail.append(line);
        operators.shareLine(stored);
        return stored;
      },
    },
    facts: () => facts(parts),
    services: () => status.report().now,
    algoName: (id) => services.catalogue.nameOf(id),
    inbox: isReadable(settings.chatUrl)
      ? { list: operatorInbox.conversations, read: operatorInbox.conversation, answer: operatorInbox.answer }
      : null,
    enquiries: isReadable(settings.enquiryUrl)
      ? { list: operatorInbox.enquiries, waiting: () => services.enquiries?.waiting() ?? 0 }
      : null,
    exportAudit: sandbox === null ? null : (scope) => exportClients(parts, scope),
  };
}

function facts({ observability, relay, settings }: ConsoleParts): [string, string][] {
  const lines = Object.entries(observability.facts()).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const memory: [string, string] = ["memory", `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`];
  if (relay === null) return [memory, ["prices", "no feed is configured"], ...lines];
  const { isLeader, bus, hub, feeds } = relay.status();
  return [
    ["version", settings.site.buildVersion],
    memory,
    ["viewers online", String(hub.viewers)],
    [
      "price feeds",
      isLeader ? "connected from this replica" : `received from ${bus.leader ?? "no replica yet"}`,
    ],
    ["bus", bus.isConfigured ? (bus.isConnected ? "connected" : "away") : "not configured"],
    ...Object.entries(feeds).map(([name, feed]): [string, string] => [
      `${name} feed`,
      `${feed.phase}${feed.reason === "" ? "" : ` (${feed.reason})`}, ${feed.wanted} instruments`,
    ]),
    ...lines,
  ];
}

/** Exports in a separate process, because it reads the complete store. */
async function exportClients(
  { settings, installation }: ConsoleParts,
  { from, to }: { from: string; to: string },
): Promise<{ file: string; remove(): void }> {
  const folder = mkdtempSync(join(settings.dataDir, "export-"));
  const file = join(folder, "clients.jsonl");
  const keyFile = join(folder, "key");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (settings.recordKey !== null) writeFileSync(keyFile, settings.recordKey, { mode: 0o600 });
  const key = settings.recordKey === null ? [] : ["--key", keyFile];
  try {
    const program = fileURLToPath(installation.auditEntry);
    const args = [file, "--from", from, "--to", to, "--data-dir", settings.dataDir, ...key];
    const child = fork(program, args, { silent: true, timeout: EXPORT_WITHIN_MS });
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) =>
        code === 0 ? resolve() : reject(new Error(`the export process ended with ${code ?? "a signal"}`)),
      );
    });
    return { file, remove };
  } catch (fault) {
    remove();
    throw fault;
  }
}

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};
const contentType = (path: string) => TYPES[path.split(".").at(-1) ?? ""];

/**
 * Reads the site's style sheets and fonts once. The brand's files are looked up on each request, because they can be
 * replaced.
 */
function styleFiles({ clientFolder, isDevelopment }: Installation, brand: Settings["brand"]) {
  const files = new Map<string, { type: string; body: Buffer }>();
  if (!isDevelopment)
    for (const name of readdirSync(join(clientFolder, "assets"))) {
      const type = contentType(name);
      if (type !== undefined)
        files.set(`/assets/${name}`, { type, body: readFileSync(join(clientFolder, "assets", name)) });
    }
  const style = [...files.keys()].find((path) => /\/app-[^/]*\.css$/.test(path)) ?? null;
  const brandFile = (path: string) => {
    const [type, body] = [contentType(path), brand.files.get(path)];
    return type === undefined || body === undefined ? null : { type, body };
  };
  return { style, file: (path: string) => files.get(path) ?? brandFile(path) };
}
