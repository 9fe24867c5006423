// Creates the clients of the provider's services, or of the sandbox's, with their caches and stores.

import type { Logger } from "../observe/log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { ProviderCallerStatus } from "../protocol/provider-call.ts";
import { createAuthClient } from "../provider/auth-client.ts";
import { type BaseApiClient, createBaseApiClient } from "../provider/base-api-client.ts";
import { createCachedCatalogue } from "../provider/cached-catalogue.ts";
import { createCachedMarkets } from "../provider/cached-markets.ts";
import { createCatalogueReader } from "../provider/catalogue-reader.ts";
import { createChatClient } from "../provider/chat-client.ts";
import { createCheckedRecords } from "../provider/checked-records.ts";
import { createEnquiryOutbox } from "../provider/enquiry-outbox.ts";
import { createOmittedItems } from "../provider/omitted-items.ts";
import { createPlaygroundClient } from "../provider/playground-client.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import { createConversations } from "../session/conversations.ts";
import { createPlaygroundAccounts } from "../session/playground-accounts.ts";
import { createReaderMarks } from "../session/reader-marks.ts";
import { createSeal, type Seal } from "../session/seal.ts";
import { createSentEnquiries } from "../session/sent-enquiry.ts";
import { createSessions } from "../session/sessions.ts";
import type { Settings } from "../settings.ts";
import type { storedLimiters } from "../state/stored-limiters.ts";
import type { OpenCatalogueShare } from "./buses.ts";
import { createServiceTimes, type ServiceTimes } from "./service-times.ts";

export type WiringOptions = {
  settings: Settings;
  /** The sandbox's process; null with a real base API. */
  sandbox: SandboxSupervisor | null;
  log: Logger;
};
export type ProviderServices = ReturnType<typeof createProviderServices>;

const now = () => Date.now();

type ServiceOptions = WiringOptions & {
  /** Secrets that seal cookies, the newest first. */
  secrets: readonly string[];
  limiters: ReturnType<typeof storedLimiters>;
  /** Returns the time before which an operator ended a client's sessions; null if none did. */
  endedBefore: (clientId: string) => number | null;
  /** Null if replicas do not share the catalogue. */
  openCatalogueShare: OpenCatalogueShare | null;
  metrics: Metrics;
};

/** Creates a client if the service is configured or the sandbox provides it; otherwise returns null. */
const createIfAvailable = <Made>({ sandbox }: WiringOptions, isConfigured: boolean, make: () => Made) =>
  isConfigured || sandbox !== null ? make() : null;

export function createProviderServices(options: ServiceOptions) {
  const { settings, sandbox, log, metrics } = options;
  const { limits } = settings;
  const times = createServiceTimes(now);
  const omitted = createOmittedItems((item) => log.warn(item, "invalid item of a provider's list omitted"));
  const baseApi = createBaseApiClient({
    credential: settings.baseApiCredential,
    omitted,
    baseUrl: () => settings.baseApiUrl ?? sandbox?.baseUrl() ?? null,
    sourceCode: settings.sourceCode,
    brokerCode: settings.brokerCode,
    limits,
    onFault: (fault) => log.warn(fault, "call of the base API failed"),
    onTime: (ms) => times.add("provider", ms),
  });
  const catalogue = createCachedCatalogue({ api: baseApi, limits, now });
  const catalogueReader = createSharedReader(options, catalogue);
  metrics.watchProvider({
    isCircuitClosed: () => baseApi.status().isCircuitClosed,
    readable: () => baseApi.status().readable,
    rejectedByLane: () => baseApi.status().rejectedByLane,
    answersServed: catalogue.answersServed,
    isRefusingUs: () => baseApi.status().isRefusingUs,
    omitted: omitted.counts,
  });
  const seal = createSeal(options.secrets);
  const { authClient, sessions } = createSignIn(options, { seal, baseApi, times });
  const { chatClient, conversations } = createChat(options, seal);
  const probe = probeSignIn(authClient, limits.signInProbeEveryMs);
  const enquiries = createEnquiries(options);
  const playground = createPlayground(options, seal);
  return {
    baseApi,
    markets: createCachedMarkets({ api: baseApi, limits, now }),
    omitted,
    times,
    checkedRecords: createCheckedRecords({ api: baseApi, limits }),
    catalogue,
    catalogueReader,
    sessions,
    readerMarks: createReaderMarks({ seal, forMs: limits.readerMarkForMs, now }),
    conversations,
    enquiries,
    sentEnquiries: createSentEnquiries({ seal, now }),
    playground,
    /** Null if sign-in is not configured. */
    authStatus: authClient === null ? null : () => authClient.status(),
    /** Functions for the state of each service, for the operators' metrics. */
    statusOf: Object.fromEntries(
      Object.entries({ base_api: baseApi, auth: authClient, chat: chatClient, enquiries }).flatMap(
        ([name, client]) => (client === null ? [] : [[name, () => client.status()]]),
      ),
    ) as Record<string, () => ProviderCallerStatus>,
    async close(): Promise<void> {
      clearInterval(probe);
      const clients = [baseApi, authClient, enquiries, chatClient, playground];
      await Promise.all(clients.map((client) => client?.close()));
    },
  };
}

/** Creates the reader of the catalogue. Its start and stop also start and stop the sharing between replicas. */
function createSharedReader(options: ServiceOptions, catalogue: ReturnType<typeof createCachedCatalogue>) {
  const { settings, log, metrics, openCatalogueShare } = options;
  const share = openCatalogueShare?.((name, value) => reader.receive(name, value)) ?? null;
  const reader = createCatalogueReader({
    catalogue,
    share,
    limits: settings.limits,
    now,
    onLists: createListsLog(log),
    onRead: (round) => log.info(round, "catalogue loaded"),
    onFault: (fault) => log.error({ err: fault }, "catalogue: unexpected fault"),
  });
  metrics.watchGauge("catalogue_reader", "1 while this replica reads the catalogue from the provider", () =>
    Number(share === null || share.role === "reads"),
  );
  metrics.watchCounter(
    "catalogue_values_received_total",
    "Catalogue values that this replica received from another one",
    () => share?.loaded ?? 0,
  );
  return {
    start() {
      share?.start();
      reader.start();
    },
    async stop() {
      await reader.stop();
      await share?.stop();
    },
  };
}

/** Creates a function that logs each load of the lists, and logs one warning if not all algos could be loaded. */
function createListsLog(log: WiringOptions["log"]) {
  let hasWarned = false;
  return (lists: { read: number; total: number }) => {
    log.info(lists, "catalogue lists loaded");
    if (lists.read >= lists.total || hasWarned) return;
    hasWarned = true;
    log.warn(
      lists,
      "the provider lists more algos than CATALOGUE_ALGOS_MAX; the rest are missing from lists during outages and from the sitemap",
    );
  };
}

/**
 * While the service refuses this site's partner login, attempts a sign-in at intervals, so that a renewed secret is
 * detected without a user.
 */
function probeSignIn(
  authClient: ReturnType<typeof createAuthClient> | null,
  everyMs: number,
): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (!authClient?.status().isPartnerRefused) return;
    const request = { signal: AbortSignal.timeout(everyMs / 2), requestId: "sign-in-probe" };
    authClient.generateConsent(request).catch((fault: unknown) => {
      if (!(fault instanceof Response)) throw fault;
    });
  }, everyMs);
  timer.unref();
  return timer;
}

/** Creates the sign-in. Returns null if no authentication service is configured. */
function createSignIn(
  options: ServiceOptions,
  { seal, baseApi, times }: { seal: Seal; baseApi: BaseApiClient; times: ServiceTimes },
) {
  const { settings, sandbox, log, limiters } = options;
  const { auth, limits } = settings;
  const authClient = createIfAvailable(options, auth !== null, () =>
    createAuthClient({
      baseUrl: serviceAddresses(sandbox)(auth?.url ?? null, "/auth"),
      loginUrl: () => (auth === null ? "/sandbox/auth/consent-login" : `${auth.url}/consent-login`),
      partner: partnerReader(options),
      limits,
      onFault: (fault) => log.warn(fault, "call of the authentication service failed"),
      onTime: (ms) => times.add("sign_in", ms),
    }),
  );
  if (authClient === null) return { authClient, sessions: null };
  const sessions = createSessions({
    seal,
    auth: authClient,
    limits,
    loginLimit: limiters.login,
    endedBefore: options.endedBefore,
    endToken: (accessToken, signal) =>
      baseApi.accountFor({ accessToken, signal, requestId: "end-token" }).endSession(),
    now,
  });
  return { authClient, sessions };
}

function createChat(options: ServiceOptions, seal: Seal) {
  const { settings, sandbox, log, limiters } = options;
  const { limits } = settings;
  const chatClient = createIfAvailable(options, settings.chatUrl !== null, () =>
    createChatClient({
      baseUrl: serviceAddresses(sandbox)(settings.chatUrl, "/chat"),
      limits,
      onFault: (fault) => log.warn(fault, "call of the chat service failed"),
    }),
  );
  const conversations =
    chatClient === null
      ? null
      : createConversations({ seal, service: chatClient, limits, messageLimit: limiters.chat, now });
  return { chatClient, conversations };
}

function createEnquiries(options: ServiceOptions) {
  const { settings, sandbox, log, limiters } = options;
  return createIfAvailable(options, settings.enquiryUrl !== null, () =>
    createEnquiryOutbox({
      baseUrl: serviceAddresses(sandbox)(settings.enquiryUrl, "/enquiries"),
      dataDir: settings.dataDir,
      limits: settings.limits,
      requestLimit: limiters.enquiries,
      now,
      onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
    }),
  );
}

/** Creates the playground's service. It exists only with the sandbox. */
function createPlayground({ settings, sandbox }: ServiceOptions, seal: Seal) {
  if (sandbox === null) return null;
  const { limits } = settings;
  const client = createPlaygroundClient({
    baseUrl: () => sandbox.baseUrl(),
    responseTimeoutMs: limits.apiTimeoutMs,
    limits,
  });
  const accounts = createPlaygroundAccounts({ seal, now });
  return {
    /** Returns calls and sockets for the browser with these cookies. */
    forRequest: (from: { address: string; cookies: string | undefined; isHttps: boolean }) =>
      client.forReader(from.address, {
        account: () => accounts.read(from.cookies, from.isHttps),
        bindAccount: (account) => accounts.write(account, from.isHttps),
      }),
    accountOf: accounts.read,
    hear: client.stream,
    close: () => client.close(),
  };
}

/**
 * Returns a function that selects a service's address: the configured one, or that of the sandbox. The address is null
 * while the sandbox is down.
 */
export function serviceAddresses(sandbox: SandboxSupervisor | null) {
  return (configured: string | null, path: string) => (): string | null => {
    const base = sandbox?.baseUrl() ?? null;
    return configured ?? (base === null ? null : `${base}${path}`);
  };
}

/**
 * Returns the id and secret that identify this site (the partner) to the authentication service and the order-update
 * socket.
 */
export function partnerReader({ settings: { auth }, sandbox }: Pick<WiringOptions, "settings" | "sandbox">) {
  return (): { id: string; secret: string } | null =>
    auth === null ? (sandbox?.partner() ?? null) : { id: auth.partnerId, secret: auth.partnerSecret() };
}
