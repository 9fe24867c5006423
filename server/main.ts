// Settings, sandbox if wanted, clients, relay, http, listen, shut down. No logic of its own: the order is the point.
import "./production.ts";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { assetIntegrity } from "./http/asset-integrity.ts";
import { createAssets } from "./http/assets.ts";
import { BROWSER_REFUSED_PORTS } from "./http/browser-ports.ts";
import { isLoopback } from "./http/guard.ts";
import { readTheme } from "./http/page-visit.ts";
import { createPages } from "./http/pages.ts";
import { createPlaygroundStream } from "./http/playground-stream.ts";
import { createSandboxProxy } from "./http/sandbox-proxy.ts";
import { createSiteServer } from "./http/site-server.ts";
import { startAdminServer } from "./observe/admin-server.ts";
import { writeLastWords } from "./observe/log-destination.ts";
import { openObservability } from "./observe/observability.ts";
import { readOperations } from "./observe/operations-page.ts";
import { superviseSandbox } from "./provider/supervise-sandbox.ts";
import { SANDBOX_CLIENTS } from "./sandbox/accounts/clients.ts";
import { ownSecret } from "./session/own-secret.ts";
import { BadSettings, readSettings, type Settings } from "./settings.ts";
import { unusableFolder } from "./settings-checks.ts";
import { describeSettings } from "./settings-shown.ts";
import { keptLimiters } from "./state/kept-limiters.ts";
import { openSiteStore } from "./state/site-store.ts";
import { openStatusHistory } from "./state/status-history.ts";
import { createAssistants } from "./wiring/assistants.ts";
import { createOrderUpdates, createPriceRelay } from "./wiring/live-services.ts";
import { operatingViews } from "./wiring/operating-views.ts";
import { openOperatorCommands } from "./wiring/operator-commands.ts";
import { createProviderServices } from "./wiring/provider-services.ts";
import { createContextFor } from "./wiring/site-context.ts";
import { statusLooks } from "./wiring/status-looks.ts";

const isDevelopment = process.argv.includes("--dev");
// Compiled, this file is build/node/server/main.js; as source it is server/main.ts.
const isCompiled = import.meta.url.endsWith(".js");
const STDOUT = 1;
const STDERR = 2;
/** Vite compiles it on request. */
const DEVELOPMENT_STYLE = "/app/styles/app.css";
/** What the log still holds goes out before the process ends, if it can. */
let flushLog: () => Promise<void> = async () => {};
const buildFolder = fileURLToPath(new URL(isCompiled ? "../../" : "../build/", import.meta.url));

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env, process.cwd(), unusableFolder);
  } catch (fault) {
    if (!(fault instanceof BadSettings)) throw fault;
    writeLastWords(STDERR, `${fault.message}\n`);
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const settings = settingsOrExit();
  const observability = openObservability({
    level: settings.logLevel,
    version: settings.site.buildVersion,
    limits: settings.limits,
  });
  const { log, metrics } = observability;
  flushLog = observability.flush;
  log.info(describeSettings(settings), "settings");
  const serverBuildFile = isDevelopment ? null : `${buildFolder}server/index.js`;
  if (serverBuildFile !== null && !existsSync(serverBuildFile))
    throw new Error("The pages are not built. Run `npm run build` first, or `npm run dev`.");

  // From here on the folder is ours alone; a second site on it ends in this line.
  const store = openSiteStore({
    dataDir: settings.dataDir,
    onFault(fault) {
      metrics.storeFault();
      log.warn({ err: fault }, "what limits counted cannot be written");
    },
  });
  const spans = observability.openTracing(settings.tracing, settings.limits);
  const limiters = keptLimiters(store, settings.limits);

  const sandbox =
    settings.baseApiUrl === null
      ? superviseSandbox({
          entry: new URL(`./sandbox/main${isCompiled ? ".js" : ".ts"}`, import.meta.url),
          dataDir: settings.dataDir,
          market: settings.sandboxMarket,
          benchmark: settings.benchmark,
          ratesRecords: settings.disclosureCeiling === "backtest",
          recordKey: settings.recordKey,
          readyWithinMs: settings.limits.sandboxReadyWithinMs,
          silentForMs: settings.limits.sandboxSilentForMs,
          restartMaxMs: settings.limits.sandboxRestartMaxMs,
          stopWithinMs: settings.limits.stopWithinMs / 2,
          onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
          tracer: spans,
        })
      : null;

  const secrets = settings.sessionSecrets ?? [ownSecret(settings.dataDir)];
  const securityLog = observability.securityLog(secrets[0] ?? "");
  if (sandbox !== null) observability.watchSandbox(sandbox);
  const services = createProviderServices({ settings, sandbox, log, secrets, limiters });
  metrics.watchProvider({
    isAnswering: () => services.baseApi.status().isAnswering,
    turnedAway: () => services.baseApi.status().turnedAway,
    handedOut: services.catalogue.handedOut,
  });
  const live = { settings, sandbox, log, metrics, services };
  const relay = createPriceRelay(live);
  const orders = createOrderUpdates(live);

  const onFault = (fault: unknown, requestId: string) => {
    metrics.fault();
    log.error({ err: fault, requestId }, "unexpected fault");
  };
  const assets = createAssets(`${buildFolder}client`);
  const styleHref = assets.find(/^\/assets\/app-.*\.css$/);
  const site = createSiteServer({
    hsts: settings.hsts,
    guard: { ...settings.limits, publicOrigin: settings.publicOrigin },
    // Viewers hold their connections; pages keep room beside them.
    limits: { ...settings.limits, connections: settings.limits.connections + settings.limits.viewers },
    assets,
    buildVersion: settings.site.buildVersion,
    isDevelopment,
    live: relay,
    orders,
    sandbox:
      sandbox === null
        ? null
        : createSandboxProxy({
            baseUrl: () => sandbox.baseUrl(),
            limits: settings.limits,
            frameFor: sandboxFrame(settings, isDevelopment ? DEVELOPMENT_STYLE : styleHref),
          }),
    playground:
      services.playground === null
        ? null
        : createPlaygroundStream({ ...services.playground, limits: settings.limits }),
    trustedProxyHops: settings.trustedProxyHops,
    tracer: spans,
    onRequest(line) {
      metrics.request(line);
      securityLog.answered(line);
      log[line.from === "health" ? "debug" : "info"](line, "request");
    },
    onUpgradeRefused: (refusal) => securityLog.answered({ ...refusal, requestId: "upgrade" }),
    onFault,
  });
  // The port is taken before anything is started: whoever asks meanwhile is told that the site is starting.
  await new Promise<void>((resolve, reject) => {
    site.server.once("error", reject);
    site.server.listen(settings.port, settings.host, resolve);
  });
  await sandbox?.start();
  const commands = await openOperatorCommands({ dataDir: settings.dataDir, store, sandbox, log });
  const status = openStatusHistory({
    store,
    read: () => statusLooks({ relay, orders, sandbox, services }),
    keptDays: settings.keepIncidentsDays,
    limits: settings.limits,
    now: () => Date.now(),
    onFault(fault) {
      metrics.storeFault();
      log.warn({ err: fault }, "what became of services cannot be written");
    },
  });
  const contextFor = createContextFor({
    status,
    settings,
    services,
    relay,
    orders,
    securityLog,
    hasSandbox: sandbox !== null,
    integrity: assetIntegrity(`${buildFolder}client`, isDevelopment),
  });
  const pages = await createPages({
    serverBuildFile,
    server: site.server,
    limits: settings.limits,
    onFault,
    sessions: services.sessions,
    brandName: settings.site.brand.name,
    styleHref,
    formOrigins: [settings.orderWindowUrl, settings.auth?.url ?? null].flatMap((url) =>
      url === null ? [] : new URL(url).origin,
    ),
    contextFor,
  });
  site.attachPages(pages);
  metrics.watchOperating(
    operatingViews({
      dataDir: settings.dataDir,
      store,
      sandbox,
      services,
      orders,
      pages,
      status,
      isDevelopment,
    }),
  );
  const assistants =
    sandbox === null ? null : createAssistants({ settings, sandbox, contextFor, pages, log, onFault });
  if (assistants !== null) site.attachMcp(assistants.answer);
  services.catalogueReader.start();
  relay?.start();
  const admin =
    settings.admin === null
      ? null
      : await startAdminServer({
          ...settings.admin,
          metrics,
          relay,
          brand: settings.site.brand.name,
          facts: observability.facts,
          operations: readOperations(
            fileURLToPath(new URL(isCompiled ? "../../operations" : "./operations", import.meta.url)),
          ),
        });
  if (admin !== null) log.info({ port: admin.port, host: settings.admin?.host }, "metrics and status");
  site.setReady(true);
  const { port } = site.server.address() as AddressInfo;
  if (BROWSER_REFUSED_PORTS.has(port))
    log.warn(
      { port },
      "browsers refuse to open this port: publish it as another one (docker run -p 8080:6000) or set PORT",
    );
  const shownHost = ["0.0.0.0", "::", "127.0.0.1"].includes(settings.host) ? "localhost" : settings.host;
  const address = settings.publicOrigin ?? `http://${shownHost}:${port}`;
  log.info({ address, port, host: settings.host }, "listening");
  if (isatty(STDOUT) || process.env.npm_lifecycle_event !== undefined)
    observability.say(
      `\n  ${settings.site.brand.name} is ready. Open ${address}/\n${sandbox === null ? "" : demoClientWords()}\n`,
    );

  closeWithGrace({ delay: settings.limits.stopWithinMs, logger: false }, async ({ signal, err }) => {
    if (err !== undefined) log.fatal({ err }, "unexpected fault; stopping");
    log.info({ signal }, "stopping");
    site.setReady(false);
    await commands.close();
    orders?.stop();
    await relay?.stop();
    await site.stop(settings.limits.stopWithinMs / 2);
    await sandbox?.stop();
    await assistants?.close();
    await services.close();
    await admin?.stop();
    await spans?.stop();
    status.stop();
    store.close();
    log.info("stopped");
    await flushLog();
  });
}

main().catch(async (fault: unknown) => {
  const words = fault instanceof Error ? explain(fault) : String(fault);
  await flushLog();
  writeLastWords(STDERR, `The site cannot start: ${words}\n`);
  process.exit(1);
});

/** What the sandbox's pages wear: this site's style sheet and brand, and the scheme that the reader chose. */
function sandboxFrame({ site, showsDemoLogins }: Settings, styleHref: string | null) {
  return (cookies: string | undefined, origin: string) => ({
    brandName: site.brand.name,
    legalName: site.brand.legalName,
    theme: readTheme(cookies),
    styleHref,
    // Unless the operator says, a demonstration is what runs on the reader's own machine.
    showsDemoLogins: showsDemoLogins ?? isLoopback(origin),
  });
}

/** For the person at the terminal; the log never holds it. */
function demoClientWords(): string {
  const [client] = SANDBOX_CLIENTS;
  return client === undefined
    ? ""
    : `  Sign in as client ${client.id} with PIN ${client.pin} (TOTP secret ${client.totpSecret}).\n`;
}

function explain(fault: Error): string {
  if ("code" in fault && fault.code === "EADDRINUSE") return `${fault.message}. Set PORT to a free port.`;
  if ("code" in fault && fault.code === "EACCES")
    return `${fault.message}. Set PORT to one that this user may use.`;
  return fault.message;
}
