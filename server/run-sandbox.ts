// Runs the sandbox without the site, as a broker simulator for continuous integration: trading APIs, sockets, sign-in
// and developer portal in one process. The checks, limits and public paths of its port are those of the site.
import closeWithGrace from "close-with-grace";
import { createAssets } from "./http/assets.ts";
import { createSandboxProxy } from "./http/sandbox-proxy.ts";
import { createAcceptedTokens } from "./http/sender.ts";
import { createSiteServer } from "./http/site-server.ts";
import { sandboxMessageSchema } from "./provider/sandbox-messages.ts";
import { createRateLimiters } from "./rate-limits/rate-limiters.ts";
import { sandboxSettings } from "./sandbox/process-settings.ts";
import { deliverMessagesTo } from "./sandbox/site-messages.ts";
import { startSandbox } from "./sandbox/start-sandbox.ts";
import type { Settings } from "./settings.ts";
import type { StartContext } from "./wiring/installation.ts";
import { plainFrame, sandboxFiles, sandboxFrame } from "./wiring/page-frames.ts";
import { selectSandboxBrand } from "./wiring/sandbox-process.ts";
import { simulatorText } from "./wiring/simulator-texts.ts";

const NO_PAGES =
  "This process serves the sandbox only: /sandbox/v2 (trading API), /sandbox/portal and /sandbox/auth (accounts and tokens), /docs/v2/clients (clients).";
/** Paths of the official clients' archives and the portal's styles. Other files belong to pages and are not served. */
const SERVED_FILES = /^\/(?:docs\/v2\/clients|assets)\//;

export async function runSandbox({ settings, observability, installation, isAtTerminal }: StartContext) {
  const { limits } = settings;
  const { log } = observability;
  if (settings.baseApiUrl !== null)
    throw new Error("BASE_API_URL must not be set with --sandbox-only, which has no provider.");
  const sandbox = await startInThisProcess(settings, (detail) => log.error({ detail }, "sandbox fault"));
  const assets = createAssets(installation.clientFolder, SERVED_FILES);
  const styleHref = assets.find(/^\/assets\/app-.*\.css$/);
  const tokens = createAcceptedTokens(limits);
  const onFault = (err: unknown, requestId: string) => log.error({ err, requestId }, "unexpected fault");
  const server = createSiteServer({
    rates: await createRateLimiters(null),
    // Reads no cookies, because this process serves no pages that set them.
    senders: { tokens, clientOf: async () => null, marks: { read: async () => null, make: async () => "" } },
    hsts: settings.hsts,
    guard: { ...limits, publicOrigin: settings.publicOrigin },
    frame: plainFrame(settings, styleHref),
    limits,
    assets,
    buildVersion: settings.site.buildVersion,
    isDevelopment: false,
    live: null,
    orders: null,
    playground: null,
    sandbox: createSandboxProxy({
      baseUrl: () => sandbox.baseUrl,
      limits,
      tokens,
      frameFor: sandboxFrame(settings, { styleHref, ...sandboxFiles(assets) }),
    }),
    noPages: { textAt: simulatorText, message: NO_PAGES },
    trustedProxyHops: settings.trustedProxyHops,
    tracer: null,
    onRequest: (line) => log[line.from === "health" ? "debug" : "info"](line, "request"),
    onUpgradeRefused: (refusal) => log.info(refusal, "socket refused"),
    onFault,
  });
  const port = await server.listen(settings.port, settings.host);
  server.setReady(true);
  const address = `${settings.publicOrigin ?? `http://localhost:${port}`}/sandbox/v2`;
  log.info({ address, port, host: settings.host }, "listening");
  if (isAtTerminal) observability.say(`\n  The broker simulator is ready: ${address}\n\n`);

  closeWithGrace({ delay: limits.stopTimeoutMs, logger: false }, async ({ signal, err }) => {
    if (err !== undefined) log.fatal({ err }, "unexpected fault; stopping");
    log.info({ signal }, "stopping");
    await server.stop(limits.stopTimeoutMs / 2, { drains: false });
    await sandbox.close();
    log.info("stopped");
    await observability.flush();
  });
}

/** Starts the sandbox without records in this process, on a free port. `onFault` receives its log lines. */
async function startInThisProcess(settings: Settings, onFault: (text: string) => void) {
  const { sandboxMarket: market } = settings;
  let listening: (port: number) => void = () => {};
  const port = new Promise<number>((resolve) => {
    listening = resolve;
  });
  deliverMessagesTo((raw) => {
    const { data: message } = sandboxMessageSchema.safeParse(raw);
    if (message?.kind === "listening") listening(message.port);
    if (message?.kind === "log") onFault(message.text);
  });
  const { close } = await startSandbox(
    sandboxSettings({
      dataDir: settings.dataDir,
      port: 0,
      marketSeed: market.seed,
      marketHours: market.hours,
      privatePostbacks: market.privatePostbacks,
      unusedDays: market.accountDays,
      enquiryDays: settings.limits.enquiryDays,
      benchmark: settings.benchmark,
      records: [],
    }),
    Promise.resolve({
      recordKey: settings.recordKey,
      mailUrl: null,
      brand: selectSandboxBrand(settings),
    }),
  );
  return { baseUrl: `http://127.0.0.1:${await port}`, close };
}
