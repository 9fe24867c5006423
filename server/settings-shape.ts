// The settings as the server uses them: read from the environment and a file by settings.ts.
import type { Site } from "../app/contract/site/site.ts";
import type { MarketCalendar } from "../app/domain/market-sessions.ts";
import type { DisclosureBasis } from "../app/domain/vocabulary.ts";
import type { ConsoleSettings } from "./console-settings.ts";
import type { Limits } from "./limits.ts";
import type { FeedName } from "./relay/prices/feeds/feeds.ts";
import type { NotificationSettings, tracingOf } from "./setting-values.ts";
import type { UnknownSetting } from "./unknown-settings.ts";

export type Settings = {
  port: number;
  host: string;
  publicOrigin: string | null;
  /** Strict-Transport-Security that browsers receive. */
  hsts: "none" | "year" | "subdomains" | "preload";
  /** Environment variables that look like settings and are none. */
  unknownSettings: readonly UnknownSetting[];
  /** A production start without a provider. */
  isDemo: boolean;
  dataDir: string;
  logLevel: string;
  environment: string;
  sourceCode: string;
  brokerCode: string;
  /** Null with the embedded sandbox. */
  baseApiUrl: string | null;
  /** Header that identifies the site to the base API; read before each call, because the secret's file can be replaced. */
  baseApiCredential: () => { header: string; secret: string } | null;
  /** Null: the sandbox's service, or none with a real base API. */
  enquiryUrl: string | null;
  chatUrl: string | null;
  orderWindowUrl: string | null;
  /** Null: the sandbox's service, or none with a real base API. */
  orderUpdates: { url: string | null; login: "partner" | "individual" };
  /** Null: the sandbox's, or nobody signs in where a real base API stands without one. */
  auth: { url: string; partnerId: string; partnerSecret: () => string } | null;
  /** Null: the site generates a secret and stores it in the data folder. */
  sessionSecrets: string[] | null;
  feeds: Record<FeedName, FeedSetting>;
  /** Called before each dial: the token's file may have been replaced. */
  feedLogin: () => { clientId: string; token: string } | null;
  feedTimeBase: "ist" | "utc";
  marketStrip: string[];
  calendar: MarketCalendar;
  sandboxMarket: {
    seed: number;
    hours: "always" | "exchange";
    records: string;
    makesStudies: boolean;
    privatePostbacks: boolean;
    /** Days without use after which an account expires. */
    accountDays: number;
  };
  /** Ways out for the sandbox's messages to clients; null: not offered. The mail server's address may hold a password. */
  notifications: NotificationSettings;
  /** Whether the sandbox's login names its demo clients and their codes; null: on the reader's own machine alone. */
  showsDemoLogins: boolean | null;
  /** Whether /design, the page of components, can be opened. */
  hasDesignPage: boolean;
  /** What the sandbox's records are measured against; a real provider's records name their own. */
  benchmark: { key: string; name: string };
  /** Signs the sandbox's records; null: it makes one and keeps it. */
  recordKey: string | null;
  /** Upper limit for the performance figures that pages show. */
  disclosureCeiling: DisclosureBasis;
  /** May hold a password. */
  busUrl: string | null;
  /** Prefix of all keys and channels on the bus: "site" in "site:relay:lease". */
  busPrefix: string;
  admin: { port: number; host: string } | null;
  /** Null: no operator console. */
  console: ConsoleSettings | null;
  /** Lets operators answer conversations of a real chat service and read its enquiries; null: not offered. */
  chatOperatorSecret: string | null;
  trustedProxyHops: number;
  /** Where traces go; null: nothing is traced. Headers may hold a key. */
  tracing: ReturnType<typeof tracingOf>;
  keepIncidentsDays: number;
  /** Folder of the brand. */
  brandDir: string;
  /** Replaced in place when the brand is read again (SIGHUP), so that all who hold it see the new one. */
  site: Site;
  limits: Limits & {
    viewers: number;
    viewersPerAddress: number;
    pagesPerAddress: number;
    pagesPerClient: number;
    catalogueAlgosMax: number;
    /** Answers about single algos and managers in the cache. */
    keptStrategyAnswers: number;
    callsPerAddress: number;
    shedAboveLoopDelayMs: number;
    drainMs: number;
    connectionsPerAddress: number;
    upgradesPerAddress: number;
    upgradesPerAddressBurst: number;
  };
};

export type FeedSetting = {
  /** Null: the embedded sandbox's. An empty list: the feed is not used. */
  urls: string[] | null;
  /** Instruments that are always subscribed: "IDX_I:13". */
  canaries: string[];
};
