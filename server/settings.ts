// Parses the environment into settings. Reports all errors together, by name and without values.
import { resolve } from "node:path";
import { z } from "zod";
import type { BrandedSite } from "../app/contract/site/site.ts";
import { SANDBOX_ACCOUNT_LIMITS } from "../app/contract/trading-api/sandbox-accounts.ts";
import { DISCLOSURE_BASES } from "../app/domain/vocabulary.ts";
import { brandFolder, readBrandOr } from "./brands/read-brand.ts";
import { consoleEntries, readConsoleSettings } from "./console-settings.ts";
import { watchSecret } from "./crypto/watch-secret.ts";
import { catalogueLimits, LIMITS } from "./limits.ts";
import { FEEDS, perFeed } from "./relay/prices/feeds/feeds.ts";
import {
  baseApiCredential,
  feedLogin,
  readCalendar,
  SECRET_NAMES,
  withSecretsFromFiles,
} from "./setting-files.ts";
import {
  benchmark,
  credentialEntries,
  instrumentKeys,
  isLoopback,
  isSigningKey,
  notificationEntries,
  origin,
  port,
  readNotifications,
  readTracing,
  separatedList,
  serviceUrl,
  socketUrls,
  tracingEntries,
} from "./setting-values.ts";
import { findIncompatibleSettings } from "./settings-checks.ts";
import type { FeedSetting, Settings } from "./settings-shape.ts";
import { findMisspeltServices, findUnknownSettings } from "./unknown-settings.ts";

type FeedSettingName = (typeof FEEDS)[number]["settings"];
/** Schemas of the settings that the feed definitions declare. */
const feedEntries = Object.fromEntries(
  FEEDS.flatMap(({ settings }) => [
    [settings.urls, socketUrls.optional()],
    [settings.canaries, instrumentKeys.default([...settings.defaultCanaries])],
  ]),
) as Record<FeedSettingName["urls"], z.ZodOptional<typeof socketUrls>> &
  Record<FeedSettingName["canaries"], z.ZodDefault<typeof instrumentKeys>>;

const environmentSchema = z.object({
  PORT: port.default(6000),
  HOST: z.string().min(1).default("0.0.0.0"),
  ADMIN_PORT: port.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  HSTS: z.enum(["none", "year", "subdomains", "preload"]).optional(),
  DATA_DIR: z.string().min(1).default("data"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  BUILD_VERSION: z
    .string()
    .regex(/^[\w.+-]{1,40}$/, "must consist of letters, digits, dots, plus signs, hyphens and underscores")
    .default("0.1.0"),
  ENVIRONMENT: z.string().min(1).max(20).default("prod"),
  SOURCE_CODE: z.string().min(1).max(10).default("W"),
  BROKER_CODE: z.string().min(1).max(20).default("BROKER"),
  BASE_API_URL: serviceUrl.optional(),
  ...credentialEntries,
  API_PUBLIC_URL: serviceUrl.optional(),
  API_AUTH_URL: serviceUrl.optional(),
  API_FEED_URL: socketUrls.optional(),
  API_DEPTH_URL: socketUrls.optional(),
  API_DEPTH_200_URL: socketUrls.optional(),
  API_ORDER_UPDATE_URL: socketUrls.optional(),
  API_INSTRUMENTS_URL: serviceUrl.optional(),
  ...feedEntries,
  FEED_CLIENT_ID: z.string().min(1).max(40).optional(),
  FEED_ACCESS_TOKEN: z.string().min(1).max(4_096).optional(),
  FEED_TIME_BASE: z.enum(["ist", "utc"]).default("ist"),
  MARKET_CALENDAR_FILE: z.string().min(1).optional(),
  SANDBOX_MARKET_HOURS: z.enum(["always", "exchange"]).default("always"),
  SANDBOX_STUDIES: z.enum(["yes", "no"]).default("yes"),
  SANDBOX_RECORDS: z
    .string()
    .regex(/^(?:all|none|[a-z0-9-]+(?:[\s,]+[a-z0-9-]+)*)$/, "must be all, none or ids of algos")
    .default("all"),
  ...notificationEntries,
  SANDBOX_PRIVATE_POSTBACKS: z.enum(["yes", "no"]).default("no"),
  SANDBOX_ACCOUNT_DAYS: z.coerce.number().int().min(1).max(3_650).default(SANDBOX_ACCOUNT_LIMITS.unusedDays),
  SANDBOX_SEED: z.coerce.number().int().min(0).max(0x7fff_ffff).default(1),
  BUS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be redis://host:port or rediss://host:port" })
    .optional(),
  BUS_PREFIX: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,39}$/,
      "must consist of 1 to 40 lower-case letters, digits, dots, hyphens and underscores",
    )
    .default("site"),
  ...tracingEntries,
  KEEP_ENQUIRIES_DAYS: z.coerce.number().int().min(1).max(3_650).default(LIMITS.enquiryDays),
  KEEP_INCIDENTS_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  ADMIN_HOST: z.string().min(1).default("127.0.0.1"),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  VIEWERS_PER_NODE: z.coerce.number().int().min(1).max(200_000).default(20_000),
  VIEWERS_PER_ADDRESS: z.coerce.number().int().min(1).max(200_000).default(200),
  CATALOGUE_ALGOS_MAX: z.coerce.number().int().min(100).max(20_000).default(10_000),
  PAGES_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(20),
  SANDBOX_DEMO_LOGINS: z.enum(["yes", "no"]).optional(),
  DESIGN_PAGE: z.enum(["yes", "no"]).optional(),
  DRAIN_MS: z.coerce.number().int().min(0).max(5_000).default(2_000),
  PROVIDER_ANSWER_WITHIN_MS: z.coerce.number().int().min(200).max(20_000).default(LIMITS.providerTimeoutMs),
  SHED_ABOVE_LOOP_DELAY_MS: z.coerce.number().int().min(50).max(60_000).default(400),
  CALLS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(100),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).max(200_000).default(512),
  API_ADMIN_FORM_URL: serviceUrl.optional(),
  CHAT_URL: serviceUrl.optional(),
  ORDER_WINDOW_URL: serviceUrl.optional(),
  ORDER_UPDATE_URL: socketUrls.optional(),
  ORDER_UPDATE_LOGIN: z.enum(["partner", "individual"]).default("partner"),
  AUTH_URL: serviceUrl.optional(),
  PARTNER_ID: z.string().min(1).max(80).optional(),
  PARTNER_SECRET: z.string().min(1).max(400).optional(),
  SESSION_SECRETS: separatedList
    .pipe(z.array(z.string().min(32, "each secret must have at least 32 characters")).min(1).max(5))
    .optional(),
  RECORD_KEY: z
    .string()
    .refine(isSigningKey, "must be a PEM-encoded Ed25519 private key (openssl genpkey -algorithm ed25519)")
    .optional(),
  BENCHMARK: benchmark.default({ key: "IDX_I:13", name: "Nifty 50" }),
  PERFORMANCE_DISCLOSURE: z.enum(DISCLOSURE_BASES).optional(),
  BRAND_DIR: z.string().min(1).optional(),
  ...consoleEntries,
});

export type { Settings } from "./settings-shape.ts";

/** Names of all settings in the schema. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** Names of all settings, and `NAME_FILE` for each setting that can be read from a file. */
export const ALL_SETTING_NAMES: readonly string[] = [
  ...SETTING_NAMES,
  ...SECRET_NAMES.map((name) => `${name}_FILE`),
];

type ServiceSetting = "baseApiUrl" | "chatUrl" | "orderWindowUrl" | "orderUpdates" | "enquiryUrl" | "auth";
type Values = z.infer<typeof environmentSchema>;

/** The environment of the process or of a test. */
export type Environment = Record<string, string | undefined>;

export class SettingsError extends Error {
  /** One line per error, such as "PORT: …". */
  readonly faults: readonly string[];
  constructor(title: string, faults: readonly string[]) {
    super(`${title}:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/**
 * Returns the HSTS setting. Its default for a loopback host is "none", because HSTS would also apply to the machine's
 * other services.
 */
function readHsts(env: Pick<z.output<typeof environmentSchema>, "PUBLIC_ORIGIN" | "HSTS">): Settings["hsts"] {
  if (!env.PUBLIC_ORIGIN?.startsWith("https:")) return "none";
  return env.HSTS ?? (isLoopback(new URL(env.PUBLIC_ORIGIN)) ? "none" : "year");
}

/**
 * Parses the settings. Throws SettingsError with all errors, which name the settings but not their values, because
 * these can be secrets. `folderFault` returns the error of a data folder, or null. Without this function, the folder is
 * not checked.
 */
export function readSettings(
  environment: Environment,
  workingDirectory: string,
  folderFault: (folder: string) => string | null = () => null,
): Settings {
  const { values, faults } = withSecretsFromFiles(environment);
  const parsed = environmentSchema.safeParse(values);
  if (!parsed.success)
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const calendar = readCalendar(values, faults);
  faults.push(...findIncompatibleSettings(values));
  const brandDir = brandFolder(values.BRAND_DIR, workingDirectory);
  const brand = readBrandOr(brandDir, values.BASE_API_URL === undefined, faults);
  const unknown = findUnknownSettings(Object.keys(values), ALL_SETTING_NAMES);
  faults.push(...findMisspeltServices(unknown, (name) => values[name] !== undefined));
  const folderText = folderFault(resolve(workingDirectory, values.DATA_DIR ?? "data"));
  if (folderText !== null) faults.push(`DATA_DIR: ${folderText}`);
  if (!parsed.success || brand === null || faults.length > 0)
    throw new SettingsError("The settings are invalid", faults);
  const env = parsed.data;
  const isSimulated = env.BASE_API_URL === undefined;
  return {
    port: env.PORT,
    host: env.HOST,
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    hsts: readHsts(env),
    dataDir: resolve(workingDirectory, env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    environment: env.ENVIRONMENT,
    sourceCode: env.SOURCE_CODE,
    brokerCode: env.BROKER_CODE,
    ...readServices(env, environment.PARTNER_SECRET_FILE),
    baseApiCredential: baseApiCredential(env, environment.BASE_API_SECRET_FILE),
    unknownSettings: unknown,
    isDemo: isSimulated && environment.NODE_ENV === "production",
    sessionSecrets: env.SESSION_SECRETS ?? null,
    ...readFeeds(env, isSimulated, environment.FEED_ACCESS_TOKEN_FILE),
    calendar,
    sandboxMarket: readSandboxMarket(env),
    notifications: readNotifications(env),
    benchmark: env.BENCHMARK,
    recordKey: env.RECORD_KEY ?? null,
    showsDemoLogins: env.SANDBOX_DEMO_LOGINS === undefined ? null : env.SANDBOX_DEMO_LOGINS === "yes",
    hasDesignPage: (env.DESIGN_PAGE ?? (environment.NODE_ENV === "production" ? "no" : "yes")) === "yes",
    // The sandbox's figures are invented, so they are shown by default. Figures of a real provider are shown only if
    // the operator allows it.
    disclosureCeiling: env.PERFORMANCE_DISCLOSURE ?? (isSimulated ? "backtest" : "none"),
    busUrl: env.BUS_URL ?? null,
    busPrefix: env.BUS_PREFIX,
    admin: env.ADMIN_PORT === undefined ? null : { port: env.ADMIN_PORT, host: env.ADMIN_HOST },
    console: readConsoleSettings(env),
    chatOperatorSecret: env.CHAT_OPERATOR_SECRET ?? null,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    tracing: readTracing(env),
    keepIncidentsDays: env.KEEP_INCIDENTS_DAYS,
    brandDir,
    brand: { language: brand.language, files: brand.files },
    site: readSite(env, isSimulated, brand.site),
    limits: readLimits(env),
  };
}

function readSandboxMarket(env: Values): Settings["sandboxMarket"] {
  return {
    seed: env.SANDBOX_SEED,
    hours: env.SANDBOX_MARKET_HOURS,
    records: env.SANDBOX_RECORDS,
    makesStudies: env.SANDBOX_STUDIES === "yes",
    privatePostbacks: env.SANDBOX_PRIVATE_POSTBACKS === "yes",
    accountDays: env.SANDBOX_ACCOUNT_DAYS,
  };
}

function readServices(env: Values, partnerSecretFile: string | undefined): Pick<Settings, ServiceSetting> {
  const partnerSecret = watchSecret(env.PARTNER_SECRET, partnerSecretFile);
  return {
    baseApiUrl: env.BASE_API_URL ?? null,
    chatUrl: env.CHAT_URL ?? null,
    orderWindowUrl: env.ORDER_WINDOW_URL ?? null,
    orderUpdates: { url: env.ORDER_UPDATE_URL?.[0] ?? null, login: env.ORDER_UPDATE_LOGIN },
    enquiryUrl: env.API_ADMIN_FORM_URL ?? null,
    auth:
      env.AUTH_URL === undefined
        ? null
        : { url: env.AUTH_URL, partnerId: env.PARTNER_ID ?? "", partnerSecret: () => partnerSecret() ?? "" },
  };
}

function readFeeds(env: Values, isSimulated: boolean, tokenFile: string | undefined) {
  return {
    feeds: perFeed(
      ({ settings }): FeedSetting => ({
        urls: env[settings.urls] ?? (isSimulated && settings.sandboxPath !== null ? null : []),
        canaries: env[settings.canaries],
      }),
    ),
    feedLogin: feedLogin(env, tokenFile),
    feedTimeBase: env.FEED_TIME_BASE,
    marketStrip: env.MARKET_STRIP,
  };
}

function readSite(env: Values, isSimulated: boolean, brand: BrandedSite): Settings["site"] {
  return {
    ...brand,
    buildVersion: env.BUILD_VERSION,
    isSimulated,
    api: {
      rest: env.API_PUBLIC_URL ?? null,
      auth: env.API_AUTH_URL ?? null,
      feed: env.API_FEED_URL?.[0] ?? null,
      depth: env.API_DEPTH_URL?.[0] ?? null,
      depth200: env.API_DEPTH_200_URL?.[0] ?? null,
      orderUpdate: env.API_ORDER_UPDATE_URL?.[0] ?? null,
      instruments: env.API_INSTRUMENTS_URL ?? null,
    },
  };
}

function readLimits(env: Values): Settings["limits"] {
  return {
    ...LIMITS,
    viewers: env.VIEWERS_PER_NODE,
    viewersPerAddress: env.VIEWERS_PER_ADDRESS,
    pagesPerAddress: env.PAGES_PER_ADDRESS,
    pagesPerClient: Math.ceil(env.PAGES_PER_ADDRESS / 2),
    ...catalogueLimits(env.CATALOGUE_ALGOS_MAX),
    callsPerAddress: env.CALLS_PER_ADDRESS,
    shedAboveLoopDelayMs: env.SHED_ABOVE_LOOP_DELAY_MS,
    providerTimeoutMs: env.PROVIDER_ANSWER_WITHIN_MS,
    pageTimeoutMs: LIMITS.pageTimeoutMs - LIMITS.providerTimeoutMs + env.PROVIDER_ANSWER_WITHIN_MS,
    drainMs: env.DRAIN_MS,
    enquiryDays: env.KEEP_ENQUIRIES_DAYS,
    // Viewers keep their connections open for a long time, so the limit is that of pages plus that of viewers.
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS + env.VIEWERS_PER_ADDRESS,
    // After a restart all viewers of an address may reconnect at once. The burst allows this twice.
    upgradesPerAddressBurst: Math.max(100, 2 * env.VIEWERS_PER_ADDRESS),
    upgradesPerAddress: Math.max(10, Math.ceil(env.VIEWERS_PER_ADDRESS / 20)),
  };
}
