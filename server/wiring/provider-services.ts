// The provider's services as settings name them, or the sandbox's where they are not configured: one client each, and what the site keeps
// beside it (sessions, conversations, the catalogue, requests that wait).
import type { ProviderCallerStatus } from "../net/provider-call.ts";
import type { Logger } from "../observe/log.ts";
import { createAuthClient } from "../provider/auth-client.ts";
import { createBaseApiClient } from "../provider/base-api-client.ts";
import { createCatalogueReader } from "../provider/catalogue-reader.ts";
import { createChatClient } from "../provider/chat-client.ts";
import { createCheckedRecords } from "../provider/checked-records.ts";
import { createEnquiryOutbox } from "../provider/enquiry-outbox.ts";
import { createKeptCatalogue } from "../provider/kept-catalogue.ts";
import { createKeptMarkets } from "../provider/kept-markets.ts";
import { createPlaygroundClient } from "../provider/playground-client.ts";
import type { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import { createConversations } from "../session/conversations.ts";
import { createPlaygroundAccounts } from "../session/playground-accounts.ts";
import { createSeal } from "../session/seal.ts";
import { createSessions } from "../session/sessions.ts";
import type { Settings } from "../settings.ts";
import type { keptLimiters } from "../state/kept-limiters.ts";

export type WiringOptions = {
  settings: Settings;
  /** Null beside a real base API. */
  sandbox: SandboxSupervisor | null;
  log: Logger;
};
export type ProviderServices = ReturnType<typeof createProviderServices>;

const now = () => Date.now();

/** The playground's calls and sockets, for the browser whose cookies come with a request. */
function createPlaygroundService(options: {
  client: ReturnType<typeof createPlaygroundClient>;
  accounts: ReturnType<typeof createPlaygroundAccounts>;
}) {
  const { client, accounts } = options;
  return {
    forRequest: (from: { address: string; cookies: string | undefined; isHttps: boolean }) =>
      client.forReader(from.address, {
        account: () => accounts.read(from.cookies, from.isHttps),
        keepAccount: (account) => accounts.write(account, from.isHttps),
      }),
    accountOf: accounts.read,
    hear: client.hear,
    close: () => client.close(),
  };
}

/** `secrets` seal cookies, the newest first. */
export function createProviderServices(
  options: WiringOptions & { secrets: readonly string[]; limiters: ReturnType<typeof keptLimiters> },
) {
  const { settings, sandbox, log, limiters } = options;
  const { limits, auth } = settings;
  const serviceAt = serviceAddresses(sandbox);
  /** Null where the service is neither configured nor the sandbox's. */
  const where = <Made>(isConfigured: boolean, make: () => Made): Made | null =>
    isConfigured || sandbox !== null ? make() : null;

  const baseApi = createBaseApiClient({
    baseUrl: () => settings.baseApiUrl ?? sandbox?.baseUrl() ?? null,
    sourceCode: settings.sourceCode,
    brokerCode: settings.brokerCode,
    limits,
    onFault: (fault) => log.warn(fault, "base API call failed"),
  });
  const catalogue = createKeptCatalogue({ api: baseApi, limits, now });
  const catalogueReader = createCatalogueReader({
    catalogue,
    limits,
    now,
    onRead: (round) => log.info(round, "catalogue read"),
    onFault: (fault) => log.error({ err: fault }, "catalogue: unexpected fault"),
  });

  const authClient = where(auth !== null, () =>
    createAuthClient({
      baseUrl: serviceAt(auth?.url ?? null, "/auth"),
      loginUrl: () => (auth === null ? "/sandbox/auth/consent-login" : `${auth.url}/consent-login`),
      partner: partnerOf(options),
      limits,
      onFault: (fault) => log.warn(fault, "authentication call failed"),
    }),
  );
  const seal = createSeal(options.secrets);
  const sessions =
    authClient === null
      ? null
      : createSessions({
          seal,
          auth: authClient,
          limits,
          begun: limiters.login,
          endToken: (accessToken, signal) =>
            baseApi.accountFor({ accessToken, signal, requestId: "end-token" }).endSession(),
          now,
        });

  const chatClient = where(settings.chatUrl !== null, () =>
    createChatClient({
      baseUrl: serviceAt(settings.chatUrl, "/chat"),
      limits,
      onFault: (fault) => log.warn(fault, "chat call failed"),
    }),
  );
  const conversations =
    chatClient === null
      ? null
      : createConversations({ seal, service: chatClient, limits, posted: limiters.chat, now });

  const enquiries = where(settings.enquiryUrl !== null, () =>
    createEnquiryOutbox({
      baseUrl: serviceAt(settings.enquiryUrl, "/enquiries"),
      dataDir: settings.dataDir,
      limits,
      sent: limiters.enquiries,
      now,
      onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
    }),
  );

  const playground =
    sandbox === null
      ? null
      : createPlaygroundService({
          client: createPlaygroundClient({
            baseUrl: () => sandbox.baseUrl(),
            answerWithinMs: limits.apiAnswerWithinMs,
            limits,
          }),
          accounts: createPlaygroundAccounts({ seal, now }),
        });

  return {
    baseApi,
    markets: createKeptMarkets({ api: baseApi, limits, now }),
    checkedRecords: createCheckedRecords({ limits }),
    catalogue,
    catalogueReader,
    sessions,
    conversations,
    enquiries,
    playground,
    /** Of each service that is called, for operators. */
    statusOf: Object.fromEntries(
      Object.entries({ base_api: baseApi, auth: authClient, chat: chatClient, enquiries }).flatMap(
        ([name, client]) => (client === null ? [] : [[name, () => client.status()]]),
      ),
    ) as Record<string, () => ProviderCallerStatus>,
    async close(): Promise<void> {
      catalogueReader.stop();
      const clients = [baseApi, authClient, enquiries, chatClient, playground];
      await Promise.all(clients.map((client) => client?.close()));
    },
  };
}

/** The configured address of a service, or else the sandbox's; null while that is down. */
export function serviceAddresses(sandbox: SandboxSupervisor | null) {
  return (configured: string | null, path: string) => (): string | null => {
    const base = sandbox?.baseUrl() ?? null;
    return configured ?? (base === null ? null : `${base}${path}`);
  };
}

/** What the site is known as at the authentication service and on the order-update socket. */
export function partnerOf({ settings: { auth }, sandbox }: Pick<WiringOptions, "settings" | "sandbox">) {
  return (): { id: string; secret: string } | null =>
    auth === null ? (sandbox?.partner() ?? null) : { id: auth.partnerId, secret: auth.partnerSecret };
}
