// Assembles the site: the HTTP server, the relay, the order updates, the sandbox, and the rendered pages.
import { isDegraded } from "../../app/contract/site/service-status.ts";
import { isDisabled } from "../../app/contract/site/site.ts";
import { assetIntegrity } from "../http/asset-integrity.ts";
import { createAssets } from "../http/assets.ts";
import { createPages } from "../http/pages.ts";
import { createPlaygroundStream } from "../http/playground-stream.ts";
import { createSandboxProxy } from "../http/sandbox-proxy.ts";
import { type AcceptedTokens, createAcceptedTokens } from "../http/sender.ts";
import { createSiteServer, type SiteServer } from "../http/site-server.ts";
import { type ApiUse, createApiUse } from "../observe/api-use.ts";
import type { Observability } from "../observe/observability.ts";
import type { SecurityLog } from "../observe/security-log.ts";
import type { SpanExport } from "../observe/span-export.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { Orders } from "../relay/orders/orders.ts";
import type { Relay } from "../relay/prices/relay.ts";
import { loadPages, type RemixBuild } from "../render/remix-build.ts";
import type { Settings } from "../settings.ts";
import type { SiteStore } from "../state/site-store.ts";
import type { StatusHistory } from "../state/status-history.ts";
import { createAssistants } from "./assistants.ts";
import type { Installation } from "./installation.ts";
import { operatingViews } from "./operating-views.ts";
import type { OperatorControls } from "./operator-controls.ts";
import { plainFrame, sandboxFiles, sandboxFrame } from "./page-frames.ts";
import type { ProviderServices } from "./provider-services.ts";
import { addPageTime } from "./service-times.ts";
import { createContextFor } from "./site-context.ts";

type SandboxProxyParts = {
  assets: ReturnType<typeof createAssets>;
  styleHref: string | null;
  tokens: AcceptedTokens;
  apiUse: ApiUse | null;
};

/** Style sheet that Vite compiles on request in development. */
const DEVELOPMENT_STYLE = "/app/styles/app.css";

export type SiteParts = {
  settings: Settings;
  installation: Installation;
  observability: Observability;
  securityLog: SecurityLog;
  spans: SpanExport | null;
  store: SiteStore;
  operators: OperatorControls;
  /** Calls `listener` after the brand was reloaded. */
  onBrand: (listener: () => void) => void;
  /** The sandbox's process; null with a real base API. */
  sandbox: SandboxSupervisor | null;
  services: ProviderServices;
  rates: RateLimiters;
  /** Null if there is no price feed. */
  relay: Relay | null;
  /** Null if there are no order updates. */
  orders: Orders | null;
};

export type Site = SiteServer & {
  /**
   * Attaches the pages, after the port is bound and the sandbox runs. Until then requests receive "the site is
   * starting".
   */
  openPages(status: StatusHistory): Promise<void>;
  /** Stops everything that only pages need. */
  closePages(): Promise<void>;
};

export function createSite(parts: SiteParts): Site {
  const { settings, installation, observability, securityLog, sandbox, services } = parts;
  const { log, metrics } = observability;
  const { limits } = settings;
  const assets = createAssets(installation.clientFolder);
  assets.setBrandFiles(settings.brand.files);
  parts.onBrand(() => assets.setBrandFiles(settings.brand.files));
  const styleHref = assets.find(/^\/assets\/app-.*\.css$/);
  const ownStyleHref = installation.isDevelopment ? DEVELOPMENT_STYLE : styleHref;
  const onFault = (fault: unknown, requestId: string) => {
    metrics.fault();
    log.error({ err: fault, requestId }, "unexpected fault");
  };
  const tokens = createAcceptedTokens(limits);
  const apiUse = sandbox === null ? null : createApiUse();
  const server = createSiteServer({
    rates: parts.rates,
    senders: {
      tokens,
      clientOf: async (cookies, isHttps) =>
        (await services.sessions?.read(cookies, isHttps))?.clientId ?? null,
      marks: services.readerMarks,
    },
    hsts: settings.hsts,
    guard: { ...limits, publicOrigin: settings.publicOrigin },
    frame: plainFrame(settings, ownStyleHref),
    // Viewers keep their connections open, so the limit is that of pages plus that of viewers.
    limits: { ...limits, connections: limits.connections + limits.viewers },
    assets,
    isDisabled: (path) => isDisabled(path, settings.site.features),
    buildVersion: settings.site.buildVersion,
    isDevelopment: installation.isDevelopment,
    live: parts.relay,
    orders: parts.orders,
    sandbox: openSandboxProxy(parts, { assets, styleHref: ownStyleHref, tokens, apiUse }),
    playground:
      services.playground === null ? null : createPlaygroundStream({ ...services.playground, limits }),
    trustedProxyHops: settings.trustedProxyHops,
    tracer: parts.spans,
    onRequest(line) {
      metrics.request(line);
      apiUse?.request(line);
      addPageTime(services.times, line);
      securityLog.answered(line);
      log[line.from === "health" ? "debug" : "info"](line, "request");
    },
    onUpgradeRefused: (refusal) => securityLog.answered({ ...refusal, requestId: "upgrade" }),
    onFault,
  });
  // Loads the pages while the sandbox starts. An error is thrown later, when the pages are attached.
  const compiled = loadPages(installation.serverBuildFile, server.server);
  compiled.catch(() => {});
  let closePages = async (): Promise<void> => {};
  return {
    ...server,
    async openPages(status) {
      server.attachStatus(() => degradedServices(status));
      observability.addFacts(() => ({
        ...serviceFacts(status),
        itemsLeftOut: services.omitted.lines().join("; ") || "none",
      }));
      closePages = await attachPages({
        ...parts,
        tokens,
        compiled,
        site: server,
        status,
        styleHref,
        onFault,
        apiUse,
      });
    },
    closePages: () => closePages(),
  };
}

function openSandboxProxy(
  { settings, installation, sandbox }: SiteParts,
  { assets, styleHref, tokens, apiUse }: SandboxProxyParts,
) {
  if (sandbox === null) return null;
  return createSandboxProxy({
    baseUrl: () => sandbox.baseUrl(),
    limits: settings.limits,
    tokens,
    onSocket: (path) => apiUse?.socket(path),
    frameFor: sandboxFrame(settings, {
      styleHref,
      ...sandboxFiles(assets),
      ...(installation.isDevelopment
        ? {
            docsStyleHref: DEVELOPMENT_STYLE.replace("app.css", "docs.css"),
            signInStyleHref: DEVELOPMENT_STYLE.replace("app.css", "sign-in.css"),
          }
        : {}),
    }),
  });
}

function degradedServices(status: StatusHistory) {
  return status
    .report()
    .now.filter(({ state }) => isDegraded(state))
    .map((service) => ({ ...service, since: new Date(service.since).toISOString() }));
}

/** Returns one line per service for the operators' status page. */
function serviceFacts(status: StatusHistory): Record<string, string> {
  return Object.fromEntries(
    status
      .report()
      .now.map(({ service, state, since, reason }) => [
        `service ${service}`,
        `${state} since ${new Date(since).toISOString()}${reason === "" ? "" : `: ${reason}`}`,
      ]),
  );
}

/**
 * Attaches the pages, their metrics, and the MCP endpoint that reads them. Returns a function that closes
 * the endpoint.
 */
async function attachPages(
  options: SiteParts & {
    site: SiteServer;
    tokens: AcceptedTokens;
    compiled: Promise<RemixBuild>;
    status: StatusHistory;
    styleHref: string | null;
    /** Null with a real provider, whose API calls do not pass through this site. */
    apiUse: ApiUse | null;
    onFault: (fault: unknown, requestId: string) => void;
  },
): Promise<() => Promise<void>> {
  const { settings, installation, observability, services, sandbox, site, onFault } = options;
  const integrity = assetIntegrity(installation.clientFolder, installation.isDevelopment);
  const contextFor = createContextFor({ ...options, hasSandbox: sandbox !== null, integrity });
  const pages = createPages({
    compiled: await options.compiled,
    limits: settings.limits,
    onFault,
    sessions: services.sessions,
    defaultAmount: () => settings.site.amounts.default,
    frame: plainFrame(settings, options.styleHref),
    formOrigins: [settings.orderWindowUrl, settings.auth?.url ?? null].flatMap((url) =>
      url === null ? [] : new URL(url).origin,
    ),
    contextFor,
  });
  site.attachPages(pages);
  // A notice, a hold or a disabled function can change any page.
  options.operators.controls.onChange(() => pages.evictAll());
  options.onBrand(() => pages.reload().catch((fault) => onFault(fault, "brand")));
  const { dataDir } = settings;
  observability.metrics.watchOperating(
    operatingViews({ ...options, dataDir, pages, isDevelopment: installation.isDevelopment }),
  );
  if (sandbox === null) return pages.close;
  const { log } = observability;
  const assistants = createAssistants({ ...options, sandbox, contextFor, pages, log });
  site.attachMcp(assistants.answer);
  return async () => {
    await Promise.all([assistants.close(), pages.close()]);
  };
}
