// Settings, sandbox if wanted, clients, relay, http, listen, shut down. No logic of its own: the order is the point.
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { createApiDoor } from "./http/api-door.ts";
import { createAssets } from "./http/assets.ts";
import { BROWSER_REFUSED_PORTS } from "./http/browser-ports.ts";
import { createPages } from "./http/pages.ts";
import { createSandboxDoor } from "./http/sandbox-door.ts";
import { createSiteServer } from "./http/site-server.ts";
import { startAdminServer } from "./observe/admin-server.ts";
import { createLogger } from "./observe/log.ts";
import { createMetrics } from "./observe/metrics.ts";
import { createAuthClient } from "./provider/auth-client.ts";
import { createBaseApiClient } from "./provider/base-api-client.ts";
import { createCatalogueReader } from "./provider/catalogue-reader.ts";
import { createChatClient } from "./provider/chat-client.ts";
import { createEvidenceDesk } from "./provider/disclosure-gate.ts";
import { createEnquiryOutbox } from "./provider/enquiry-outbox.ts";
import { createInstrumentSource } from "./provider/instrument-source.ts";
import { createKeptCatalogue } from "./provider/kept-catalogue.ts";
import { createPlaygroundClient } from "./provider/playground-client.ts";
import { superviseSandbox } from "./provider/supervise-sandbox.ts";
import { createRedisBus } from "./relay/bus-redis.ts";
import { createOrders } from "./relay/orders.ts";
import { createRelay } from "./relay/relay.ts";
import { SANDBOX_CLIENTS } from "./sandbox/login/clients.ts";
import { createConversations } from "./session/conversations.ts";
import { ownSecret } from "./session/own-secret.ts";
import { createSeal } from "./session/seal.ts";
import { createSessions } from "./session/sessions.ts";
import { BadSettings, describeSettings, readSettings, type Settings } from "./settings.ts";

const isDevelopment = process.argv.includes("--dev");
// Compiled, this file is build/node/server/main.js; as source it is server/main.ts.
const isCompiled = import.meta.url.endsWith(".js");
const buildFolder = fileURLToPath(new URL(isCompiled ? "../../" : "../build/", import.meta.url));

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env, process.cwd());
  } catch (fault) {
    if (!(fault instanceof BadSettings)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const settings = settingsOrExit();
  const log = createLogger({ level: settings.logLevel, version: settings.site.buildVersion });
  log.info(describeSettings(settings), "settings");
  const serverBuildFile = isDevelopment ? null : `${buildFolder}server/index.js`;
  if (serverBuildFile !== null && !existsSync(serverBuildFile))
    throw new Error("The pages are not built. Run `npm run build` first, or `npm run dev`.");

  const sandbox =
    settings.baseApiUrl === null
      ? await superviseSandbox({
          entry: new URL(`./sandbox/main${isCompiled ? ".js" : ".ts"}`, import.meta.url),
          dataDir: settings.dataDir,
          market: settings.sandboxMarket,
          readyWithinMs: settings.limits.sandboxReadyWithinMs,
          restartMaxMs: settings.limits.sandboxRestartMaxMs,
          stopWithinMs: settings.limits.stopWithinMs / 2,
          onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
        })
      : null;

  const baseApi = createBaseApiClient({
    baseUrl: () => settings.baseApiUrl ?? sandbox?.baseUrl() ?? null,
    sourceCode: settings.sourceCode,
    brokerCode: settings.brokerCode,
    limits: settings.limits,
    onFault: (fault) => log.warn(fault, "base API call failed"),
  });

  const now = () => Date.now();
  const catalogue = createKeptCatalogue({ api: baseApi, limits: settings.limits, now });
  const catalogueReader = createCatalogueReader({
    catalogue,
    limits: settings.limits,
    now,
    onRead: (round) => log.info(round, "catalogue read"),
    onFault: (fault) => log.error({ err: fault }, "catalogue: unexpected fault"),
  });

  /** The configured address of a service, or else the sandbox's; null while that is down. */
  const serviceAt = (configured: string | null, path: string) => () => {
    const base = sandbox?.baseUrl() ?? null;
    return configured ?? (base === null ? null : `${base}${path}`);
  };
  const { auth } = settings;
  const authClient =
    auth === null && sandbox === null
      ? null
      : createAuthClient({
          baseUrl: serviceAt(auth?.url ?? null, "/auth"),
          loginUrl: () => (auth === null ? "/sandbox/auth/consent-login" : `${auth.url}/consent-login`),
          partner: () =>
            auth === null ? (sandbox?.partner() ?? null) : { id: auth.partnerId, secret: auth.partnerSecret },
          limits: settings.limits,
          onFault: (fault) => log.warn(fault, "authentication call failed"),
        });
  const seal = createSeal(settings.sessionSecrets ?? [ownSecret(settings.dataDir)]);
  const sessions =
    authClient === null
      ? null
      : createSessions({
          seal,
          auth: authClient,
          limits: settings.limits,
          now: () => Date.now(),
        });

  const orderWindowUrl = settings.orderWindowUrl ?? (sandbox === null ? null : "/sandbox/order-window");
  const { chatUrl } = settings;
  const chatClient =
    chatUrl === null && sandbox === null
      ? null
      : createChatClient({
          baseUrl: serviceAt(chatUrl, "/chat"),
          limits: settings.limits,
          onFault: (fault) => log.warn(fault, "chat call failed"),
        });
  const conversations =
    chatClient === null
      ? null
      : createConversations({ seal, service: chatClient, limits: settings.limits, now: () => Date.now() });
  const { enquiryUrl } = settings;
  const enquiries =
    enquiryUrl === null && sandbox === null
      ? null
      : createEnquiryOutbox({
          baseUrl: serviceAt(enquiryUrl, "/enquiries"),
          dataDir: settings.dataDir,
          limits: settings.limits,
          now: () => Date.now(),
          onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
        });

  const playground =
    sandbox === null
      ? null
      : createPlaygroundClient({
          baseUrl: () => sandbox.baseUrl(),
          answerWithinMs: settings.limits.apiAnswerWithinMs,
          limits: settings.limits,
        });

  const sandboxFeed = (path: string) => () => {
    const url = serviceAt(null, path)();
    return url === null ? [] : [url.replace(/^http/, "ws")];
  };
  const { marketFeedUrls, depthFeedUrls } = settings;
  const metrics = createMetrics({ version: settings.site.buildVersion });
  const relay =
    marketFeedUrls?.length === 0
      ? null
      : createRelay({
          marketUrls: marketFeedUrls === null ? sandboxFeed("/feed") : () => marketFeedUrls,
          depthUrls: depthFeedUrls === null ? sandboxFeed("/twentydepth") : () => depthFeedUrls,
          login: () => (marketFeedUrls === null ? (sandbox?.feedLogin() ?? null) : settings.feedLogin()),
          calendar: settings.calendar,
          timeBase: settings.feedTimeBase,
          strip: settings.marketStrip,
          hasDepth: depthFeedUrls?.length !== 0,
          depthCanaries: depthFeedUrls?.length === 0 ? [] : settings.depthCanaries,
          source: createInstrumentSource(catalogue, settings.limits.providerAnswerWithinMs),
          bus:
            settings.busUrl === null
              ? null
              : createRedisBus({
                  url: settings.busUrl,
                  fenceAheadMs: settings.limits.busFenceAheadMs,
                  onFault: (reason) => log.warn({ reason }, "bus fault"),
                }),
          limits: settings.limits,
          meters: metrics.meters,
          onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
        });
  if (relay !== null) metrics.watch(relay);
  metrics.watchProvider({
    isAnswering: () => baseApi.status().isAnswering,
    turnedAway: () => baseApi.status().turnedAway,
    handedOut: catalogue.handedOut,
  });

  const { orderUpdates } = settings;
  const orders =
    sessions === null || (orderUpdates.url === null && sandbox === null)
      ? null
      : createOrders({
          url: () => orderUpdates.url ?? sandboxFeed("/order-update")()[0] ?? null,
          loginKind: orderUpdates.login,
          partner: () =>
            auth === null ? (sandbox?.partner() ?? null) : { id: auth.partnerId, secret: auth.partnerSecret },
          readSession: (cookies, isHttps) => sessions.readWithEnd(cookies, isHttps),
          limits: settings.limits,
          onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
          onFault: (fault) => log.error({ err: fault }, "order updates: unexpected fault"),
        });

  if (orders !== null) metrics.watchOrders(orders);

  const onFault = (fault: unknown, requestId: string) =>
    log.error({ err: fault, requestId }, "unexpected fault");
  const site = createSiteServer({
    guard: { ...settings.limits, publicOrigin: settings.publicOrigin },
    // Viewers hold their connections; pages keep room beside them.
    limits: { ...settings.limits, connections: settings.limits.connections + settings.limits.viewers },
    assets: createAssets(`${buildFolder}client`),
    buildVersion: settings.site.buildVersion,
    isDevelopment,
    live: relay,
    orders,
    sandboxDoor:
      sandbox === null
        ? null
        : createSandboxDoor({ baseUrl: () => sandbox.baseUrl(), limits: settings.limits }),
    apiDoor:
      sandbox === null ? null : createApiDoor({ baseUrl: () => sandbox.baseUrl(), limits: settings.limits }),
    trustedProxyHops: settings.trustedProxyHops,
    onRequest(line) {
      metrics.request(line);
      log[line.from === "health" ? "debug" : "info"](line, "request");
    },
    onFault,
  });
  const pages = await createPages({
    serverBuildFile,
    server: site.server,
    limits: settings.limits,
    onFault,
    sessions,
    formOrigins: [settings.orderWindowUrl, auth?.url ?? null].flatMap((url) =>
      url === null ? [] : new URL(url).origin,
    ),
    contextFor: (request, session) => ({
      provider: catalogue.forRequest(request),
      session:
        session === null
          ? null
          : {
              clientId: session.clientId,
              name: session.name,
              endsAt: sessions?.endOf(session) ?? session.endsAt,
              xsrf: session.xsrf,
            },
      account: session === null ? null : baseApi.accountFor({ ...request, accessToken: session.accessToken }),
      signIn:
        sessions === null
          ? null
          : {
              begin: (returnTo, track) => sessions.begin(returnTo, track, request),
              async finish(tokenId) {
                const done = await sessions.finish(tokenId, request.cookies, request.isHttps, request.signal);
                if ("fault" in done) return done;
                const { accessToken } = done.session;
                return {
                  returnTo: done.returnTo,
                  track: done.track,
                  cookies: done.cookies,
                  account: baseApi.accountFor({ ...request, accessToken }),
                };
              },
              end() {
                if (session !== null) orders?.end(session.clientId);
                return sessions.end(request.isHttps);
              },
            },
      chat:
        conversations === null
          ? null
          : {
              read: () => conversations.read(request.cookies, request.isHttps),
              post: (text, after) => conversations.post(text, after, request),
            },
      enquiries:
        enquiries === null ? null : { submit: (enquiry) => enquiries.submit(enquiry, request.address) },
      prices: relay,
      playground: playground?.forAddress(request.address) ?? null,
      evidence: createEvidenceDesk({
        ceiling: settings.disclosureCeiling,
        ...baseApi.recordsFor({ ...request, accessToken: session?.accessToken ?? null }),
      }),
      calendar: settings.calendar,
      orderWindow: orderWindowUrl === null ? null : orderWindowAddress(orderWindowUrl, request.origin),
      site: settings.site,
    }),
  });
  site.attachPages(pages);

  await new Promise<void>((resolve, reject) => {
    site.server.once("error", reject);
    site.server.listen(settings.port, settings.host, resolve);
  });
  catalogueReader.start();
  relay?.start();
  const admin =
    settings.admin === null
      ? null
      : await startAdminServer({ ...settings.admin, metrics, relay, brand: settings.site.brand.name });
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
  if (process.stdout.isTTY || process.env.npm_lifecycle_event !== undefined)
    process.stdout.write(
      `\n  ${settings.site.brand.name} is ready. Open ${address}/\n${sandbox === null ? "" : demoClientWords()}\n`,
    );

  closeWithGrace({ delay: settings.limits.stopWithinMs, logger: false }, async ({ signal, err }) => {
    if (err !== undefined) log.fatal({ err }, "unexpected fault; stopping");
    log.info({ signal }, "stopping");
    site.setReady(false);
    orders?.stop();
    await relay?.stop();
    await site.stop(settings.limits.stopWithinMs / 2);
    catalogueReader.stop();
    await sandbox?.stop();
    await Promise.all(
      [baseApi, authClient, enquiries, chatClient, playground].map((client) => client?.close()),
    );
    await admin?.stop();
    log.info("stopped");
  });
}

main().catch((fault: unknown) => {
  const words = fault instanceof Error ? explain(fault) : String(fault);
  process.stderr.write(`The site cannot start: ${words}\n`);
  process.exit(1);
});

/** Where the browser goes with a basket; the address to come back to is absolute, since the window may stand elsewhere. */
function orderWindowAddress(windowUrl: string, origin: string) {
  return (basketRef: string, returnTo: string) =>
    `${windowUrl}?${new URLSearchParams({ basket: basketRef, return: `${origin}${returnTo}` })}`;
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
